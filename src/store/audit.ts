/**
 * Proves the books. Everything is recomputed from the entries and the requests, with arithmetic of its own: a mistake
 * in the code that charges cannot hide in the code that checks. Reads one snapshot, beside a running server.
 */
import { auditBounds } from './audit-bounds.ts';
import { auditCauses } from './audit-causes.ts';
import { auditOrders } from './audit-orders.ts';
import { type Audit, AuditReport } from './audit-report.ts';
import { auditRequests } from './audit-requests.ts';
import { auditSeals } from './audit-seals.ts';
import { auditHours } from './audit-usage.ts';
import { auditVersions } from './audit-versions.ts';
import { bigint, type Database, type Row, type Sql, text } from './database.ts';

type Step = (sql: Sql, report: AuditReport, nowMs: number) => Promise<void>;

export type AuditProgress = (done: number, of: number) => void;

export type AuditOptions = {
  readonly onProgress?: AuditProgress;
  /** Seals that were written down somewhere else, as `number:hash`. */
  readonly heads?: readonly string[];
};

const STEPS: readonly Step[] = [
  auditBounds,
  auditPots,
  auditRequests,
  auditKeys,
  auditHours,
  auditPeriods,
  auditDebts,
  auditOrders,
  auditCauses,
  auditVersions,
];

export async function audit(db: Database, nowMs: number, options: AuditOptions = {}): Promise<Audit> {
  const { onProgress = () => {}, heads = [] } = options;
  const report = new AuditReport();
  onProgress(0, STEPS.length + 1);
  const sealed = await auditSeals(db.sql, report, { chargesAfter: 0n, heads });
  await db.snapshot(async (sql) => {
    for (const [done, step] of STEPS.entries()) {
      onProgress(done + 1, STEPS.length + 1);
      try {
        await step(sql, report, nowMs);
      } catch (thrown) {
        if (!isOutOfRange(thrown)) throw thrown;
        // On PostgreSQL nothing can be asked behind a statement that failed, and what is broken was found.
        report.check('L16', false, () => `sums are out of range, so ${STEPS.length - done} checks were not made`);
        break;
      }
    }
  });
  return { ...report.result(), head: sealed.seq === 0n ? null : `${sealed.seq}:${sealed.hash}` };
}

/** A sum that the database could not make. */
const isOutOfRange = (thrown: unknown): boolean =>
  thrown instanceof Error && /integer overflow|out of range/.test(thrown.message);

/** Sums of whole crowns (or thousand millions of tokens) and of the rest, apart: together they may not fit into 64 bits. */
const sumOf = (amount: string, name: string): string =>
  `COALESCE(SUM(${amount} / 1000000000), 0) AS ${name}_whole, COALESCE(SUM(${amount} % 1000000000), 0) AS ${name}_rest`;
const sumIn = (row: Row, name: string): bigint =>
  bigint(row, `${name}_whole`) * 1_000_000_000n + bigint(row, `${name}_rest`);

/** L1, L2, L9: a pot's balance and spend are the sums of its entries, and all pots together the sum of all entries. */
async function auditPots(sql: Sql, report: AuditReport): Promise<void> {
  const pots = await sql.all(
    `SELECT p.id, p.balance, p.held, p.spent, e.* FROM pots p LEFT JOIN (
       SELECT pot_id, ${sumOf('amount', 'total')}, ${sumOf("CASE WHEN kind = 'charge' THEN -amount ELSE 0 END", 'charged')}
       FROM ledger_entries GROUP BY pot_id
     ) e ON e.pot_id = p.id`,
  );
  let balances = 0n;
  for (const pot of pots) {
    const [balance, held, total] = [bigint(pot, 'balance'), bigint(pot, 'held'), sumIn(pot, 'total')];
    balances += balance;
    report.check('L1', balance === total, () => `pot ${text(pot, 'id')} has ${balance}, its entries sum to ${total}`);
    const [spent, charged] = [bigint(pot, 'spent'), sumIn(pot, 'charged')];
    report.check(
      'L1',
      spent === charged,
      () => `pot ${text(pot, 'id')} has spent ${spent}, its charges are ${charged}`,
    );
    const isCovered = balance >= 0n && held >= 0n && held <= balance;
    report.check('L2', isCovered, () => `pot ${text(pot, 'id')} has ${balance} and holds ${held}`);
  }
  const all = await sql.one(`SELECT ${sumOf('amount', 'total')} FROM ledger_entries`);
  report.check('L9', sumIn(all!, 'total') === balances, () => 'the sum of all entries is not the sum of all pots');
}

/** L5: what a key has spent in all months is the sum of what its requests cost. */
async function auditKeys(sql: Sql, report: AuditReport): Promise<void> {
  const keys = await sql.all(
    `SELECT k.id, COALESCE(r.total, 0) AS total, COALESCE(m.total, 0) AS months
     FROM api_keys k
     LEFT JOIN (SELECT key_id, SUM(cost_nanos) AS total FROM requests WHERE state = 'settled' GROUP BY key_id) r
       ON r.key_id = k.id
     LEFT JOIN (SELECT key_id, SUM(spent_nanos) AS total FROM key_months GROUP BY key_id) m ON m.key_id = k.id`,
  );
  for (const key of keys) {
    const [total, months] = [bigint(key, 'total'), bigint(key, 'months')];
    report.check(
      'L5',
      months === total,
      () => `key ${text(key, 'id')} has spent ${months}, its requests cost ${total}`,
    );
  }
}

/** L6, L7: periods of one account do not overlap, and each has exactly one grant. */
async function auditPeriods(sql: Sql, report: AuditReport): Promise<void> {
  const periods = await sql.all(
    `SELECT p.account_id, p.starts_at_ms, p.ends_at_ms, p.pot_id,
       COALESCE(g.grants, 0) AS grants
     FROM plan_periods p
     LEFT JOIN (SELECT pot_id, COUNT(*) AS grants FROM ledger_entries
                WHERE kind <> 'charge' AND kind = 'grant' GROUP BY pot_id) g
       ON g.pot_id = p.pot_id
     ORDER BY p.account_id, p.starts_at_ms`,
  );
  for (const [i, period] of periods.entries()) {
    const before = i > 0 ? periods[i - 1]! : undefined;
    const follows =
      !before ||
      before.account_id !== period.account_id ||
      bigint(before, 'ends_at_ms') <= bigint(period, 'starts_at_ms');
    report.check('L6', follows, () => `the periods of account ${text(period, 'account_id')} overlap`);
    const grants = bigint(period, 'grants');
    report.check('L7', grants === 1n, () => `the period of pot ${text(period, 'pot_id')} has ${grants} grants`);
  }
}

/** L8: what was repaid of an account's debts went out of its pots, and who owes is blocked. */
async function auditDebts(sql: Sql, report: AuditReport): Promise<void> {
  const accounts = await sql.all(
    `SELECT a.id, a.status, COALESCE(d.owed, 0) AS owed, COALESCE(d.repaid, 0) AS repaid, COALESCE(e.paid, 0) AS paid
     FROM accounts a
     LEFT JOIN (SELECT account_id, SUM(amount_nanos - repaid_nanos) AS owed, SUM(repaid_nanos) AS repaid
                FROM debts GROUP BY account_id) d ON d.account_id = a.id
     LEFT JOIN (SELECT account_id, -SUM(amount) AS paid FROM ledger_entries
                WHERE kind <> 'charge' AND kind = 'debt' GROUP BY account_id) e
       ON e.account_id = a.id`,
  );
  for (const account of accounts) {
    const id = text(account, 'id');
    const [owed, repaid, paid] = [bigint(account, 'owed'), bigint(account, 'repaid'), bigint(account, 'paid')];
    report.check('L8', repaid === paid, () => `account ${id} repaid ${repaid} of its debts, its entries say ${paid}`);
    // A payment may be returned after its account was closed; nobody can use that one either.
    const isBlocked = account.status !== 'active';
    report.check('L8', isBlocked || owed === 0n, () => `account ${id} owes ${owed} but is not blocked`);
  }
}
