/** Payments that did not go through, for those who want to know. */
import { nanos } from '../../core/money.ts';
import { bigint, type Row, type Sql, text } from '../../platform/database/database.ts';
import { OWNER_EMAIL } from '../../platform/notices/owner-sql.ts';
import type { EventSubject, FailedPayment } from './payment-ports.ts';

/** Nothing where it was paid meanwhile: messages come in any order. Nor of an account that is closed. */
export async function failedPayment(sql: Sql, about: EventSubject): Promise<FailedPayment | undefined> {
  if (about.by === 'session' && about.fact.kind === 'failed') {
    const row = await ownedRow(sql, 'provider_session', about.session);
    if (!row || row.paid_at_ms !== null) return undefined;
    return { ...aboutOrder(row), ...ofOrder(row), what: 'order' };
  }
  if (about.by === 'charge' && about.failure) {
    const row = await ownedRow(sql, 'id', about.orderId);
    if (!row || row.paid_at_ms !== null) return undefined;
    const rule = await sql.one('SELECT paused_at_ms FROM top_ups WHERE account_id = ?', text(row, 'account_id'));
    const topUp = { failure: about.failure, isPaused: rule?.paused_at_ms !== null };
    return { ...aboutOrder(row), ...ofOrder(row), what: 'top-up', topUp };
  }
  if (about.by !== 'renewal-failed') return undefined;
  const renewed = await sql.one('SELECT paid_at_ms FROM orders WHERE provider_invoice = ?', about.invoice);
  if (renewed && renewed.paid_at_ms !== null) return undefined;
  const first = await ownedRow(sql, 'id', about.orderId);
  return first && { ...aboutOrder(first), id: about.invoice, what: 'renewal', amount: about.amount };
}

const ownedRow = (sql: Sql, column: 'id' | 'provider_session', value: string): Promise<Row | undefined> =>
  sql.one(
    `SELECT o.*, ${OWNER_EMAIL} FROM orders o JOIN accounts a ON a.id = o.account_id
     WHERE o.${column} = ? AND a.status <> 'closed'`,
    value,
  );

const ofOrder = (row: Row) => ({ id: text(row, 'id'), amount: nanos(bigint(row, 'amount_nanos')) });

const aboutOrder = (row: Row) => ({
  accountId: text(row, 'account_id'),
  orderId: text(row, 'id'),
  email: text(row, 'email'),
  language: text(row, 'language') as FailedPayment['language'],
});
