/**
 * A past, written in bulk: the rows that the ledger itself would have written, in the order of time. The audit can be
 * asked whether they are right.
 *
 * In the last 30 days a hundred accounts have made 10,000 requests, whatever the size: they are the active ones, which
 * the benches ask about. Between theirs are the requests of all others, and before them 300 days of the past.
 */
import { monthSpanMs, monthsBetween } from '../../src/core/calendar.ts';
import type { Sqlite } from '../../src/platform/database/sqlite.ts';
import { NOON, PRICE } from '../../test/support/ledger-fixture.ts';

export const ACTIVE_ACCOUNTS = 100;
export const ACTIVE_REQUESTS = 10_000;
export const DAY_MS = 86_400_000;
/** Everything in the ledger is before it. */
export const END_MS = NOON;
export const MODELS = ['m', 'n'] as const;
export const INPUT_TOKENS = 120;
export const OUTPUT_TOKENS = 40;

const COST = BigInt(INPUT_TOKENS) * PRICE.input + BigInt(OUTPUT_TOKENS) * PRICE.output;
const HELD = 1000n * PRICE.input + 256n * PRICE.output;
const CREDIT = 10_000_000_000_000n;
/** A statement writes so many rows. */
const AT_ONCE = 1_000_000;
/** As long as real ids: how many rows a page has is part of what is measured. */
const numbered = (prefix: string, n: string, length: number): string => `'${prefix}' || printf('%0${length}d', ${n})`;
const ACCOUNT = numbered('acc_', 'account', 26);
const KEY = `'key_' || printf('%024d_%d', account, turn % 2)`;
const POT = `'credit-' || ${ACCOUNT}`;

export const accountId = (n: number): string => `acc_${String(n).padStart(26, '0')}`;
export const keyId = (n: number, turn: number): string => `key_${String(n).padStart(24, '0')}_${turn % 2}`;
export const requestId = (n: number): string => `req_${String(n).padStart(34, '0')}`;
export const activeAccount = (n: number, accounts: number): number =>
  (n % ACTIVE_ACCOUNTS) * Math.floor(accounts / ACTIVE_ACCOUNTS);
/** Who has made a request of the time before the last 30 days. */
export const oldCaller = (n: number, accounts: number): number => (n * 7919) % accounts;

export type Past = { readonly size: number; readonly accounts: number };

export async function writePast({ sql }: Sqlite, past: Past): Promise<void> {
  // No other process reads it, and a crash only ends the bench. Every row that is referred to will be there.
  for (const pragma of ['foreign_keys = OFF', 'synchronous = OFF', 'cache_size = -524288'])
    await sql.all(`PRAGMA ${pragma}`);
  for (const index of ['requests_by_account', 'requests_by_seq']) await sql.run(`DROP INDEX ${index}`);
  for (let from = 0; from < past.size; from += AT_ONCE) await addRequests(sql, from, past);
  await addAccounts(sql, past.accounts);
  // Before the index: with it, SQLite would read the requests by account, each from another page.
  await addSums(sql);
  await sql.run('CREATE INDEX requests_by_account ON requests (account_id, admitted_at_ms)');
  await sql.run('CREATE UNIQUE INDEX requests_by_seq ON requests (seq) WHERE seq IS NOT NULL');
  // The log is cut off too: one that is there already is cheaper to write to.
  for (const pragma of ['wal_checkpoint(TRUNCATE)', 'synchronous = NORMAL', 'cache_size = -65536', 'foreign_keys = ON'])
    await sql.all(`PRAGMA ${pragma}`);
}

async function addRequests(sql: Sqlite['sql'], from: number, past: Past): Promise<void> {
  const to = Math.min(past.size, from + AT_ONCE);
  const id = numbered('req_', 'i', 34);
  await sql.run(
    `${timeline(from, to, past)} INSERT INTO requests (id, account_id, key_id, credit_pot_id, model, price_version, state,
       outcome, held_nanos, held_parts, input_tokens_max, output_tokens_max, admitted_at_ms, expires_at_ms,
       first_event_at_ms, ended_at_ms, input_tokens, cached_input_tokens, output_tokens, reasoning_tokens, cost_nanos,
       seq, paid_parts)
     SELECT ${id}, ${ACCOUNT}, ${KEY}, ${POT}, ${MODEL}, ${MODEL} || '@1', 'settled', 'finished', ${HELD}, '[]', 1000, 256,
       at_ms, at_ms + 660000, at_ms, at_ms, ${INPUT_TOKENS}, 0, ${OUTPUT_TOKENS}, 0, ${COST}, ${past.accounts} + i + 1, '[]'
     FROM timeline`,
  );
}

const MODEL = `CASE turn / 2 % 2 WHEN 0 THEN '${MODELS[0]}' ELSE '${MODELS[1]}' END`;

/** The caller and the time of a request: `account` is a number, and `turn` counts its requests, to vary keys and models. */
function timeline(from: number, to: number, { size, accounts }: Past): string {
  const recent = Math.max(ACTIVE_REQUESTS, size / 10);
  const older = size - recent;
  const stride = recent / ACTIVE_REQUESTS;
  const gap = accounts / ACTIVE_ACCOUNTS;
  const anyAccount = `(i * 7919 % ${accounts})`;
  const isActive = `i >= ${older} AND (i - ${older}) % ${stride} = 0`;
  const active = `(i - ${older}) / ${stride}`;
  return `WITH RECURSIVE n (i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ${to}),
    timeline (i, account, turn, at_ms) AS (
      SELECT i,
        CASE WHEN ${isActive} THEN ${active} % ${ACTIVE_ACCOUNTS} * ${gap}
             WHEN i < ${older} OR ${anyAccount} % ${gap} > 0 THEN ${anyAccount} ELSE ${anyAccount} + 1 END,
        CASE WHEN ${isActive} THEN ${active} / ${ACTIVE_ACCOUNTS} ELSE i / ${accounts} END,
        CASE WHEN i < ${older} THEN ${END_MS - 330 * DAY_MS} + i * ${300 * DAY_MS} / ${Math.max(older, 1)}
             ELSE ${END_MS - 30 * DAY_MS} + (i - ${older}) * ${30 * DAY_MS} / ${recent} END
      FROM n)`;
}

/** The month of an hour, by the clock of Prague. */
const MONTH = `CASE ${monthsBetween(END_MS - 331 * DAY_MS, END_MS)
  .map((month) => `WHEN hour_ms >= ${monthSpanMs(month)!.fromMs} THEN '${month}'`)
  .join(' ')} END`;

/** Each has credit and two keys. */
async function addAccounts(sql: Sqlite['sql'], accounts: number): Promise<void> {
  const numbers = `WITH RECURSIVE n (account) AS (SELECT 0 UNION ALL SELECT account + 1 FROM n WHERE account + 1 < ${accounts})`;
  const startMs = END_MS - 331 * DAY_MS;
  await sql.run(
    `${numbers} INSERT INTO accounts (id, email, status, created_at_ms)
     SELECT ${ACCOUNT}, account || '@example.com', 'active', ${startMs} FROM n`,
  );
  await sql.run(
    `${numbers}, turns (turn) AS (VALUES (0), (1))
     INSERT INTO api_keys (id, account_id, fingerprint, name, hint, created_at_ms, allowed_models, allowed_ranges)
     SELECT ${KEY}, ${ACCOUNT}, printf('%064d', account * 2 + turn), 'bench', 'xxxx', ${startMs}, '[]', '[]' FROM n, turns`,
  );
  await sql.run(
    `${numbers} INSERT INTO ledger_entries (account_id, pot_id, kind, amount, at_ms, actor, reason, cause)
     SELECT ${ACCOUNT}, ${POT}, 'grant', ${CREDIT}, ${startMs}, 'bench', 'bench', 'command:' || ${ACCOUNT} FROM n`,
  );
  await sql.run(
    `${numbers} INSERT INTO row_versions (kind, id, body) SELECT 'commands', ${ACCOUNT},
       json_object('kind', 'grant', 'account_id', ${ACCOUNT}, 'amount', '${CREDIT}') FROM n`,
  );
}

/**
 * Everything that is a sum of requests, the hours first: they are sorted by account, so the rest is quick to add up.
 */
async function addSums(sql: Sqlite['sql']): Promise<void> {
  await sql.run(
    `INSERT INTO usage_hours (account_id, hour_ms, key_id, model, requests, input_tokens, cached_input_tokens,
       output_tokens, reasoning_tokens, cost_nanos, plan_tokens, package_tokens)
     SELECT account_id, ended_at_ms - ended_at_ms % 3600000 AS hour_ms, key_id, model, COUNT(*), SUM(input_tokens), 0,
       SUM(output_tokens), 0, SUM(cost_nanos), 0, 0 FROM requests GROUP BY account_id, hour_ms, key_id, model`,
  );
  await sql.run(
    `INSERT INTO pots (id, account_id, kind, label, balance, held, spent, created_at_ms)
     SELECT 'credit-' || a.id, a.id, 'credit', 'credit', ${CREDIT} - COALESCE(u.cost, 0), 0, COALESCE(u.cost, 0),
       a.created_at_ms FROM accounts a
     LEFT JOIN (SELECT account_id, SUM(cost_nanos) AS cost FROM usage_hours GROUP BY account_id) u ON u.account_id = a.id`,
  );
  await sql.run(
    `INSERT INTO key_months (key_id, month, spent_nanos, tokens)
     SELECT key_id, ${MONTH} AS month, SUM(cost_nanos), SUM(input_tokens + output_tokens)
     FROM usage_hours GROUP BY key_id, month`,
  );
}
