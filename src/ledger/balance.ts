import type { Balance, PotBalance } from '../core/ledger.ts';
import { nanos } from '../core/money.ts';
import { bigint, type Sql, text } from '../platform/database/database.ts';
import { potFromRow } from './pot-row.ts';
import { type WindowUse, windowsOfPots } from './pot-windows.ts';

/** Every pot that can still pay, in the order in which they do, and the sums people ask for. */
export async function readBalance(sql: Sql, accountId: string, nowMs: number): Promise<Balance> {
  const rows = await sql.all(
    `SELECT * FROM pots WHERE account_id = ? AND (expires_at_ms IS NULL OR expires_at_ms > ?)
     ORDER BY CASE kind WHEN 'plan' THEN 0 WHEN 'package' THEN 1 ELSE 2 END, expires_at_ms, id`,
    accountId,
    nowMs,
  );
  const credit = rows.find((row) => row.kind === 'credit');
  const windows = await windowsOfPots(sql, rows, { serverId: '', atMs: nowMs });
  const debt = await sql.one(
    'SELECT COALESCE(SUM(amount_nanos - repaid_nanos), 0) AS sum FROM debts WHERE account_id = ?',
    accountId,
  );
  return {
    pots: rows.map((row) => withWindows(potFromRow(row), windows.get(text(row, 'id')))),
    credit: nanos(credit ? bigint(credit, 'balance') : 0n),
    held: nanos(credit ? bigint(credit, 'held') : 0n),
    spent: nanos(credit ? bigint(credit, 'spent') : 0n),
    debt: nanos(bigint(debt!, 'sum')),
  };
}

const withWindows = (pot: PotBalance, windows: readonly WindowUse[] | undefined): PotBalance =>
  windows === undefined
    ? pot
    : {
        ...pot,
        windows: windows.map(({ window, max, used, leased, resetsAtMs }) => ({
          window,
          max,
          used,
          held: leased,
          resetsAtMs,
        })),
      };
