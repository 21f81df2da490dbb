/** Actions of operators on movements of the bank, and on the orders that these pay. */
import {
  type AccountRules,
  type ActionRule,
  type ActionRules,
  DONE_ELSEWHERE,
  type WrittenDown,
} from '../../platform/action-log/action-rules.ts';
import { nextEventNumber } from '../../platform/database/counter.ts';
import type { SaleTerms } from '../shop/index.ts';
import { setMovementAside } from './bank-movement-store.ts';
import { type OrderAction, type OrderChange, settleBankOrder } from './bank-orders.ts';

export type BankChange =
  /** A movement of the bank pays no order. */
  { readonly kind: 'set-aside'; readonly movementId: string } | WrittenDown<'bank-import'>;

export const BANK_ACTIONS: ActionRules<BankChange> = {
  'set-aside': {
    object: ({ movementId }) => movementId,
    state: async (sql, { movementId }) => {
      const row = await sql.one('SELECT state, problem FROM bank_movements WHERE id = ?', movementId);
      return row ? { movement: row.state, problem: row.problem } : {};
    },
    perform: ({ sql }, { movementId }) => setMovementAside(sql, movementId),
  },
  'bank-import': DONE_ELSEWHERE,
};

export function bankOrderActions(terms: SaleTerms): AccountRules<OrderChange> {
  const settled: ActionRule<OrderAction> = {
    // Messages of providers take both locks in this order; otherwise the two would wait for each other.
    lockFirst: nextEventNumber,
    adds: async (sql, { orderId }) => {
      const order = await sql.one('SELECT status, invoice_number FROM orders WHERE id = ?', orderId);
      return order ? { order: order.status, invoice: order.invoice_number } : {};
    },
    perform: ({ sql }, action, { actor, atMs }) => settleBankOrder(sql, action, { actor, atMs, ...terms }),
  };
  return { 'confirm-order': settled, 'cancel-order': settled };
}
