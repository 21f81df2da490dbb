/** Sends notices of payments that did not go through. */
import { formatCzk } from '../../core/money.ts';
import type { Clock } from '../../core/ports.ts';
import type { Notices } from '../../platform/notices/notice.ts';
import type { Orders, PaymentEvent } from './payment-ports.ts';

type FailedPaymentParts = {
  readonly orders: Pick<Orders, 'failedPayment'>;
  readonly notices: Notices;
  readonly clock: Clock;
  /** Scheme and host of our own pages. */
  readonly origin: () => string;
};

/** Also for a known message: a server that died after taking it may not have sent the notice. Each payment has one. */
export async function tellFailedPayment(event: PaymentEvent, parts: FailedPaymentParts): Promise<void> {
  const failed = await parts.orders.failedPayment(event.about);
  if (!failed) return;
  const { id, what, accountId, orderId, amount, email, language, topUp } = failed;
  await parts.notices.tell({
    id: `payment.failed/${id}`,
    type: 'payment.failed',
    atMs: parts.clock.nowMs(),
    data: {
      ...{ accountId, orderId, amountCzk: formatCzk(amount), what },
      ...(topUp && { topUp: { ...topUp, pageUrl: `${parts.origin()}/billing` } }),
    },
    owner: { email, language },
  });
}
