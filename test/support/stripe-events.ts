/** Messages of Stripe, with the fields that count. */

const message = (id: string, type: string, object: object) => ({
  id,
  object: 'event',
  type,
  livemode: false,
  api_version: '2026-10-28.endive',
  created: 1_794_700_000,
  data: { object },
});

type SessionAbout = {
  readonly session: string;
  readonly order: string | null;
  readonly hellers?: number;
  readonly currency?: string;
  readonly paymentStatus?: 'paid' | 'unpaid' | 'no_payment_required';
  readonly payment?: string | null;
  readonly invoice?: string | null;
  readonly subscription?: string | null;
};

type SessionEvent = 'completed' | 'async_payment_succeeded' | 'async_payment_failed' | 'expired';

export function sessionEvent(id: string, kind: SessionEvent, about: SessionAbout) {
  return message(id, `checkout.session.${kind}`, {
    id: about.session,
    object: 'checkout.session',
    client_reference_id: about.order,
    amount_total: about.hellers ?? 10_000,
    currency: about.currency ?? 'czk',
    payment_status: about.paymentStatus ?? 'paid',
    payment_intent: about.payment === undefined ? `pi_${about.session}` : about.payment,
    invoice: about.invoice ?? null,
    subscription: about.subscription ?? null,
    metadata: { order: about.order },
  });
}

export const refundEvent = (id: string, payment: string, hellers: number) =>
  message(id, 'charge.refunded', {
    id: `ch_${payment}`,
    object: 'charge',
    payment_intent: payment,
    amount_refunded: hellers,
    currency: 'czk',
  });

type DisputeStatus = 'needs_response' | 'under_review' | 'won' | 'lost' | 'warning_needs_response' | 'warning_closed';

export const disputeEvent = (
  id: string,
  payment: string,
  { status, hellers = 10_000 }: { readonly status: DisputeStatus; readonly hellers?: number },
) =>
  message(id, ['won', 'lost', 'warning_closed'].includes(status) ? 'charge.dispute.closed' : 'charge.dispute.created', {
    id: `dp_${payment}`,
    object: 'dispute',
    payment_intent: payment,
    amount: hellers,
    currency: 'czk',
    status,
  });

export const renewalEvent = (
  id: string,
  about: {
    readonly order: string;
    readonly invoice: string;
    readonly subscription: string;
    readonly hellers: number;
    readonly reason?: 'subscription_cycle' | 'subscription_create';
  },
) =>
  message(id, 'invoice.paid', {
    id: about.invoice,
    object: 'invoice',
    billing_reason: about.reason ?? 'subscription_cycle',
    amount_paid: about.hellers,
    currency: 'czk',
    parent: {
      type: 'subscription_details',
      subscription_details: { subscription: about.subscription, metadata: { order: about.order } },
    },
  });

export const renewalFailedEvent = (
  id: string,
  about: { readonly order: string; readonly invoice: string; readonly subscription: string; readonly hellers: number },
) =>
  message(id, 'invoice.payment_failed', {
    id: about.invoice,
    object: 'invoice',
    billing_reason: 'subscription_cycle',
    amount_due: about.hellers,
    amount_paid: 0,
    currency: 'czk',
    parent: {
      type: 'subscription_details',
      subscription_details: { subscription: about.subscription, metadata: { order: about.order } },
    },
  });

export const invoicePaymentEvent = (id: string, invoice: string, payment: string) =>
  message(id, 'invoice_payment.paid', {
    id: `inpay_${invoice}`,
    object: 'invoice_payment',
    invoice,
    status: 'paid',
    payment: { type: 'payment_intent', payment_intent: payment },
  });

export const subscriptionEndEvent = (id: string, subscription: string) =>
  message(id, 'customer.subscription.deleted', { id: subscription, object: 'subscription', status: 'canceled' });
