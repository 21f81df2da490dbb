import type { Balance } from '../../domain/ledger.ts';
import { type Nanos, nanos } from '../../domain/money.ts';
import { bigint, number, type Sql } from '../database.ts';
import { potFromRow } from './pot-row.ts';

/** Every pot that can still pay, in the order in which they do, and the sums people ask for. */
export async function readBalance(sql: Sql, accountId: string, nowMs: number): Promise<Balance> {
  const rows = await sql.all(
    `SELECT * FROM pots WHERE account_id = ? AND (expires_at_ms IS NULL OR expires_at_ms > ?)
     ORDER BY CASE kind WHEN 'plan' THEN 0 WHEN 'package' THEN 1 ELSE 2 END, expires_at_ms, id`,
    accountId,
    nowMs,
  );
  const credit = rows.find((row) => row.kind === 'credit');
  const debt = await sql.one(
    'SELECT COALESCE(SUM(amount_nanos - repaid_nanos), 0) AS sum FROM debts WHERE account_id = ?',
    accountId,
  );
  return {
    pots: rows.map(potFromRow),
    credit: nanos(credit ? bigint(credit, 'balance') : 0n),
    held: nanos(credit ? bigint(credit, 'held') : 0n),
    spent: nanos(credit ? bigint(credit, 'spent') : 0n),
    debt: nanos(bigint(debt!, 'sum')),
  };
}

/** Few are open at once, and they have an index of their own. */
export async function readOpenHolds(sql: Sql): Promise<{ readonly count: number; readonly held: Nanos }> {
  const row = await sql.one(
    "SELECT COUNT(*) AS count, COALESCE(SUM(held_nanos), 0) AS held FROM requests WHERE state = 'open'",
  );
  return { count: number(row!, 'count'), held: nanos(bigint(row!, 'held')) };
}
