/** Offers, orders and gifts as the pages show them. */

import { formatCzk } from '../../core/money.ts';
import type { BankAccount, Offer, Shop } from '../../core/offer.ts';
import { orderOf, type PlanOffers } from '../../core/plan.ts';
import { isConsumer } from './buyer.ts';
import type { Buyer } from './buyer-contract.ts';
import type { BankView, GiftView, OffersView, OfferView, OrderView, WithdrawalView } from './contract.ts';
import type { OrderRow, WithdrawalRow } from './operator-contract.ts';
import type { Order, OwnedOrder, VoucherGift } from './payment-ports.ts';
import { transferFor } from './transfer.ts';
import type { Withdrawal, WithdrawalLook } from './withdrawals.ts';

export const offersToView = (
  { methods, offers, anyAmount, seller, termsVersion }: Shop,
  plans: PlanOffers,
  buyer: Buyer | undefined,
): OffersView => ({
  methods,
  offers: offers.map((offer) => offerToView(offer, plans)),
  anyAmount: anyAmount && { minCzk: formatCzk(anyAmount.min), maxCzk: formatCzk(anyAmount.max) },
  termsVersion,
  asksToBegin: termsVersion !== null && isConsumer(buyer),
  hasVat: seller?.isVatPayer ?? false,
});

const offerToView = (offer: Offer, plans: PlanOffers): OfferView => ({
  id: offer.id,
  kind: offer.kind,
  czk: formatCzk(offer.amount),
  tokens: tokensOf(offer, plans),
  creditCzk: creditOf(offer, plans),
  days: offer.kind === 'package' ? offer.days : null,
  plan: offer.kind === 'plan' ? offer.plan : null,
  planName: offer.kind === 'plan' ? offer.name : null,
  every: offer.kind === 'plan' ? offer.every : null,
  order: offer.kind === 'plan' ? orderOf(offer.plan, plans[offer.plan]) : null,
});

function creditOf(offer: Offer, plans: PlanOffers): string | null {
  const credit = offer.kind === 'plan' ? plans[offer.plan]?.credit : undefined;
  return credit === undefined ? null : formatCzk(credit);
}

function tokensOf(offer: Offer, plans: PlanOffers): number | null {
  const tokens =
    offer.kind === 'plan' ? plans[offer.plan]?.tokens : offer.kind === 'package' ? offer.tokens : undefined;
  return tokens === undefined ? null : Number(tokens);
}

/** `bank`: null where the operator takes no transfers. */
type PaidTo = { readonly bank: BankAccount | null; readonly serviceName: string };

export const orderToView = (order: Order, to: PaidTo): OrderView => ({
  ...orderAbout(order),
  bank: order.paidAtMs === null ? bankToView(order, to) : null,
});

/** All but how to pay it. */
const orderAbout = (order: Order): Omit<OrderView, 'bank'> => ({
  id: order.id,
  kind: order.kind,
  czk: formatCzk(order.amount),
  tokens: order.kind === 'package' ? Number(order.tokens) : null,
  plan: order.kind === 'plan' ? order.plan : null,
  planName: order.kind === 'plan' ? order.name : null,
  every: order.kind === 'plan' ? order.every : null,
  method: order.method,
  status: order.status,
  createdAtMs: order.createdAtMs,
  expiresAtMs: order.expiresAtMs,
  paidAtMs: order.paidAtMs,
  refundedCzk: formatCzk(order.refunded),
  invoiceNumber: order.invoiceNumber,
  vatId: order.vatId,
  waitsForRenewal: order.waitsForRenewal,
  termsVersion: order.termsVersion,
  isAutomatic: order.isAutomatic,
});

export const ownedOrderToView = (order: OwnedOrder): OrderRow => ({
  ...orderAbout(order),
  accountId: order.accountId,
  email: order.email,
  variableSymbol: order.variableSymbol,
});

/** How to pay; null for an order by card, and when the operator no longer takes transfers. */
function bankToView({ amount, variableSymbol }: Order, { bank, serviceName }: PaidTo): BankView | null {
  if (!bank || variableSymbol === null) return null;
  return transferFor({ amount, variableSymbol }, { bank, serviceName });
}

export const withdrawalToView = ({ untilMs, refused, refund, declared }: WithdrawalLook): WithdrawalView => ({
  untilMs,
  refused,
  refundCzk: refund === null ? null : formatCzk(refund),
  declared: declared && {
    name: declared.name,
    email: declared.email,
    atMs: declared.atMs,
    refundCzk: formatCzk(declared.refund),
    sentAtMs: declared.sentAtMs,
  },
});

export const withdrawalToRow = ({ amount, refund, ...withdrawal }: Withdrawal): WithdrawalRow => ({
  ...withdrawal,
  czk: formatCzk(amount),
  refundCzk: formatCzk(refund),
});

export function giftToView(gift: VoucherGift): GiftView {
  switch (gift.kind) {
    case 'credit':
      return { kind: 'credit', czk: formatCzk(gift.amount) };
    case 'package':
      return { kind: 'package', tokens: Number(gift.tokens), days: gift.days };
    case 'plan':
      return { kind: 'plan', plan: gift.plan, months: gift.months };
  }
}
