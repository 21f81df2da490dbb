/** Saved cards at Stripe: the page that saves one, charging it while its owner is away, and forgetting it. */
import type Stripe from 'stripe';
import type { CardFailure } from '../../core/card-failure.ts';
import type { CardOnPage, CardPlace, ChargeReport, Order } from './payment-ports.ts';
import type { CardReference } from './saved-card.ts';
import { fromHellers, idOf, inCrowns, unlessMissing } from './stripe-values.ts';

/** The mark of what we charge by ourselves; payments on Stripe's page name their order, too. */
const AUTOMATIC = 'automatic';
const CARD_PAGE = 'save-card';
/** The time by which their clock may be behind ours. */
const CLOCKS_APART_S = 3600;

/** Reasons after which the networks of cards want no other try. */
const UNUSABLE = new Set([
  'lost_card',
  'stolen_card',
  'pickup_card',
  'restricted_card',
  'fraudulent',
  'merchant_blacklist',
  'invalid_account',
  'card_not_supported',
  'new_account_information_available',
  'stop_payment_order',
  'revocation_of_authorization',
  'revocation_of_all_authorizations',
  'transaction_not_allowed',
]);

export async function makeCardPage(api: Stripe, place: CardPlace): Promise<string> {
  const { url } = await api.checkout.sessions.create(cardPageOf(place));
  if (!url) throw new Error('Stripe made a session without an address.');
  return url;
}

/** The customer is made with the card, so that to forget the one is to forget the other. */
const cardPageOf = (place: CardPlace): Stripe.Checkout.SessionCreateParams => ({
  mode: 'setup',
  currency: 'czk',
  allowed_payment_method_types: ['card'],
  customer_creation: 'always',
  client_reference_id: place.accountId,
  customer_email: place.email,
  locale: place.language,
  success_url: place.successUrl,
  cancel_url: place.cancelUrl,
  metadata: { purpose: CARD_PAGE, ...(place.userId !== undefined && { member: place.userId }) },
});

export const isCardPage = (session: Stripe.Checkout.Session): boolean =>
  session.mode === 'setup' && session.metadata?.purpose === CARD_PAGE;

export async function readSavedCard(api: Stripe, session: string): Promise<CardOnPage | undefined> {
  const found = await api.checkout.sessions
    .retrieve(session, { expand: ['setup_intent.payment_method'] })
    .catch(unlessMissing);
  if (!found || !isCardPage(found) || found.status !== 'complete') return undefined;
  const { client_reference_id: accountId, setup_intent: setup } = found;
  const customer = idOf(found.customer);
  const method = setup && typeof setup === 'object' ? setup.payment_method : null;
  if (!accountId || !customer || !method || typeof method === 'string' || !method.card) return undefined;
  const { brand, last4, exp_month: expiryMonth, exp_year: expiryYear } = method.card;
  const card = { customer, method: method.id, brand, last4, expiryMonth, expiryYear };
  return { card, accountId, userId: found.metadata?.member, email: found.customer_email ?? '' };
}

/** The order's id is the key of the call: however often it is made, by whatever server, there is one payment. */
export async function chargeCard(
  api: Stripe,
  order: Order,
  { customer, method, description }: CardReference & { readonly description: string },
): Promise<ChargeReport | undefined> {
  const { currency, unit_amount: amount } = inCrowns(order);
  try {
    const intent = await api.paymentIntents.create(
      {
        amount,
        currency,
        customer,
        payment_method: method,
        description,
        allowed_payment_method_types: ['card'],
        confirm: true,
        off_session: true,
        metadata: { order: order.id, top_up: AUTOMATIC },
      },
      { idempotencyKey: `${order.id}-charge` },
    );
    return await endIfFailed(api, intent);
  } catch (thrown) {
    const { type, payment_intent: intent } = thrown as Stripe.errors.StripeError;
    if (type === 'StripeCardError' && intent) return endIfFailed(api, intent);
    // The card or its customer is gone, or cannot be charged in this way: to ask again would change nothing.
    if (type === 'StripeInvalidRequestError') return failed({ orderId: order.id, payment: null, why: 'unusable' });
    throw thrown;
  }
}

/** The charge that Stripe has of this order: payments of the customer are listed at once, while the search lags behind. */
export async function findCharge(
  api: Stripe,
  order: Order,
  { customer }: CardReference,
): Promise<ChargeReport | undefined> {
  const since = Math.floor(order.createdAtMs / 1000) - CLOCKS_APART_S;
  for await (const intent of api.paymentIntents.list({ customer, created: { gte: since }, limit: 100 })) {
    if (intent.metadata.order === order.id) return endIfFailed(api, intent);
  }
  return { by: 'charge', orderId: order.id, payment: null, fact: { kind: 'ended' }, paid: null, failure: null };
}

/** A payment that has failed could be paid later by other means; a cancelled one cannot. */
async function endIfFailed(api: Stripe, intent: Stripe.PaymentIntent): Promise<ChargeReport | undefined> {
  const report = ofIntent(intent);
  if (report?.fact.kind === 'failed' && intent.status !== 'canceled') {
    await api.paymentIntents.cancel(intent.id).catch((thrown: unknown) => {
      if ((thrown as { code?: string }).code !== 'payment_intent_unexpected_state') throw thrown;
    });
  }
  return report;
}

/** Undefined for a payment that no automatic order has made, and for one that is not decided yet. */
export function ofIntent(intent: Stripe.PaymentIntent): ChargeReport | undefined {
  const { id: payment, metadata, status } = intent;
  const orderId = metadata.order;
  if (!orderId || metadata.top_up !== AUTOMATIC || status === 'processing') return undefined;
  if (status !== 'succeeded') return failed({ orderId, payment, why: failureOf(intent) });
  const paid = { amount: fromHellers(intent.amount_received), currency: intent.currency };
  return { by: 'charge', orderId, payment, fact: { kind: 'paid' }, paid, failure: null };
}

function failureOf({ status, last_payment_error: error }: Stripe.PaymentIntent): CardFailure {
  const reasons = [error?.code, error?.decline_code];
  if (status === 'requires_action' || reasons.includes('authentication_required')) return 'authentication';
  if (reasons.includes('expired_card')) return 'expired';
  return reasons.some((reason) => UNUSABLE.has(reason ?? '')) ? 'unusable' : 'declined';
}

type Failed = { readonly orderId: string; readonly payment: string | null; readonly why: CardFailure };

const failed = ({ orderId, payment, why }: Failed): ChargeReport => ({
  by: 'charge',
  orderId,
  payment,
  fact: { kind: 'failed' },
  paid: null,
  failure: why,
});

/** With its customer Stripe forgets the card. */
export async function forgetCustomer(api: Stripe, customer: string): Promise<void> {
  await api.customers.del(customer).catch(unlessMissing);
}
