/** Buying: orders, what a provider tells of them, vouchers, and the end of a plan. */

import { ServiceError } from '../../core/errors.ts';
import type { Shop } from '../../core/offer.ts';
import type { Person } from '../../core/person.ts';
import { networkOf } from '../../lib/ip-range.ts';
import { actFor } from '../../platform/action-log/act-for.ts';
import type { Platform } from '../../platform/platform.ts';
import { takeAttempts } from './attempts.ts';
import { tellFailedPayment } from './failed-payments.ts';
import { printOf } from './new-voucher.ts';
import { type OrderWish, type PlacedOrder, placeOrder, type Sale } from './ordering.ts';
import type { EventResult, Orders, PaymentEvent, PaymentProvider, VoucherGift, Vouchers } from './payment-ports.ts';
import type { TopUpService } from './top-ups.ts';
import { noSuchVoucher } from './voucher-store.ts';

type ShopSources = Sale & {
  readonly stores: { readonly vouchers: Vouchers };
  readonly cards: Pick<TopUpService, 'finishCard'>;
};

export type ShopService = {
  readonly shop: Shop;
  order(person: Person, wish: OrderWish): Promise<PlacedOrder>;
  redeem(person: Person, code: string, address: string): Promise<VoucherGift>;
  cancelPlan(person: Person): Promise<void>;
  /** A message from the provider. Undefined where cards are off. */
  readonly receive: ((body: Uint8Array, signature: string) => Promise<EventResult | undefined>) | undefined;
};

const HOUR_MS = 60 * 60 * 1000;
const GUESSES_OF_ACCOUNT = 10;
const GUESSES_OF_ADDRESS = 30;
const PROVIDER = 'stripe';

export function createShopService(platform: Platform, sources: ShopSources): ShopService {
  const { shop, provider, stores } = sources;
  const { clock } = platform;

  const order = (person: Person, wish: OrderWish) => placeOrder(platform, sources, { person, wish });

  /** Every try counts, also a good one until it has turned out to be: being stopped reveals nothing. */
  async function redeem(person: Person, code: string, address: string): Promise<VoucherGift> {
    const { accountId } = person;
    const limits = [
      { scope: `voucher:account:${accountId}`, max: GUESSES_OF_ACCOUNT, windowMs: HOUR_MS },
      { scope: `voucher:network:${networkOf(address)}`, max: GUESSES_OF_ADDRESS, windowMs: HOUR_MS },
    ];
    await takeAttempts(stores.attempts, limits, clock.nowMs());
    const fingerprint = printOf(code, platform.fingerprint);
    const voucher = await stores.vouchers.find(fingerprint);
    if (!voucher) throw noSuchVoucher();
    const { hint, gift } = voucher;
    const change = { kind: 'redeem-voucher', voucher: { hint, gift }, fingerprint } as const;
    await actFor(platform, person, change, { reason: 'redeemed a voucher' });
    await stores.attempts.giveBack(limits.map(({ scope }) => scope));
    return gift;
  }

  async function cancelPlan(person: Person): Promise<void> {
    const paid = await stores.orders.subscriptionOf(person.accountId);
    if (paid?.status === 'active') {
      if (!provider) throw new ServiceError('payment_provider_failed', 'Payment by card is off; ask the operator.');
      await provider.cancelAtPeriodEnd(paid.id);
      await stores.orders.cancelSubscription(paid.id);
    }
    const change = { kind: 'cancel-plan', wasPaid: paid !== undefined } as const;
    await actFor(platform, person, change, { reason: 'cancelled the plan' });
  }

  async function receive(body: Uint8Array, signature: string): Promise<EventResult | undefined> {
    const event = await provider!.readEvent({ body, signature, nowMs: clock.nowMs() });
    if (!event) return undefined;
    if (!('cardSession' in event)) return applyEvent(platform, stores.orders, event);
    const isSaved = await sources.cards.finishCard(event.cardSession);
    return { outcome: isSaved ? 'done' : 'unknown', orderId: null };
  }

  return { shop, order, redeem, cancelPlan, receive: provider && receive };
}

async function applyEvent(platform: Platform, orders: Orders, event: PaymentEvent): Promise<EventResult> {
  const { clock, log } = platform;
  const applying = orders.apply(event, { actor: PROVIDER, atMs: clock.nowMs() });
  const result = await applying.catch((thrown: unknown) => logRefusal(platform, event, thrown));
  const fields = { event: event.id, type: event.kind, ...result };
  if (['done', 'duplicate', 'waiting'].includes(result.outcome)) log.info(fields, 'a payment event was taken');
  else log.error(fields, 'a payment event did not fit our orders: look at it at the provider');
  if (result.outcome === 'done' || result.outcome === 'duplicate') await tellFailedPayment(platform, orders, event);
  return result;
}

/** The provider tells it again for days, and `boreal order reconcile` asks for it later: what was paid is not lost. */
function logRefusal({ log }: Platform, { id, kind }: PaymentEvent, thrown: unknown): never {
  if (thrown instanceof ServiceError && thrown.code === 'account_full') {
    log.error({ event: id, type: kind, code: thrown.code }, 'a payment does not fit into its account yet');
  }
  throw thrown;
}

/** A step of the sweep: tells the provider to end what was replaced or belongs to a closed account. */
export async function endSubscriptions(
  { log }: Pick<Platform, 'log'>,
  { orders, provider }: { readonly orders: Orders; readonly provider: PaymentProvider | undefined },
): Promise<number> {
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
