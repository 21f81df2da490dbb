/** The settings area with Stripe's stand-in behind it, and short words for orders and messages. */
import { afterEach, beforeEach, expect } from 'bun:test';
import { parseCzk } from '../../src/core/money.ts';
import { type SettingsService, startSettings } from '../support/settings-service.ts';
import { invoicePaymentEvent, sessionEvent } from '../support/stripe-events.ts';
import { STRIPE_KEY, type StripeStandIn, signed, startStripe, WEBHOOK_SECRET } from '../support/stripe-stand-in.ts';
import type { Visitor } from '../support/visitor.ts';

export const BANK = { iban: 'CZ65 0800 0000 1920 0014 5399', name: 'Boreal s.r.o.' };
const GRANTED_CZK = '1000';

export type Payments = AsyncDisposable & {
  readonly service: SettingsService;
  readonly stripe: StripeStandIn;
  /** Orders something by card. */
  buy(who: Visitor, offer: string): Promise<{ readonly order: string; readonly session: string }>;
  /** Buys a plan by card and pays for it. The subscription, invoice and payment have this number. */
  subscribe(who: Visitor, plan: 'pro' | 'ultra', number?: number): Promise<Subscribed>;
  /** Sends a message as Stripe does. */
  tell(event: object): Promise<Answer>;
  post(body: string, headers: Readonly<Record<string, string>>): Promise<Answer>;
  /** How much more credit there is than at the start, in CZK. */
  gained(who: Visitor): Promise<number>;
  /** Lets time pass, with what it brings to plans and pots. */
  pass(ms: number): Promise<void>;
};

type Subscribed = {
  readonly order: string;
  readonly session: string;
  readonly subscription: string;
  readonly invoice: string;
  readonly payment: string;
  readonly hellers: number;
};

/** The prices of the plans. */
export const HELLERS = { pro: 25_000, ultra: 90_000 } as const;

type Answer = { readonly status: number; readonly outcome: string | undefined };

/** New ones for each test of a file, whose ledger is audited after it. */
export function paymentsForEachTest(): Omit<Payments, typeof Symbol.asyncDispose> {
  let open: Payments;
  beforeEach(async () => {
    open = await startPayments();
  });
  afterEach(async () => {
    expect((await open.service.audit()).problems).toEqual([]);
    await open[Symbol.asyncDispose]();
  });
  return {
    get service() {
      return open.service;
    },
    get stripe() {
      return open.stripe;
    },
    buy: (who, offer) => open.buy(who, offer),
    subscribe: (who, plan, number) => open.subscribe(who, plan, number),
    tell: (event) => open.tell(event),
    post: (body, headers) => open.post(body, headers),
    gained: (who) => open.gained(who),
    pass: (ms) => open.pass(ms),
  };
}

export async function startPayments(changes: object = {}, legal?: { readonly version: string }): Promise<Payments> {
  const stripe = await startStripe();
  const service = await startSettings({
    ...(legal && { legal }),
    payments: {
      stripe: { secretKey: STRIPE_KEY, webhookSecret: WEBHOOK_SECRET, apiUrl: stripe.url },
      bank: BANK,
      packages: [{ id: 'small', tokens: 1_000_000, czk: '200', days: 30 }],
      plans: { pro: { czk: '250' }, ultra: { czk: '900' } },
      ...changes,
    },
  });

  async function post(body: string, headers: Readonly<Record<string, string>>): Promise<Answer> {
    const response = await fetch(`${service.url}/webhooks/stripe`, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
      body,
    });
    const { outcome } = (await response.json()) as { outcome?: string };
    return { status: response.status, outcome };
  }

  const buy: Payments['buy'] = async (who, offer) => {
    const { body, status, error } = await who.ask('POST /api/orders', { body: { offer, method: 'stripe' } });
    if (status !== 200) throw new Error(`The order was refused: ${error?.message}`);
    return { order: body.order.id, session: stripe.sessions.at(-1)!.id };
  };
  const tell: Payments['tell'] = async (event) => {
    const { body, signature } = await signed(event, { atMs: service.clock.nowMs() });
    return post(body, { 'stripe-signature': signature });
  };

  return {
    service,
    stripe,
    post,
    buy,
    tell,
    subscribe: async (who, plan, number = 1) => {
      const { order, session } = await buy(who, `plan-${plan}`);
      const hellers = HELLERS[plan];
      const [subscription, invoice] = [`sub_${number}`, `in_${number}`];
      const about = { session, order, hellers, payment: null, invoice, subscription };
      await tell(sessionEvent(`evt_begin_${number}`, 'completed', about));
      await tell(invoicePaymentEvent(`evt_link_${number}`, invoice, `pi_${number}`));
      return { order, session, subscription, invoice, payment: `pi_${number}`, hellers };
    },
    gained: async (who) => {
      const { creditCzk, debtCzk } = (await who.ask('GET /api/billing')).body;
      const gained = parseCzk(creditCzk) - parseCzk(GRANTED_CZK) - parseCzk(debtCzk);
      return Number(gained) / 1e9;
    },
    pass: async (ms) => {
      const { clock, stores } = service;
      clock.pass(ms);
      await stores.maintenance.renewPlans(clock.nowMs());
      await stores.maintenance.expirePots(clock.nowMs());
    },
    [Symbol.asyncDispose]: async () => {
      await service[Symbol.asyncDispose]();
      await stripe[Symbol.asyncDispose]();
    },
  };
}
