/** Automatic top-up: what customers choose, their saved card, and the sweep that charges it when credit is low. */

import { invalidField, ServiceError } from '../../core/errors.ts';
import { AMOUNT_MAX, formatCzk, type Nanos, parseCzk } from '../../core/money.ts';
import type { AmountRange, Shop } from '../../core/offer.ts';
import type { Attempts } from '../../core/people.ts';
import type { Person } from '../../core/person.ts';
import { actFor } from '../../platform/action-log/act-for.ts';
import type { Platform } from '../../platform/platform.ts';
import { takeAttempts } from './attempts.ts';
import { tellFailedPayment } from './failed-payments.ts';
import type { CardOnPage, Orders, PaymentProvider } from './payment-ports.ts';
import type { AutomaticOrder, TopUpState, TopUps } from './top-up.ts';

export type TopUpSources = {
  readonly shop: Shop;
  /** Missing where cards are off. */
  readonly provider?: PaymentProvider | undefined;
  readonly topUps: TopUps;
  readonly orders: Pick<Orders, 'apply' | 'failedPayment'>;
  readonly attempts: Attempts;
};

type Wish = {
  readonly isOn: boolean;
  readonly belowCzk: string;
  readonly amountCzk: string;
  readonly monthMaxCzk: string;
};

export type TopUpService = {
  /** `limits`: the amounts between which one top-up is; null where this is not offered. */
  of(accountId: string): Promise<TopUpState & { readonly limits: AmountRange | null }>;
  set(person: Person, wish: Wish): Promise<void>;
  /** Returns the page of the provider on which a card is saved. */
  beginCard(person: Person): Promise<string>;
  /** Takes the card that was saved on a page, if one was, for this account. To take it twice changes nothing. */
  finishCard(session: string, accountId?: string): Promise<boolean>;
  removeCard(person: Person): Promise<void>;
};

const HOUR_MS = 60 * 60 * 1000;
const PAGES_AN_HOUR = 10;
const MINUTE_MS = 60_000;
/** The provider knows a repeated call for a day. Long before that we only look whether there was a charge. */
const CHARGE_FOR_MS = 30 * MINUTE_MS;
const LOOK_AFTER_MS = HOUR_MS;
const PROVIDER = 'stripe';

/** Sold where cards are taken and customers may choose an amount. */
const offeredBy = ({ shop, provider }: TopUpSources) =>
  provider && shop.anyAmount ? { provider, limits: shop.anyAmount } : undefined;

export function createTopUpService(platform: Platform, sources: TopUpSources): TopUpService {
  const { clock, origin } = platform;
  const { topUps, attempts } = sources;

  function requireOffered(): { readonly provider: PaymentProvider; readonly limits: AmountRange } {
    const offered = offeredBy(sources);
    if (offered) return offered;
    throw new ServiceError('offer_unknown', 'Automatic top-up is not offered here.');
  }

  return {
    of: async (accountId) => ({
      ...(await topUps.of(accountId, clock.nowMs())),
      limits: offeredBy(sources)?.limits ?? null,
    }),

    set: async (person, wish) => {
      const rule = {
        isOn: wish.isOn,
        below: parseCzk(wish.belowCzk),
        amount: parseCzk(wish.amountCzk),
        monthMax: parseCzk(wish.monthMaxCzk),
      };
      refuseOutside('amountCzk', rule.amount, requireOffered().limits);
      // A single top-up is enough then, and there is no row of small ones.
      if (rule.below > rule.amount) throw invalidField('belowCzk', `must be at most the amount, ${wish.amountCzk} CZK`);
      refuseOutside('monthMaxCzk', rule.monthMax, { min: rule.amount, max: AMOUNT_MAX });
      const change = { kind: 'set-top-up', rule, language: person.language ?? 'en' } as const;
      await actFor(platform, person, change, { reason: 'set automatic top-up' });
    },

    beginCard: async ({ accountId, userId, email, language }) => {
      const { provider } = requireOffered();
      const limit = { scope: `card:${accountId}`, max: PAGES_AN_HOUR, windowMs: HOUR_MS };
      await takeAttempts(attempts, [limit], clock.nowMs());
      const back = new URL('/billing/buy', origin()).href;
      return provider.cardPage({
        accountId,
        userId,
        email,
        language: language ?? 'en',
        // The provider writes the id of its page here.
        successUrl: `${back}?card={CHECKOUT_SESSION_ID}`,
        cancelUrl: back,
      });
    },

    finishCard: async (session, accountId) => {
      const saved = await sources.provider?.savedCard(session);
      if (!saved || (accountId !== undefined && saved.accountId !== accountId)) return false;
      return logSavedCard(platform, saved);
    },

    removeCard: async (person) =>
      void (await actFor(platform, person, { kind: 'remove-card' }, { reason: 'removed the saved card' })),
  };
}

/** False where the account is of another service with the same provider. Once for a card. */
async function logSavedCard({ actionLog, clock }: Platform, saved: CardOnPage): Promise<boolean> {
  const { card, accountId, userId, email } = saved;
  const by = { actor: email || PROVIDER, memberId: userId, reason: 'saved a card', atMs: clock.nowMs() };
  try {
    await actionLog.act({ ...by, id: `card-${card.customer}`, action: { kind: 'save-card', accountId, card } });
    return true;
  } catch (thrown) {
    if (thrown instanceof ServiceError && thrown.code === 'not_found') return false;
    throw thrown;
  }
}

function refuseOutside(param: string, amount: Nanos, { min, max }: AmountRange): void {
  if (amount >= min && amount <= max) return;
  throw invalidField(param, `must be an amount from ${formatCzk(min)} to ${formatCzk(max)} CZK`);
}

/**
 * A step of the sweep. The order is written before the card is charged, so that a server that dies leaves what another one
 * finds: it asks for the same charge again, by the same key. Returns how many orders were written or settled.
 */
export async function topUpAccounts(platform: Platform, sources: TopUpSources): Promise<number> {
  const { clock, ids } = platform;
  const { topUps, provider } = sources;
  if (!provider) return 0;
  let done = 0;
  let accounts: readonly string[] = offeredBy(sources) ? await topUps.due('', clock.nowMs()) : [];
  while (accounts.length > 0) {
    for (const accountId of accounts) {
      if (await topUps.order({ id: ids.next('ord_'), accountId, nowMs: clock.nowMs() })) done += 1;
    }
    accounts = await topUps.due(accounts.at(-1)!, clock.nowMs());
  }
  for (const claimed of await topUps.claim(clock.nowMs())) {
    if (await settle(platform, { orders: sources.orders, provider }, claimed)) done += 1;
  }
  return done;
}

async function settle(
  platform: Platform,
  { orders, provider }: Pick<TopUpSources, 'orders'> & { readonly provider: PaymentProvider },
  { order, card }: AutomaticOrder,
): Promise<boolean> {
  const { clock, log, serviceName } = platform;
  try {
    const ageMs = clock.nowMs() - order.createdAtMs;
    if (ageMs >= CHARGE_FOR_MS && ageMs < LOOK_AFTER_MS) return false;
    const about =
      ageMs < CHARGE_FOR_MS
        ? await provider.charge(order, card, `${serviceName}: ${order.language === 'cs' ? 'kredit' : 'credit'}`)
        : await provider.findCharge(order, card);
    if (!about) return false;
    const event = { id: `top-up/${order.id}/${about.fact.kind}`, kind: 'top-up', about };
    const { outcome } = await orders.apply(event, { actor: PROVIDER, atMs: clock.nowMs() });
    const fields = { orderId: order.id, payment: about.payment, failure: about.failure, outcome };
    if (outcome === 'done' || outcome === 'duplicate') log.info(fields, 'an automatic top-up was settled');
    else log.error(fields, 'an automatic top-up did not fit its order: look at it at the provider');
    await tellFailedPayment(platform, orders, event);
    return true;
  } catch (cause) {
    log.error(
      { orderId: order.id, cause },
      'the provider did not say what became of an automatic top-up; it is asked again',
    );
    return false;
  }
}

/** A step of the sweep: the provider forgets the cards that were removed. */
export async function forgetCards(
  { clock, log }: Platform,
  { topUps, provider }: Pick<TopUpSources, 'topUps' | 'provider'>,
): Promise<number> {
  let forgotten = 0;
  if (!provider) return forgotten;
  for (const customer of await topUps.cardsToForget()) {
    try {
      await provider.forgetCard(customer);
      await topUps.forgotten(customer, clock.nowMs());
      forgotten += 1;
    } catch (cause) {
      log.error({ customer, cause }, 'a removed card could not be forgotten at the provider; it is tried again');
    }
  }
  return forgotten;
}
