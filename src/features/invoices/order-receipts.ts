/** Receipts of paid orders: written into the outbox, each once, and made when they are sent. */

import type { Seller } from '../../core/offer.ts';
import type { Email, EmailFile } from '../../platform/mail/mail.ts';
import type { Owner } from '../../platform/notices/notice.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Log } from '../../platform/telemetry/log.ts';
import { ORDER_PAID, type Order, type Orders, type PaidOrder } from '../shop/index.ts';
import { type DocumentFiles, type Documents, fileNameOf } from './document.ts';
import { orderReceiptEmail } from './order-receipt-email.ts';

/** A step of the sweep: returns how many were added. */
export async function addReceipts(
  { notices, clock, log, origin }: Platform,
  orders: Pick<Orders, 'addReceipts'>,
): Promise<number> {
  const channels = notices.channelsOf(ORDER_PAID);
  const added = await orders.addReceipts({ atMs: clock.nowMs(), origin: origin(), channels });
  if (channels.length === 0) {
    for (const orderId of added)
      log.warn({ orderId }, 'an order was paid, and no mail server is set to send the receipt');
  }
  return added.length;
}

type ReceiptSources = {
  readonly orders: Pick<Orders, 'find'>;
  readonly documents: Pick<Documents, 'find'>;
  readonly files: Pick<DocumentFiles, 'pdf'>;
  readonly seller: Seller | null;
};

type Paid = { readonly data: PaidOrder; readonly owner: Owner };

export async function receiptEmail(
  { serviceName, log }: Platform,
  sources: ReceiptSources,
  { data, owner }: Paid,
): Promise<Email> {
  const { seller } = sources;
  const order = await sources.orders.find(data.accountId, data.orderId);
  if (!order) throw new Error(`There is no order ${data.orderId} to write a receipt of.`);
  const invoice = await invoiceOf(order, sources, log);
  return orderReceiptEmail({ ...order, email: owner.email }, { serviceName, seller, pageUrl: data.pageUrl, invoice });
}

/** A file that cannot be made would fail again and again: the receipt leaves without it, and says where it is to be found. */
async function invoiceOf(order: Order, { documents, files }: ReceiptSources, log: Log): Promise<EmailFile | undefined> {
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
