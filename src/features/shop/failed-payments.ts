/** Sends notices of payments that did not go through. */
import { formatCzk } from '../../core/money.ts';
import type { Platform } from '../../platform/platform.ts';
import { PAYMENT_FAILED } from './notices.ts';
import type { Orders, PaymentEvent } from './payment-ports.ts';

/** Also for a known message: a server that died after taking it may not have sent the notice. Each payment has one. */
export async function tellFailedPayment(
  { notices, clock, origin }: Platform,
  orders: Pick<Orders, 'failedPayment'>,
  event: PaymentEvent,
): Promise<void> {
  const failed = await orders.failedPayment(event.about);
  if (!failed) return;
  const { id, what, accountId, orderId, amount, email, language, topUp } = failed;
  await notices.tell(PAYMENT_FAILED, {
    id: `payment.failed/${id}`,
    atMs: clock.nowMs(),
    data: {
      accountId,
      orderId,
      amountCzk: formatCzk(amount),
      what,
      ...(topUp && { topUp: { ...topUp, pageUrl: `${origin()}/billing/buy` } }),
    },
    owner: { email, language },
  });
}
