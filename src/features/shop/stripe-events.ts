/** Stripe's messages → what they say about our orders. Types that are not listed here are ignored. */
import type Stripe from 'stripe';
import type { OrderFact } from './order.ts';
import type { CardEvent, EventSubject, PaymentEvent } from './payment-ports.ts';
import { isCardPage, ofIntent } from './stripe-cards.ts';
import { fromHellers, idOf } from './stripe-values.ts';

/** Those that concern us; Stripe is asked for them, and operators let it send them. */
export const EVENT_TYPES = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice_payment.paid',
  'customer.subscription.deleted',
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
] as const satisfies readonly Stripe.Event.Type[];

export function eventFrom(event: Stripe.Event): PaymentEvent | undefined {
  const about = subjectOf(event);
  return about && { id: event.id, kind: event.type, about };
}

/** A card was saved, and nothing paid. */
export function cardEventFrom(event: Stripe.Event): CardEvent | undefined {
  if (event.type !== 'checkout.session.completed' || !isCardPage(event.data.object)) return undefined;
  return { id: event.id, kind: event.type, cardSession: event.data.object.id };
}

function subjectOf(event: Stripe.Event): EventSubject | undefined {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      // A session can be complete and not paid: a bank debit takes days.
      return event.data.object.payment_status === 'paid' ? ofSession(event.data.object, { kind: 'paid' }) : undefined;
    case 'checkout.session.async_payment_failed':
      return ofSession(event.data.object, { kind: 'failed' });
    case 'checkout.session.expired':
      return isCardPage(event.data.object) ? undefined : ofSession(event.data.object, { kind: 'ended' });
    case 'charge.refunded':
      return ofRefund(event.data.object);
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
      return ofDispute(event.data.object);
    case 'invoice.paid':
      return ofInvoice(event.data.object);
    case 'invoice.payment_failed':
      return ofFailedInvoice(event.data.object);
    case 'invoice_payment.paid':
      return ofInvoicePayment(event.data.object);
    case 'customer.subscription.deleted':
      return { by: 'subscription-end', subscription: event.data.object.id };
    case 'payment_intent.succeeded':
    case 'payment_intent.payment_failed':
      return ofIntent(event.data.object);
    default:
      return undefined;
  }
}

function ofSession(session: Stripe.Checkout.Session, fact: OrderFact): EventSubject {
  return {
    by: 'session',
    session: session.id,
    fact,
    orderId: session.client_reference_id,
    paid:
      fact.kind === 'paid'
        ? { amount: fromHellers(session.amount_total ?? 0), currency: session.currency ?? '' }
        : null,
    payment: idOf(session.payment_intent),
    invoice: idOf(session.invoice),
    subscription: idOf(session.subscription),
    country: session.customer_details?.address?.country ?? null,
  };
}

function ofRefund(charge: Stripe.Charge): EventSubject | undefined {
  const payment = idOf(charge.payment_intent);
  if (payment === null) return undefined;
  return { by: 'payment', payment, fact: { kind: 'refunded', total: fromHellers(charge.amount_refunded) } };
}

/** Inquiries (`warning_…`) take no money. Whatever is not over is open. */
function ofDispute(dispute: Stripe.Dispute): EventSubject | undefined {
  const payment = idOf(dispute.payment_intent);
  if (payment === null || dispute.status.startsWith('warning_')) return undefined;
  const isOver = dispute.status === 'won' || dispute.status === 'lost';
  const state = isOver ? (dispute.status as 'won' | 'lost') : 'open';
  return { by: 'payment', payment, fact: { kind: 'dispute', state, amount: fromHellers(dispute.amount) } };
}

/** The first invoice of a subscription is reported by its session. */
function ofInvoice(invoice: Stripe.Invoice): EventSubject | undefined {
  const renewal = renewalOf(invoice);
  return (
    renewal && {
      by: 'renewal',
      ...renewal,
      paid: { amount: fromHellers(invoice.amount_paid), currency: invoice.currency },
    }
  );
}

/** Reported once for each try; of the first invoice, the page on which it is paid has reported. */
function ofFailedInvoice(invoice: Stripe.Invoice): EventSubject | undefined {
  const renewal = renewalOf(invoice);
  return renewal && { by: 'renewal-failed', ...renewal, amount: fromHellers(invoice.amount_due) };
}

function renewalOf(invoice: Stripe.Invoice) {
  const details = invoice.parent?.subscription_details;
  const orderId = details?.metadata?.order;
  if (invoice.billing_reason !== 'subscription_cycle' || !details || !orderId) return undefined;
  return { orderId, subscription: idOf(details.subscription)!, invoice: invoice.id! };
}

function ofInvoicePayment({ invoice, payment }: Stripe.InvoicePayment): EventSubject | undefined {
  const paymentId = idOf(payment.payment_intent ?? null);
  return paymentId === null ? undefined : { by: 'invoice', invoice: idOf(invoice)!, payment: paymentId };
}
