import { bigint, number, type Row, type Sql, text } from '../../platform/database/database.ts';
import type { AuditReport } from './audit-report.ts';

/**
 * L12: a paid order has given something once at most, and exactly once where it was credit; its invoice is of its amount,
 * credit notes are not of more; a bank movement that has paid it is of its amount; the numbers of a series of documents are 1, 2, 3 and so on, each once.
 */
export async function auditOrders(sql: Sql, report: AuditReport): Promise<void> {
  const orders = await sql.all(
    `SELECT o.id, o.kind, o.invoice_number, a.closed_at_ms, COUNT(e.seq) AS grants
     FROM orders o JOIN accounts a ON a.id = o.account_id
     LEFT JOIN ledger_entries e ON e.account_id = o.account_id AND e.kind <> 'charge' AND e.kind = 'grant'
       AND e.reason = 'order ' || o.id || ', invoice ' || o.invoice_number
     WHERE o.paid_at_ms IS NOT NULL
     GROUP BY o.id, o.kind, o.invoice_number, a.closed_at_ms`,
  );
  for (const order of orders) {
    const grants = number(order, 'grants');
    const isSure = text(order, 'kind') === 'credit' && order.closed_at_ms === null;
    const isRight = grants === 1 || (grants === 0 && !isSure);
    report.check('L12', isRight, () => `the paid order ${text(order, 'id')} has ${grants} grants`);
  }
  await auditMovements(sql, report);
  const notes = await auditDocuments(sql, report);
  checkSeries([...orders.map((order) => text(order, 'invoice_number')), ...notes], report);
}

/** A movement of the bank that has paid an order is of its amount, and the order is paid. */
async function auditMovements(sql: Sql, report: AuditReport): Promise<void> {
  const rows = await sql.all(
    `SELECT m.id, m.amount_nanos, m.currency, o.amount_nanos AS asked_nanos, o.method, o.paid_at_ms
     FROM bank_movements m JOIN orders o ON o.id = m.order_id`,
  );
  for (const row of rows) {
    const isOfAmount = bigint(row, 'amount_nanos') === bigint(row, 'asked_nanos') && row.currency === 'CZK';
    const isRight = isOfAmount && row.method === 'bank' && row.paid_at_ms !== null;
    report.check('L12', isRight, () => `the bank movement ${text(row, 'id')} is not what its order says`);
  }
}

/** Returns the numbers of credit notes. Orders that were paid before there were documents have none. */
async function auditDocuments(sql: Sql, report: AuditReport): Promise<readonly string[]> {
  const invoices = await sql.all(
    `SELECT d.number, d.total_nanos, o.amount_nanos, o.invoice_number,
       (SELECT COALESCE(SUM(n.total_nanos), 0) FROM documents n WHERE n.order_id = o.id AND n.kind = 'credit-note') AS noted
     FROM documents d JOIN orders o ON o.id = d.order_id WHERE d.kind = 'invoice'`,
  );
  for (const row of invoices) {
    report.check('L12', isInvoiceRight(row), () => `invoice ${text(row, 'number')} is not what its order says`);
  }
  const notes = await sql.all("SELECT number FROM documents WHERE kind = 'credit-note'");
  return notes.map((row) => text(row, 'number'));
}

const isInvoiceRight = (row: Row): boolean =>
  row.number === row.invoice_number &&
  bigint(row, 'total_nanos') === bigint(row, 'amount_nanos') &&
  -bigint(row, 'noted') <= bigint(row, 'amount_nanos');

/** From 100,000 on a number has a digit more. */
function checkSeries(numbers: readonly string[], report: AuditReport): void {
  const parsed = numbers.map((written) => {
    const dash = written.lastIndexOf('-');
    return { series: written.slice(0, dash), value: Number(written.slice(dash + 1)) };
  });
  for (const [series, found] of Map.groupBy(parsed, (one) => one.series)) {
    let last = 0;
    for (const value of found.map((one) => one.value).toSorted((a, b) => a - b)) {
      const before = last;
      report.check('L12', value === before + 1, () => `after number ${before} of ${series} comes ${value}`);
      last = value;
    }
  }
}
