/** Sends a receipt for every paid order: once, and again only when the mail server did not take it. */

import type { Seller } from '../../core/offer.ts';
import type { Clock, Log } from '../../core/ports.ts';
import type { EmailFile, Mail } from '../../platform/mail/mail.ts';
import { type DocumentFiles, type Documents, fileNameOf } from '../invoices/document.ts';
import { orderReceiptEmail } from './order-receipt-email.ts';
import type { Orders, OwnedOrder } from './payment-ports.ts';

type ReceiptParts = {
  readonly orders: Pick<Orders, 'claimReceipts' | 'giveReceiptBack'>;
  readonly documents: Pick<Documents, 'find'>;
  readonly files: Pick<DocumentFiles, 'pdf'>;
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
      const invoice = await invoiceOf(order, parts);
      await mail.send(orderReceiptEmail(order, { serviceName, seller, origin: parts.origin(), invoice }));
      sent += 1;
    } catch (cause) {
      log.error({ orderId: order.id, cause }, 'the receipt of an order could not be sent; it will be tried again');
      await orders.giveReceiptBack(order.id);
    }
  }
  return sent;
}

/** A file that cannot be made would fail again and again: the receipt leaves without it, and says where it is to be found. */
async function invoiceOf(order: OwnedOrder, { documents, files, log }: ReceiptParts): Promise<EmailFile | undefined> {
  const { invoiceNumber, accountId } = order;
  const made = invoiceNumber === null ? undefined : await documents.find(invoiceNumber, accountId);
  if (!made) return undefined;
  try {
    return { name: fileNameOf(made, 'pdf'), type: 'application/pdf', bytes: await files.pdf(made) };
  } catch (cause) {
    log.error(
      { orderId: order.id, cause },
      'the invoice of an order could not be drawn; its receipt is sent without it',
    );
    return undefined;
  }
}
