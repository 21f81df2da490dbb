/** Sends a receipt for every paid order: once, and again only when the mail server did not take it. */
import type { Mail } from '../domain/mail.ts';
import type { Seller } from '../domain/offer.ts';
import type { Orders } from '../domain/payment-ports.ts';
import type { Clock, Log } from '../domain/ports.ts';
import { orderReceiptEmail } from '../mail/order-receipt-email.ts';

type ReceiptParts = {
  readonly orders: Pick<Orders, 'claimReceipts' | 'giveReceiptBack'>;
  readonly mail: Mail;
  readonly clock: Clock;
  readonly log: Log;
  readonly serviceName: string;
  readonly seller: Seller | null;
  /** Scheme and host of our own pages. */
  readonly origin: () => string;
};

/** A step of the sweep: returns how many e-mails have left. An order is marked first, so that none gets two. */
export async function sendReceipts(parts: ReceiptParts): Promise<number> {
  const { orders, mail, clock, log, serviceName, seller } = parts;
  let sent = 0;
  for (const order of await orders.claimReceipts(clock.nowMs())) {
    if (mail.kind === 'log') {
      log.warn({ orderId: order.id }, 'an order was paid, and no mail server is set to send the receipt');
      continue;
    }
    try {
      await mail.send(orderReceiptEmail(order, { serviceName, seller, origin: parts.origin() }));
      sent += 1;
    } catch (cause) {
      log.error({ orderId: order.id, cause }, 'the receipt of an order could not be sent; it will be tried again');
      await orders.giveReceiptBack(order.id);
    }
  }
  return sent;
}
