/** Orders of all customers, as operators look for them. */

import type { Sql, SqlValue } from '../../platform/database/database.ts';
import { ownedFromRow } from './order-row.ts';
import type { OrderFilter, OwnedOrder } from './payment-ports.ts';

const LIST_MAX = 100;

/** Each part finds its rows by an index of its own. */
const FOUND = `o.id IN (SELECT id FROM orders WHERE id = ? UNION SELECT id FROM orders WHERE variable_symbol = ?
  UNION SELECT id FROM orders WHERE invoice_number = ?
  UNION SELECT f.id FROM orders f JOIN accounts b ON b.id = f.account_id WHERE b.email = ?)`;

export async function readOrders(sql: Sql, filter: OrderFilter): Promise<readonly OwnedOrder[]> {
  const { status, method, accountId, search, after, rowsMax = LIST_MAX } = filter;
  const wishes: (readonly [string, readonly SqlValue[]])[] = [];
  if (status !== undefined) wishes.push(['o.status = ?', [status]]);
  if (method !== undefined) wishes.push(['o.method = ?', [method]]);
  if (accountId !== undefined) wishes.push(['o.account_id = ?', [accountId]]);
  if (search !== undefined) wishes.push([FOUND, [search, search, search, search.toLowerCase()]]);
  if (after) {
    const { createdAtMs, id } = after;
    wishes.push(['o.created_at_ms <= ? AND (o.created_at_ms < ? OR o.id > ?)', [createdAtMs, createdAtMs, id]]);
  }
  const where = wishes.length > 0 ? `WHERE ${wishes.map(([words]) => words).join(' AND ')}` : '';
  const rows = await sql.all(
    `SELECT o.*, a.email FROM orders o JOIN accounts a ON a.id = o.account_id ${where}
     ORDER BY o.created_at_ms DESC, o.id LIMIT ?`,
    ...wishes.flatMap(([, values]) => values),
    rowsMax,
  );
  return rows.map(ownedFromRow);
}
