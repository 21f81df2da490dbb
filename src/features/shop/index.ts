/** The part of this feature that others may use. */
export { billingToView, topUpToView } from './billing-view.ts';
export type { Buyers } from './buyer.ts';
export type { Buyer } from './buyer-contract.ts';
export { readBuyer, readVatCheck } from './buyer-store.ts';
export { failedPayment } from './failed-payment-rows.ts';
export type { OrderStatus } from './order.ts';
export { orderFromRow } from './order-row.ts';
export { orderToView, ownedOrderToView } from './order-view.ts';
export { DAY, grouped, MONEY } from './order-words.ts';
export { type OrderNeeds, orderOf } from './orders-commands.ts';
export { type Acting, applyInTurn, eventSubjectFrom } from './payment-event-store.ts';
export type { FailedPayment, Order, Orders, OwnedOrder } from './payment-ports.ts';
export type { SaleTerms } from './sale-terms.ts';
export type { TopUpState, TopUps } from './top-up.ts';
export { removeCard } from './top-up-rows.ts';
export { stateOf } from './top-up-store.ts';
export { isConfirmed, type VatCheck } from './vat-check.ts';
