import { number, type Sql, text } from '../database.ts';
import type { AuditReport } from './audit-report.ts';

/**
 * L12: a paid order has given something once at most, and exactly once where it was credit; the invoice numbers of a year
 * are 1, 2, 3 and so on, each once.
 */
export async function auditOrders(sql: Sql, report: AuditReport): Promise<void> {
  const orders = await sql.all(
    `SELECT o.id, o.kind, o.invoice_number, a.closed_at_ms, COUNT(e.seq) AS grants
     FROM orders o JOIN accounts a ON a.id = o.account_id
     LEFT JOIN ledger_entries e ON e.account_id = o.account_id AND e.kind <> 'charge' AND e.kind = 'grant'
       AND e.reason = 'order ' || o.id || ', invoice ' || o.invoice_number
     WHERE o.paid_at_ms IS NOT NULL
     GROUP BY o.id, o.kind, o.invoice_number, a.closed_at_ms
     -- From 100,000 on a number has a digit more, and comes later all the same.
     ORDER BY SUBSTR(o.invoice_number, 1, 4), LENGTH(o.invoice_number), o.invoice_number`,
  );
  const lastOf = new Map<string, number>();
  for (const order of orders) {
    const grants = number(order, 'grants');
    const isSure = text(order, 'kind') === 'credit' && order.closed_at_ms === null;
    const isRight = grants === 1 || (grants === 0 && !isSure);
    report.check('L12', isRight, () => `the paid order ${text(order, 'id')} has ${grants} grants`);
    const [year = '', written = ''] = text(order, 'invoice_number').split('-');
    const last = lastOf.get(year) ?? 0;
    lastOf.set(year, Number(written));
    report.check('L12', Number(written) === last + 1, () => `after invoice ${last} of ${year} comes ${written}`);
  }
}
