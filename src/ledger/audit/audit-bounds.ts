/** The part of the audit that looks whether amounts are whole numbers within their bounds. */

import type { Sql } from '../../platform/database/database.ts';
import type { AuditReport } from './audit-report.ts';
import type { AuditStart } from './audit-start.ts';

const AMOUNT_MAX = '1000000000000000000';

type Bounded = { readonly table: string; readonly id: string; readonly columns: readonly string[] };

const BOUNDED: readonly Bounded[] = [
  { table: 'pots', id: 'id', columns: ['balance', 'held', 'spent'] },
  { table: 'ledger_entries', id: 'seq', columns: ['amount'] },
  { table: 'requests', id: 'seq', columns: ['cost_nanos', 'held_nanos', 'bought_nanos'] },
  { table: 'debts', id: 'id', columns: ['amount_nanos', 'repaid_nanos'] },
  { table: 'orders', id: 'id', columns: ['amount_nanos', 'refunded_nanos', 'disputed_nanos', 'taken_nanos'] },
];
const SHOWN_MAX = 20;

/**
 * L16: what an amount adds up to fits into 64 bits. Where a sum was too large for its integers, SQLite has kept a float;
 * a float that happens to be within the bounds is not equal to its integer part, or is found by the sums of L1.
 */
export async function auditBounds(sql: Sql, report: AuditReport, { entries }: AuditStart): Promise<void> {
  for (const { table, id, columns } of BOUNDED) {
    for (const column of columns) {
      const wrong = await sql.all(
        `SELECT ${id} AS id, CAST(${column} AS VARCHAR(40)) AS amount FROM ${table}
         WHERE ${id === 'seq' ? 'seq > ? AND ' : ''}
           (${column} NOT BETWEEN -${AMOUNT_MAX} AND ${AMOUNT_MAX} OR ${column} <> CAST(${column} AS BIGINT))
         ORDER BY ${id} LIMIT ${SHOWN_MAX}`,
        ...(id === 'seq' ? [entries] : []),
      );
      for (const row of wrong) {
        report.check('L16', false, () => `${table} ${row.id} has the ${column} ${row.amount}, which is out of range`);
      }
    }
    report.count('L16', columns.length);
  }
}
