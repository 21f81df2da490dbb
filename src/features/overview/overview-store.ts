/** The reads of the operator's overview. Sums come from what is kept by the hour, never from the requests themselves. */
import { nanos } from '../../core/money.ts';
import {
  bigint,
  type Database,
  number,
  optionalNumber,
  type Row,
  type Sql,
  text,
} from '../../platform/database/database.ts';
import { eventSubjectFrom, failedPayment } from '../shop/index.ts';
import type { Audits, HourSum, OverviewNow, OverviewRecords, UsageShare } from './overview.ts';

const DAY_MS = 86_400_000;
/** A failed payment is news for so long. */
const FAILED_MS = 3 * DAY_MS;
const FAILED_READ_MAX = 50;
const FAILED_SHOWN_MAX = 5;
/** A broken ledger is reported every night until it is right, so the last report is never older. */
const BROKEN_MS = 7 * DAY_MS;

const USAGE = `SELECT account_id, model, SUM(requests) AS requests, SUM(input_tokens + output_tokens) AS tokens,
    SUM(plan_tokens + package_tokens) AS covered, SUM(cost_nanos) AS cost
  FROM usage_hours WHERE hour_ms >= ? AND hour_ms < ? GROUP BY account_id, model ORDER BY account_id, model`;

const HOURS = `SELECT hour_ms, SUM(requests) AS requests, SUM(cost_nanos) AS cost
  FROM usage_hours WHERE hour_ms >= ? AND hour_ms < ? GROUP BY hour_ms ORDER BY hour_ms`;

export function createOverviewStore(db: Database): OverviewRecords {
  return {
    usage: async ({ fromMs, toMs }) => (await db.sql.all(USAGE, fromMs, toMs)).map(shareFromRow),

    hours: async ({ fromMs, toMs }) => (await db.sql.all(HOURS, fromMs, toMs)).map(hourFromRow),

    sales: ({ fromMs, toMs }) =>
      db.snapshot(async (sql) => {
        const paid = await sql.one(
          'SELECT COUNT(*) AS payments, SUM(amount_nanos) AS paid FROM orders WHERE paid_at_ms >= ? AND paid_at_ms < ?',
          fromMs,
          toMs,
        );
        const given = await sql.one(
          'SELECT SUM(amount_nanos) AS given FROM trial_credits WHERE at_ms >= ? AND at_ms < ?',
          fromMs,
          toMs,
        );
        const opened = await sql.one(
          'SELECT COUNT(*) AS opened FROM accounts WHERE created_at_ms >= ? AND created_at_ms < ?',
          fromMs,
          toMs,
        );
        return {
          payments: number(paid!, 'payments'),
          paid: nanos(bigint(paid!, 'paid')),
          trial: nanos(bigint(given!, 'given')),
          newCustomers: number(opened!, 'opened'),
        };
      }),

    emails: async (accountIds) => {
      if (accountIds.length === 0) return new Map();
      const rows = await db.sql.all(
        `SELECT id, email FROM accounts WHERE id IN (${accountIds.map(() => '?').join(', ')})`,
        ...accountIds,
      );
      return new Map(rows.map((row) => [text(row, 'id'), text(row, 'email')]));
    },

    now: (nowMs) => db.snapshot((sql) => readNow(sql, nowMs)),
  };
}

const hourFromRow = (row: Row): HourSum => ({
  hourMs: number(row, 'hour_ms'),
  requests: number(row, 'requests'),
  cost: nanos(bigint(row, 'cost')),
});

const shareFromRow = (row: Row): UsageShare => ({
  accountId: text(row, 'account_id'),
  model: text(row, 'model'),
  requests: number(row, 'requests'),
  tokens: number(row, 'tokens'),
  coveredTokens: number(row, 'covered'),
  cost: nanos(bigint(row, 'cost')),
});

async function readNow(sql: Sql, nowMs: number): Promise<OverviewNow> {
  const open = await sql.one(
    "SELECT COUNT(*) AS found, SUM(amount_nanos) AS amount FROM orders WHERE status = 'open' AND method = 'bank'",
  );
  const disputed = await sql.one("SELECT COUNT(*) AS found FROM orders WHERE status = 'disputed'");
  const unmatched = await sql.one("SELECT COUNT(*) AS found FROM bank_movements WHERE state = 'unmatched'");
  const credit = await sql.one("SELECT SUM(balance) AS balance, SUM(held) AS held FROM pots WHERE kind = 'credit'");
  return {
    openTransfers: { count: number(open!, 'found'), amount: nanos(bigint(open!, 'amount')) },
    disputes: number(disputed!, 'found'),
    unmatchedMovements: number(unmatched!, 'found'),
    failedPayments: await readFailedPayments(sql, nowMs - FAILED_MS),
    credit: nanos(bigint(credit!, 'balance')),
    held: nanos(bigint(credit!, 'held')),
    audits: await readAudits(sql, nowMs - BROKEN_MS),
  };
}

/** An attempt is reported more than once: each payment is shown once, as it was last tried. */
async function readFailedPayments(sql: Sql, sinceMs: number): Promise<OverviewNow['failedPayments']> {
  const rows = await sql.all(
    `SELECT fact, at_ms FROM payment_events WHERE at_ms >= ? AND outcome = 'done' AND fact LIKE '%failed"%'
     ORDER BY at_ms DESC, id LIMIT ${FAILED_READ_MAX}`,
    sinceMs,
  );
  const found = new Map<string, OverviewNow['failedPayments'][number]>();
  for (const row of rows) {
    const failed = await failedPayment(sql, eventSubjectFrom(text(row, 'fact')));
    if (failed && !found.has(failed.id)) found.set(failed.id, { ...failed, atMs: number(row, 'at_ms') });
    if (found.size === FAILED_SHOWN_MAX) break;
  }
  return [...found.values()];
}

async function readAudits(sql: Sql, sinceMs: number): Promise<Audits> {
  const proof = await sql.one('SELECT at_ms, full_at_ms FROM proofs WHERE id = 1');
  const broken = await sql.one(
    "SELECT MAX(at_ms) AS at_ms FROM outbox WHERE at_ms >= ? AND id LIKE 'audit.broken/%'",
    sinceMs,
  );
  const seal = await sql.one('SELECT at_ms FROM seals ORDER BY seq LIMIT 1');
  return {
    rightAtMs: proof ? number(proof, 'at_ms') : null,
    allRightAtMs: proof ? number(proof, 'full_at_ms') : null,
    brokenAtMs: optionalNumber(broken!, 'at_ms') ?? null,
    firstSealAtMs: seal ? number(seal, 'at_ms') : null,
  };
}
