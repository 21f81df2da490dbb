/** A customer with a saved card, and the sweep that charges it. */
import { formatCzk, nanos, parseCzk } from '../../src/core/money.ts';
import { forgetCards, type TopUpSources, topUpAccounts } from '../../src/features/shop/top-ups.ts';
import { SELLER_SETTING } from '../support/known-sellers.ts';
import { sessionEvent } from '../support/stripe-events.ts';
import type { Visitor } from '../support/visitor.ts';
import { type Payments, startPayments } from './payments.fixture.ts';

type TopUps = Payments & {
  /** Saves a card as a customer does: the page, the card, and back again. */
  saveCard(who: Visitor): Promise<void>;
  set(who: Visitor, rule?: Partial<Rule>): ReturnType<Visitor['ask']>;
  view(who: Visitor): Promise<Awaited<ReturnType<typeof viewOf>>>;
  /** Leaves the account so much credit. */
  leave(who: Visitor, czk: string): Promise<void>;
  credit(who: Visitor): Promise<string>;
  /** A turn of the sweep, on a server with other sources if they are given. */
  sweep(changed?: Partial<TopUpSources>): Promise<number>;
  forget(): Promise<number>;
};

type Rule = {
  readonly isOn: boolean;
  readonly belowCzk: string;
  readonly amountCzk: string;
  readonly monthMaxCzk: string;
};

export const RULE: Rule = { isOn: true, belowCzk: '100', amountCzk: '500', monthMaxCzk: '2000' };

const viewOf = async (who: Visitor) => (await who.ask('GET /api/billing/top-up')).body;

export async function startTopUps(changes: object = {}): Promise<TopUps> {
  const payments = await startPayments({ anyAmount: { min: '50', max: '20000' }, seller: SELLER_SETTING, ...changes });
  const { service, stripe } = payments;
  const { platform, stores, clock, topUpSources } = service;
  stripe.cards.setClock(() => clock.nowMs());

  return {
    ...payments,
    saveCard: async (who) => {
      const { body, error } = await who.ask('POST /api/billing/card', { body: { consent: true } });
      if (error) throw new Error(error.message);
      await fetch(body.url, { method: 'POST', redirect: 'manual' });
      const session = stripe.sessions.at(-1)!.id;
      await who.ask('POST /api/billing/card/finish', { body: { session } });
    },
    set: (who, rule = {}) => who.ask('PATCH /api/billing/top-up', { body: { ...RULE, ...rule } }),
    view: viewOf,
    leave: async ({ accountId }, czk) => {
      const { credit } = await stores.ledger.balanceOf(accountId, clock.nowMs());
      const amount = nanos(parseCzk(czk) - credit);
      await stores.credits.correct({ accountId, amount, reason: 'spent', actor: 'test', atMs: clock.nowMs() });
    },
    credit: async ({ accountId }) => formatCzk((await stores.ledger.balanceOf(accountId, clock.nowMs())).credit),
    sweep: (changed = {}) => topUpAccounts(platform, { ...topUpSources, ...changed }),
    forget: () => forgetCards(platform, topUpSources),
    [Symbol.asyncDispose]: () => payments[Symbol.asyncDispose](),
  };
}

/** The message by which Stripe tells that a card was saved. */
export const cardSavedEvent = (id: string, session: string, accountId: string) => {
  const event = sessionEvent(id, 'completed', { session, order: accountId, paymentStatus: 'no_payment_required' });
  const object = { ...event.data.object, mode: 'setup', metadata: { purpose: 'save-card' } };
  return { ...event, data: { object } };
};

/** Stripe's event about a payment of a saved card. */
export const intentEvent = (id: string, kind: 'succeeded' | 'payment_failed', object: object) => ({
  ...sessionEvent(id, 'completed', { session: '', order: null }),
  type: `payment_intent.${kind}`,
  data: { object },
});
