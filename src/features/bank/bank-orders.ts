/** Orders by bank transfer: a bank file, or the operator who looks at one, says what has become of them. */
import { ServiceError } from '../../core/errors.ts';
import { formatCzk, type Nanos } from '../../core/money.ts';
import { type Sql, text } from '../../platform/database/database.ts';
import { type Acting, applyInTurn, type Order, orderFromRow } from '../shop/index.ts';
import { assignMovement } from './bank-movement-store.ts';

export type OrderChange =
  /** The money of a bank transfer has come; so much of it. `movementId`: which movement of a bank file it is. */
  | {
      readonly kind: 'confirm-order';
      readonly orderId: string;
      readonly amount: Nanos;
      readonly movementId?: string | undefined;
    }
  /** This bank transfer will not be paid. */
  | { readonly kind: 'cancel-order'; readonly orderId: string };
export type OrderAction = OrderChange & { readonly accountId: string };

export async function settleBankOrder(sql: Sql, action: OrderAction, acting: Acting): Promise<void> {
  const { accountId, orderId } = action;
  const row = await sql.one(
    `SELECT o.*, a.status AS account_status FROM orders o JOIN accounts a ON a.id = o.account_id
     WHERE o.id = ? AND o.account_id = ?`,
    orderId,
    accountId,
  );
  if (!row) throw new ServiceError('not_found', 'There is no such order.');
  const order = orderFromRow(row);
  if (order.method !== 'bank') throw refused('order_settled', 'This order is paid by card: Stripe settles it.');
  refuseUnlessDue(action, order);
  if (action.kind === 'confirm-order' && text(row, 'account_status') === 'closed') {
    throw refused('account_closed', 'The account is closed: send the money back.');
  }
  const [id, by] =
    action.kind === 'confirm-order'
      ? ([`confirm-${orderId}`, 'order'] as const)
      : ([`cancel-${orderId}`, 'cancelled-order'] as const);
  const country = await countryOf(sql, action);
  await applyInTurn(sql, { id, kind: 'bank transfer', about: { by, orderId, country } }, acting);
  if (action.kind === 'confirm-order' && action.movementId !== undefined) {
    await assignMovement(sql, { movementId: action.movementId, orderId, amount: action.amount });
  }
}

/** The country of the account that the money came from: an IBAN says it, and a number as Czech banks write it is Czech. */
async function countryOf(sql: Sql, action: OrderAction): Promise<string | null> {
  if (action.kind !== 'confirm-order' || action.movementId === undefined) return null;
  const row = await sql.one('SELECT counterparty FROM bank_movements WHERE id = ?', action.movementId);
  const account = row ? text(row, 'counterparty').replaceAll(' ', '') : '';
  if (/^[A-Z]{2}\d{2}[A-Z0-9]{8,30}$/.test(account)) return account.slice(0, 2);
  return /^[\d-]{2,17}\/\d{4}$/.test(account) ? 'CZ' : null;
}

function refuseUnlessDue(action: OrderAction, order: Order): void {
  if (order.paidAtMs !== null) {
    throw refused('order_settled', `This order is paid already: invoice ${order.invoiceNumber}.`);
  }
  if (action.kind === 'cancel-order') {
    if (order.status === 'open') return;
    throw refused('order_settled', 'This order is not open any more.');
  }
  if (action.amount === order.amount) return;
  const sentence = `The order is for ${formatCzk(order.amount)} CZK. Send the money back, or add it as credit.`;
  throw refused('amount_differs', sentence);
}

const refused = (code: 'order_settled' | 'amount_differs' | 'account_closed', sentence: string): ServiceError =>
  new ServiceError(code, sentence, { param: 'czk' });
