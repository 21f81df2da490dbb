/** Stripe: pages to pay on, messages about what was paid, subscriptions, saved cards. No number of a card comes here. */
import type Stripe from 'stripe';
import { ServiceError } from '../../core/errors.ts';
import { toHellers } from '../../core/money.ts';
import { assert } from '../../lib/assert.ts';
import type { CheckoutPlace, Order, PaymentProvider, ProviderMessage, ProviderRefund } from './payment-ports.ts';
import { chargeCard, findCharge, forgetCustomer, makeCardPage, readSavedCard } from './stripe-cards.ts';
import { cardEventFrom, EVENT_TYPES, eventFrom } from './stripe-events.ts';
import { inCrowns, unlessMissing } from './stripe-values.ts';

type StripeSettings = {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** Where the API is, if not at Stripe: a local server in tests. */
  readonly apiUrl?: string | undefined;
};

/** The age that a message may have, and how far ahead our clock may be behind theirs. */
const TOLERANCE_S = 300;
const TIMEOUT_MS = 20_000;
const PAGE = 100;

/** The provider that takes cards, where one is configured. */
export const cardProviderFrom = (settings: StripeSettings | undefined): PaymentProvider | undefined =>
  settings && createStripe(settings);

export function createStripe(settings: StripeSettings): PaymentProvider {
  // With an empty secret any message could be signed: calling this without one is a mistake.
  assert(settings.webhookSecret.length > 0, 'Stripe needs a webhook secret.');
  const isLive = /^[sr]k_live_/.test(settings.secretKey);
  let made: Promise<Stripe> | undefined;
  const stripe = () => {
    made ??= connect(settings);
    return made;
  };

  return {
    checkout: async (order, place) => {
      const session = await reaching(async () =>
        // The same order asked twice is one session: the order's id is the key of the call.
        (await stripe()).checkout.sessions.create(sessionOf(order, place), { idempotencyKey: order.id }),
      );
      if (!session.url) throw unreachable(new Error('Stripe made a session without an address.'));
      return { session: session.id, url: session.url };
    },

    readEvent: async (message) => {
      const event = await verifyMessage(await stripe(), message, settings.webhookSecret);
      if (event.livemode !== isLive) throw refused('it is of the other mode, test or live');
      return cardEventFrom(event) ?? eventFrom(event);
    },

    events: async function* (sinceMs) {
      const asked = { created: { gte: Math.floor(sinceMs / 1000) }, types: [...EVENT_TYPES], limit: PAGE };
      try {
        for await (const event of (await stripe()).events.list(asked)) {
          const read = event.livemode === isLive ? eventFrom(event) : undefined;
          if (read) yield read;
        }
      } catch (cause) {
        throw unreachable(cause);
      }
    },

    changeAtPeriodEnd: (id, order, description) =>
      reaching(async () => changeSubscription(await stripe(), { id, order, description })),
    cancelAtPeriodEnd: (id) =>
      reaching(async () => {
        await (await stripe()).subscriptions.update(id, { cancel_at_period_end: true });
      }),
    end: (id) => reaching(async () => endSubscription(await stripe(), id)),
    cardPage: (place) => reaching(async () => makeCardPage(await stripe(), place)),
    savedCard: (session) => reaching(async () => readSavedCard(await stripe(), session)),
    charge: (order, card, description) =>
      reaching(async () => chargeCard(await stripe(), order, { ...card, description })),
    findCharge: (order, card) => reaching(async () => findCharge(await stripe(), order, card)),
    refund: (refund) => reaching(async () => refundPayment(await stripe(), refund)),
    forgetCard: (customer) => reaching(async () => forgetCustomer(await stripe(), customer)),
  };
}

type NextPeriod = { readonly id: string; readonly order: Order; readonly description: string };

async function changeSubscription(api: Stripe, { id, order, description }: NextPeriod): Promise<void> {
  const { items } = await api.subscriptions.retrieve(id);
  assert(items.data.length === 1 && order.kind === 'plan', 'A subscription of ours has one item, a plan.');
  const [item] = items.data;
  const product = await api.products.create({ name: description }, { idempotencyKey: `${order.id}-product` });
  await api.subscriptions.update(
    id,
    {
      items: [{ id: item!.id, price_data: { ...recurring(order), product: product.id } }],
      // The period that runs was paid and stays as it is.
      proration_behavior: 'none',
      // Another interval would begin, and be charged, at once: until then the subscription is free.
      ...(item!.price.recurring?.interval !== order.every && { trial_end: item!.current_period_end }),
      metadata: { order: order.id },
    },
    { idempotencyKey: `${order.id}-change` },
  );
}

async function endSubscription(api: Stripe, id: string): Promise<void> {
  await api.subscriptions.cancel(id).catch(unlessMissing);
}

async function refundPayment(api: Stripe, { orderId, payment, amount }: ProviderRefund): Promise<void> {
  const about = { payment_intent: payment, amount: toHellers(amount), metadata: { order: orderId } };
  try {
    await api.refunds.create(
      { ...about, reason: 'requested_by_customer' },
      { idempotencyKey: `${orderId}-withdrawal` },
    );
  } catch (cause) {
    if ((cause as { readonly code?: unknown }).code !== 'charge_already_refunded') throw cause;
  }
}

/** Loaded when it is first needed: it is large, and most requests are not about payments. */
async function connect({ secretKey, apiUrl }: StripeSettings): Promise<Stripe> {
  const { default: Library } = await import('stripe');
  const url = apiUrl ? new URL(apiUrl) : undefined;
  return new Library(secretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 2,
    telemetry: false,
    ...(url && {
      host: url.hostname,
      port: url.port || (url.protocol === 'https:' ? 443 : 80),
      protocol: url.protocol === 'https:' ? 'https' : 'http',
    }),
  });
}

function sessionOf(order: Order, place: CheckoutPlace): Stripe.Checkout.SessionCreateParams {
  const metadata = { order: order.id };
  const isPlan = order.kind === 'plan';
  return {
    mode: isPlan ? 'subscription' : 'payment',
    client_reference_id: order.id,
    customer_email: place.email,
    locale: order.language,
    success_url: place.successUrl,
    cancel_url: place.cancelUrl,
    expires_at: Math.floor(order.expiresAtMs / 1000),
    // The amount and the currency are those of our order, or nothing is given.
    adaptive_pricing: { enabled: false },
    metadata,
    ...(isPlan ? { subscription_data: { metadata } } : { payment_intent_data: { metadata } }),
    line_items: [
      {
        quantity: 1,
        price_data: {
          ...(isPlan ? recurring(order) : inCrowns(order)),
          product_data: { name: place.description },
        },
      },
    ],
  };
}

const recurring = (order: Order & { readonly kind: 'plan' }) => ({
  ...inCrowns(order),
  recurring: { interval: order.every },
});

async function verifyMessage(stripe: Stripe, message: ProviderMessage, secret: string): Promise<Stripe.Event> {
  const { body, signature, nowMs } = message;
  // The library refuses old messages and takes those from the future, which could be kept and used later.
  const times = [...signature.matchAll(/(?:^|,)\s*t=(\d{1,12})/g)].map((match) => Number(match[1]));
  if (times.length !== 1) throw refused('it has not one time');
  if (times[0]! > nowMs / 1000 + TOLERANCE_S) throw refused('its time has not come yet');
  try {
    return await stripe.webhooks.constructEventAsync(
      new TextDecoder('utf-8', { fatal: true }).decode(body),
      signature,
      secret,
      TOLERANCE_S,
      undefined,
      nowMs,
    );
  } catch (cause) {
    throw refused('its signature is missing, wrong or old', cause);
  }
}

const refused = (why: string, cause?: unknown): ServiceError =>
  new ServiceError('webhook_refused', `This message is not taken: ${why}.`, { cause });

async function reaching<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (cause) {
    throw cause instanceof ServiceError ? cause : unreachable(cause);
  }
}

const unreachable = (cause: unknown): ServiceError =>
  new ServiceError('payment_provider_failed', 'The payment service cannot be used right now; nothing was paid.', {
    cause,
  });
