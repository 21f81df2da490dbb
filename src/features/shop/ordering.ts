/** A customer orders: by transfer, on the provider's page, or as a change of the plan that a card pays already. */

import { ServiceError } from '../../core/errors.ts';
import { CREDIT_MAX, type Nanos } from '../../core/money.ts';
import { type Offer, type OfferWish, offerFor, type PayMethod, type Shop } from '../../core/offer.ts';
import type { Attempts } from '../../core/people.ts';
import type { Person } from '../../core/person.ts';
import { changeTo, type PlanOffers } from '../../core/plan.ts';
import { AccountFull, refuseWhenFull } from '../../ledger/account-full.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Plans } from '../../ledger/plan-store.ts';
import { actFor } from '../../platform/action-log/act-for.ts';
import type { Platform } from '../../platform/platform.ts';
import { takeAttempts } from './attempts.ts';
import { type Buyers, isConsumer } from './buyer.ts';
import type { Buyer } from './buyer-contract.ts';
import { ORDER_TRANSFER } from './notices.ts';
import { DAY } from './order-words.ts';
import type { Agreed, Order, Orders, PaymentProvider, TransferTelling } from './payment-ports.ts';

export type Sale = {
  readonly shop: Shop;
  /** Missing where cards are off. */
  readonly provider?: PaymentProvider | undefined;
  readonly stores: {
    readonly orders: Orders;
    readonly buyers: Pick<Buyers, 'of'>;
    readonly plans: Plans;
    readonly ledger: Pick<Ledger, 'balanceOf'>;
    readonly attempts: Attempts;
  };
  readonly planOffers: () => PlanOffers;
  /** Asks VIES about the VAT id of the buyer, where it has to be asked. */
  readonly checkBuyer: (accountId: string, buyer: Buyer | undefined) => Promise<unknown>;
};

export type OrderWish = OfferWish & {
  readonly method: PayMethod;
  readonly acceptedTerms?: string | undefined;
  readonly beginAtOnce?: boolean | undefined;
};

/** `url`: the page on which it is paid by card. */
export type PlacedOrder = { readonly order: Order; readonly url: string | null };

const HOUR_MS = 60 * 60 * 1000;
/** A page of the provider lives for a day at most. */
const CARD_HOURS = 23;
const BANK_DAYS = 14;
/** The time in which a provider may try a card again before a change of plan looks unpaid. */
const RETRIES_MS = 30 * 24 * HOUR_MS;
const ORDERS_AN_HOUR = 30;

export async function placeOrder(
  platform: Platform,
  sale: Sale,
  { person, wish }: { readonly person: Person; readonly wish: OrderWish },
): Promise<PlacedOrder> {
  const { shop, stores } = sale;
  const { accountId } = person;
  const { method } = wish;
  const nowMs = platform.clock.nowMs();
  const offer = offerFor(shop, wish);
  if (!shop.methods.includes(method)) {
    throw new ServiceError('offer_unknown', 'This way of paying is not offered.', { param: 'method' });
  }
  if (offer.kind === 'credit') {
    await refuseWhenFull(requireRoom(stores.ledger, { accountId, amount: offer.amount, nowMs }), 'offer');
  }
  const buyer = await stores.buyers.of(accountId);
  const agreed = agreedIn(wish, { termsVersion: shop.termsVersion, isConsumer: isConsumer(buyer) });
  const change = offer.kind === 'plan' && (await planChange(sale, { accountId, offer, method, nowMs }));
  const limit = { scope: `order:${accountId}`, max: ORDERS_AN_HOUR, windowMs: HOUR_MS };
  await takeAttempts(stores.attempts, [limit], nowMs);
  await sale.checkBuyer(accountId, buyer);
  const placed = {
    id: platform.ids.next('ord_'),
    accountId,
    offer,
    method,
    vatId: buyer?.vatId || null,
    agreed,
    language: person.language ?? 'en',
    createdAtMs: nowMs,
    expiresAtMs: change ? change.endsAtMs + RETRIES_MS : nowMs + payableMs(method),
  };
  const telling = method === 'bank' ? howToPay(platform, shop, { orderId: placed.id, person }) : undefined;
  await actFor(platform, person, { kind: 'place-order', order: placed, telling }, { reason: 'ordered' });
  const made = (await stores.orders.find(accountId, placed.id))!;
  if (change) return { order: await changePlan(platform, sale, { made, ...change }), url: null };
  return { order: made, url: method === 'bank' ? null : await checkout(platform, sale, { made, person }) };
}

type Asked = { readonly termsVersion: string | null; readonly isConsumer: boolean };

/** The consent to begin is a consumer's, who could otherwise give everything back after using it. */
function agreedIn({ acceptedTerms, beginAtOnce }: OrderWish, { termsVersion, isConsumer }: Asked): Agreed {
  if (termsVersion === null) return { termsVersion: null, beginsAtOnce: beginAtOnce ?? null };
  if (acceptedTerms !== termsVersion) {
    const message = `An order takes that you accept the terms of version ${termsVersion}.`;
    throw new ServiceError('terms_not_accepted', message, { param: 'acceptedTerms' });
  }
  if (isConsumer && beginAtOnce !== true) {
    const message = 'An order of a consumer takes the consent that use begins at once.';
    throw new ServiceError('consent_required', message, { param: 'beginAtOnce' });
  }
  return { termsVersion, beginsAtOnce: beginAtOnce ?? null };
}

const payableMs = (method: PayMethod): number => (method === 'bank' ? BANK_DAYS * 24 : CARD_HOURS) * HOUR_MS;

type Room = { readonly accountId: string; readonly amount: Nanos; readonly nowMs: number };

/** No customer pays for credit that could not be given. */
async function requireRoom(ledger: Sale['stores']['ledger'], { accountId, amount, nowMs }: Room): Promise<void> {
  const { credit } = await ledger.balanceOf(accountId, nowMs);
  if (credit + amount > CREDIT_MAX) throw new AccountFull();
}

type PlanWish = {
  readonly accountId: string;
  readonly offer: Offer & { readonly kind: 'plan' };
  readonly method: PayMethod;
  readonly nowMs: number;
};

/** A subscription becomes another one from the end of its period on. */
type Change = { readonly subscriptionId: string; readonly endsAtMs: number };

/**
 * A plan that is bought, or, where a subscription by card goes on, what it becomes with its next period. No one pays
 * for what they would not get.
 */
async function planChange({ stores, planOffers }: Sale, wish: PlanWish): Promise<Change | undefined> {
  const { accountId, offer, method, nowMs } = wish;
  const current = await stores.plans.current(accountId, nowMs);
  if (!current) return undefined;
  const change = changeTo(offer.plan, current.plan, planOffers());
  const goesOn = current.isRenewing;
  const isAhead = current.periodsPaid > 0;
  if (isAhead && !goesOn && change === 'keep' && method === 'bank') return undefined;
  if (isAhead && (!goesOn || change === 'upgrade')) {
    const paidUntil = `Your plan is paid until ${DAY.en(current.paidUntilMs)}: choose another one then.`;
    throw new ServiceError('plan_running', paidUntil, { param: 'offer' });
  }
  if (change === 'upgrade' && !(method === 'bank' && goesOn)) return undefined;
  if (change === 'keep' && !goesOn) return undefined;
  const paid = method === 'stripe' && goesOn ? await stores.orders.subscriptionOf(accountId) : undefined;
  if (paid?.status === 'active' && paid.plan !== offer.plan) {
    return { subscriptionId: paid.id, endsAtMs: current.paidUntilMs };
  }
  throw new ServiceError(
    'plan_running',
    change === 'upgrade'
      ? 'Your plan renews itself. Cancel it first, or pay by card.'
      : 'Your plan goes on by itself. Cancel it first and choose another when it has ended.',
    { param: 'offer' },
  );
}

const pageOf = ({ origin }: Platform, orderId: string): string => `${origin()}/orders/${orderId}`;

/** For the person who has ordered, who need not be the owner of the account. */
function howToPay(
  platform: Platform,
  { bank }: Shop,
  { orderId, person }: { readonly orderId: string; readonly person: Person },
): TransferTelling | undefined {
  if (!bank) return undefined;
  const channels = platform.notices.channelsOf(ORDER_TRANSFER);
  return { email: person.email, bank, pageUrl: pageOf(platform, orderId), channels };
}

/** If the provider has heard it and we die before we write it down, its next invoice still names the order. */
async function changePlan(
  { clock, serviceName }: Platform,
  { provider, stores: { orders } }: Sale,
  { made, subscriptionId }: { readonly made: Order; readonly subscriptionId: string },
): Promise<Order> {
  await provider!.changeAtPeriodEnd(subscriptionId, made, `${serviceName}: ${describe(made)}`);
  await orders.changeSubscription({ subscriptionId, orderId: made.id, atMs: clock.nowMs() });
  return (await orders.find(made.accountId, made.id)) ?? made;
}

async function checkout(
  platform: Platform,
  { provider, stores: { orders } }: Sale,
  { made, person }: { readonly made: Order; readonly person: Person },
): Promise<string> {
  const back = pageOf(platform, made.id);
  const { session, url } = await provider!.checkout(made, {
    email: person.email,
    description: `${platform.serviceName}: ${describe(made)}`,
    successUrl: back,
    cancelUrl: `${back}?left`,
  });
  await orders.setSession(made.id, session);
  return url;
}

/** For the provider's page and its receipts. */
function describe(order: Order): string {
  const isCzech = order.language === 'cs';
  if (order.kind === 'credit') return isCzech ? 'kredit' : 'credit';
  if (order.kind === 'package') return isCzech ? `balíček ${order.tokens} tokenů` : `package of ${order.tokens} tokens`;
  const year = order.every === 'year' ? (isCzech ? ' na rok' : ' for a year') : '';
  return `${isCzech ? 'tarif' : 'plan'} ${order.name[order.language]}${year}`;
}
