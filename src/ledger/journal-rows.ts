/**
 * The journal: entries and settled requests, numbered in one order. A row gets its number in the transaction that writes
 * it. A transaction on PostgreSQL must have locked or written something before it takes one: seals wait for transactions
 * that have done so (`finalUntil` in `audit/seal-store.ts`).
 */
import type { Sql } from '../platform/database/database.ts';

/** The next number, as an expression. SQLite has one writer at a time: what comes after the last number is free. */
export const nextSeq = (sql: Sql): string =>
  sql.kind === 'postgres' ? "nextval('ledger_entries_seq_seq')" : BEHIND_ALL;

/** Archives take rows away, and with them their numbers; what they take is sealed. */
const BEHIND_ALL = `(SELECT 1 + MAX(
  COALESCE((SELECT MAX(seq) FROM ledger_entries), 0),
  COALESCE((SELECT MAX(seq) FROM requests WHERE seq IS NOT NULL), 0),
  COALESCE((SELECT MAX(entries_to) FROM seals), 0)))`;

/** After rows were brought from elsewhere: the next number comes behind all of them, settled and archived ones too. */
export async function continueNumbers(sql: Sql): Promise<void> {
  if (sql.kind === 'sqlite') return;
  await sql.one(
    `SELECT setval('ledger_entries_seq_seq', GREATEST(1, last), last > 0) FROM (SELECT GREATEST(
       (SELECT COALESCE(MAX(seq), 0) FROM ledger_entries),
       (SELECT COALESCE(MAX(seq), 0) FROM requests WHERE seq IS NOT NULL),
       (SELECT COALESCE(MAX(entries_to), 0) FROM seals)) AS last) AS numbers`,
  );
}

/** The parts of a column such as `paid_parts`, as a table to select from: pot id and amount are `part.value ->> 0` and `1`. */
export const eachPart = (sql: Sql, column: string): string =>
  sql.kind === 'postgres'
    ? `json_array_elements(CAST(${column} AS json)) AS part (value)`
    : `json_each(${column}) AS part`;
