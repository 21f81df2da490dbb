/** Buying: orders, what a provider tells of them, vouchers, and the end of a plan. */

import { ServiceError } from '../../core/errors.ts';
import { CREDIT_MAX, type Nanos } from '../../core/money.ts';
import { type Offer, type OfferWish, offerFor, type PayMethod, type Shop } from '../../core/offer.ts';
import type { Attempts } from '../../core/people.ts';
import { changeTo, type PlanOffers } from '../../core/plan.ts';
import type { Clock, Ids, Ledger, Log, Person, Plans } from '../../core/ports.ts';
import { AccountFull, refuseWhenFull } from '../../ledger/account-full.ts';
import { networkOf } from '../../lib/ip-range.ts';
import type { Channel, Notice, Notices } from '../../platform/notices/notice.ts';
import type { Buyers } from './buyer.ts';
import { tellFailedPayment } from './failed-payments.ts';
import { printOf } from './new-voucher.ts';
import type {
  EventResult,
  Order,
  Orders,
  PaymentEvent,
  PaymentProvider,
  TransferTelling,
  VoucherGift,
  Vouchers,
} from './payment-ports.ts';
import type { TopUpService } from './top-ups.ts';

export type ShopParts = {
  readonly shop: Shop;
  /** Missing where cards are off. */
  readonly provider?: PaymentProvider | undefined;
  readonly orders: Orders;
  readonly buyers: Pick<Buyers, 'of'>;
  readonly vouchers: Vouchers;
  readonly plans: Plans;
  readonly ledger: Pick<Ledger, 'balanceOf'>;
  readonly attempts: Attempts;
  readonly notices: Notices & { channelsOf(type: Notice['type']): readonly Channel[] };
  readonly planOffers: () => PlanOffers;
  readonly cards: Pick<TopUpService, 'finishCard'>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly serviceName: string;
  readonly fingerprint: (code: string) => string;
  /** Scheme and host of our own pages. */
  readonly origin: () => string;
};

type OrderWish = OfferWish & { readonly method: PayMethod };

export type ShopService = {
  readonly shop: Shop;
  /** `url`: where to pay by card. */
  order(person: Person, wish: OrderWish): Promise<{ readonly order: Order; readonly url: string | null }>;
  redeem(person: Person, code: string, address: string): Promise<VoucherGift>;
  cancelPlan(person: Person): Promise<void>;
  /** A message from the provider. Undefined where cards are off. */
  readonly receive: ((body: Uint8Array, signature: string) => Promise<EventResult | undefined>) | undefined;
};

const HOUR_MS = 60 * 60 * 1000;
/** A page of the provider lives for a day at most. */
const CARD_HOURS = 23;
const BANK_DAYS = 14;
/** How long a provider may try a card again before a change of plan looks unpaid. */
const RETRIES_MS = 30 * 24 * HOUR_MS;
const ORDERS_AN_HOUR = 30;
const GUESSES_OF_ACCOUNT = 10;
const GUESSES_OF_ADDRESS = 30;
const PROVIDER = 'stripe';

export function createShopService(parts: ShopParts): ShopService {
  const { shop, provider, orders, vouchers, plans, attempts, clock, ids, log } = parts;

  const pageOf = (orderId: string): string => `${parts.origin()}/orders/${orderId}`;

  async function order(person: Person, wish: OrderWish) {
    const offer = offerFor(shop, wish);
    const { method } = wish;
    if (!shop.methods.includes(method)) {
      throw new ServiceError('offer_unknown', 'This way of paying is not offered.', { param: 'method' });
    }
    const nowMs = clock.nowMs();
    if (offer.kind === 'credit') await refuseWhenFull(hasRoomFor(person.accountId, offer.amount), 'offer');
    const change = offer.kind === 'plan' && (await planChange(person.accountId, { offer, method, nowMs }));
    await take([{ scope: `order:${person.accountId}`, max: ORDERS_AN_HOUR, windowMs: HOUR_MS }]);
    const vatId = (await parts.buyers.of(person.accountId))?.vatId || null;
    const placed = {
      id: ids.next('ord_'),
      accountId: person.accountId,
      offer,
      method,
      vatId,
      language: person.language ?? 'en',
      createdAtMs: nowMs,
      expiresAtMs: change
        ? change.endsAtMs + RETRIES_MS
        : nowMs + (method === 'bank' ? BANK_DAYS * 24 : CARD_HOURS) * HOUR_MS,
    };
    const made = await orders.create(placed, method === 'bank' ? howToPay(placed.id, person) : undefined);
    if (change) return { order: await changePlan(made, change.subscriptionId), url: null };
    return { order: made, url: method === 'bank' ? null : await checkout(made, person) };
  }

  /** For the person who has ordered, who need not be the owner of the account. */
  function howToPay(orderId: string, { email }: Person): TransferTelling | undefined {
    if (!shop.bank) return undefined;
    const channels = parts.notices.channelsOf('order.transfer');
    return { email, bank: shop.bank, pageUrl: pageOf(orderId), channels };
  }

  /** No customer pays for credit that could not be given. */
  async function hasRoomFor(accountId: string, amount: Nanos): Promise<void> {
    const { credit } = await parts.ledger.balanceOf(accountId, clock.nowMs());
    if (credit + amount > CREDIT_MAX) throw new AccountFull();
  }

  /** If the provider has heard it and we die before we write it down, its next invoice still names the order. */
  async function changePlan(made: Order, subscriptionId: string): Promise<Order> {
    await provider!.changeAtPeriodEnd(subscriptionId, made, `${parts.serviceName}: ${describe(made)}`);
    await orders.changeSubscription({ subscriptionId, orderId: made.id, atMs: clock.nowMs() });
    return (await orders.find(made.accountId, made.id)) ?? made;
  }

  async function checkout(made: Order, person: Person): Promise<string> {
    const back = pageOf(made.id);
    const { session, url } = await provider!.checkout(made, {
      email: person.email,
      description: `${parts.serviceName}: ${describe(made)}`,
      successUrl: back,
      cancelUrl: `${back}?left`,
    });
    await orders.setSession(made.id, session);
    return url;
  }

  /**
   * A plan that is bought, or, where a subscription by card goes on, what it becomes with its next period. No one pays
   * for what they would not get.
   */
  async function planChange(accountId: string, wish: PlanWish): Promise<Change | undefined> {
    const { offer, method, nowMs } = wish;
    const current = await plans.current(accountId, nowMs);
    if (!current) return undefined;
    const change = changeTo(offer.plan, current.plan, parts.planOffers());
    const goesOn = current.nextPlan !== null;
    if (change === 'upgrade' && !(method === 'bank' && goesOn)) return undefined;
    if (change === 'keep' && !goesOn) return undefined;
    const paid = method === 'stripe' && goesOn ? await orders.subscriptionOf(accountId) : undefined;
    if (paid?.status === 'active' && paid.plan !== offer.plan) {
      return { subscriptionId: paid.id, endsAtMs: current.endsAtMs };
    }
    throw new ServiceError(
      'plan_running',
      change === 'upgrade'
        ? 'Your plan renews itself. Cancel it first, or pay by card.'
        : 'Your plan goes on by itself. Cancel it first and choose another when it has ended.',
      { param: 'offer' },
    );
  }

  async function take(limits: Parameters<Attempts['take']>[0]): Promise<void> {
    const { waitMs } = await attempts.take(limits, clock.nowMs());
    if (waitMs > 0) {
      throw new ServiceError('too_many_attempts', 'Too many attempts; please wait.', { retryAfterMs: waitMs });
    }
  }

  /** Every try counts, also a good one until it has turned out to be: being stopped reveals nothing. */
  async function redeem({ accountId }: Person, code: string, address: string): Promise<VoucherGift> {
    const limits = [
      { scope: `voucher:account:${accountId}`, max: GUESSES_OF_ACCOUNT, windowMs: HOUR_MS },
      { scope: `voucher:network:${networkOf(address)}`, max: GUESSES_OF_ADDRESS, windowMs: HOUR_MS },
    ];
    await take(limits);
    const fingerprint = printOf(code, parts.fingerprint);
    const gift = await vouchers.redeem({ accountId, fingerprint, atMs: clock.nowMs() });
    await attempts.giveBack(limits.map(({ scope }) => scope));
    return gift;
  }

  async function cancelPlan({ accountId }: Person): Promise<void> {
    const paid = await orders.subscriptionOf(accountId);
    if (paid?.status === 'active') {
      if (!provider) throw new ServiceError('payment_provider_failed', 'Payment by card is off; ask the operator.');
      await provider.cancelAtPeriodEnd(paid.id);
      await orders.cancelSubscription(paid.id);
    }
    const isCancelled = await plans.cancel({ accountId, atMs: clock.nowMs() });
    if (!isCancelled && !paid) throw new ServiceError('not_found', 'This account has no plan.');
  }

  async function receive(body: Uint8Array, signature: string): Promise<EventResult | undefined> {
    const nowMs = clock.nowMs();
    const event = await provider!.readEvent({ body, signature, nowMs });
    if (!event) return undefined;
    if ('cardSession' in event) {
      return { outcome: (await parts.cards.finishCard(event.cardSession)) ? 'done' : 'unknown', orderId: null };
    }
    const applying = orders.apply(event, { actor: PROVIDER, atMs: nowMs });
    const result = await applying.catch((thrown: unknown) => tellRefusal(event, thrown));
    const fields = { event: event.id, type: event.kind, ...result };
    if (['done', 'duplicate', 'waiting'].includes(result.outcome)) log.info(fields, 'a payment event was taken');
    else log.error(fields, 'a payment event did not fit our orders: look at it at the provider');
    if (result.outcome === 'done' || result.outcome === 'duplicate') await tellFailedPayment(event, parts);
    return result;
  }

  /** The provider tells it again for days, and `boreal order reconcile` asks for it later: what was paid is not lost. */
  function tellRefusal({ id, kind }: PaymentEvent, thrown: unknown): never {
    if (thrown instanceof ServiceError && thrown.code === 'account_full') {
      log.error({ event: id, type: kind, code: thrown.code }, 'a payment does not fit into its account yet');
    }
    throw thrown;
  }

  return { shop, order, redeem, cancelPlan, receive: provider && receive };
}

/** Of a subscription, from the end of its period on. */
type Change = { readonly subscriptionId: string; readonly endsAtMs: number };

type PlanWish = {
  readonly offer: Offer & { readonly kind: 'plan' };
  readonly method: PayMethod;
  readonly nowMs: number;
};

/** For the provider's page and its receipts. */
function describe(order: Order): string {
  const isCzech = order.language === 'cs';
  if (order.kind === 'credit') return isCzech ? 'kredit' : 'credit';
  if (order.kind === 'package') return isCzech ? `balíček ${order.tokens} tokenů` : `package of ${order.tokens} tokens`;
  return `${isCzech ? 'tarif' : 'plan'} ${order.plan === 'pro' ? 'Pro' : 'Ultra'}`;
}

/** A step of the sweep: tells the provider to end what was replaced or belongs to a closed account. */
export async function endSubscriptions({ orders, provider, log }: Pick<ShopParts, 'orders' | 'provider' | 'log'>) {
  let ended = 0;
  if (!provider) return ended;
  for (const id of await orders.subscriptionsToEnd()) {
    try {
      await provider.end(id);
      await orders.endSubscription(id);
      ended += 1;
    } catch (cause) {
      log.error({ subscription: id, cause }, 'a subscription could not be ended at the provider; it is tried again');
    }
  }
  return ended;
}
