/** `order list | confirm`. */
import { formatCzk } from '../domain/money.ts';
import { ORDER_STATUSES, type OrderStatus } from '../domain/order.ts';
import type { OwnedOrder } from '../domain/payment-ports.ts';
import { ACTOR, requiredAmount } from './amounts.ts';
import { type BooksCommand, type Options, optional, required, UsageError } from './command.ts';

export const orderList: BooksCommand = {
  usage: 'order list [--status STATUS] [--json]',
  options: ['status'],
  run: async (options, { stores }) => {
    const status = statusOf(options);
    const orders = await stores.orders.listAll(status ? { status } : {});
    return {
      json: { orders: orders.map(jsonOf) },
      text: orders.length > 0 ? orders.map(lineOf).join('\n') : 'There are no orders.',
    };
  },
};

/** The money has come to the bank. The amount is asked for, so that nobody confirms what was not looked at. */
export const orderConfirm: BooksCommand = {
  usage: 'order confirm --order ID|VARIABLE-SYMBOL --czk CZK [--json]',
  options: ['order', 'czk'],
  run: async (options, { stores, clock }) => {
    const search = required(options, 'order');
    const received = requiredAmount(options, 'czk');
    const order = (await stores.orders.listAll({ search }))[0];
    if (!order) throw new UsageError(`There is no order ${search}.`);
    if (order.method !== 'bank') throw new UsageError('This order is paid by card: Stripe confirms it.');
    if (order.amount !== received) {
      throw new UsageError(
        `The order is for ${formatCzk(order.amount)} CZK. Send the money back, or give it by "credit grant".`,
      );
    }
    const by = { actor: ACTOR, atMs: clock.nowMs() };
    const { outcome } = await stores.orders.apply(
      { id: `confirm-${order.id}`, kind: 'bank transfer', about: { by: 'order', orderId: order.id } },
      by,
    );
    if (outcome === 'account-closed') throw new UsageError('The account is closed: send the money back.');
    const paid = (await stores.orders.listAll({ search: order.id }))[0]!;
    const again = outcome === 'duplicate' ? ' It had been confirmed before; nothing was given twice.' : '';
    return {
      json: { ...jsonOf(paid), again: outcome === 'duplicate' },
      text: `Order ${paid.id} of ${paid.email} is paid: invoice ${paid.invoiceNumber}.${again}`,
    };
  },
};

function statusOf(options: Options): OrderStatus | undefined {
  const written = optional(options, 'status');
  const status = ORDER_STATUSES.find((one) => one === written);
  if (written !== undefined && !status) throw new UsageError(`--status must be one of ${ORDER_STATUSES.join(', ')}.`);
  return status;
}

const jsonOf = (order: OwnedOrder) => ({
  id: order.id,
  email: order.email,
  offer: order.offer,
  method: order.method,
  czk: formatCzk(order.amount),
  status: order.status,
  variableSymbol: order.variableSymbol,
  invoiceNumber: order.invoiceNumber,
  vatId: order.vatId,
  refundedCzk: formatCzk(order.refunded),
  createdAt: new Date(order.createdAtMs).toISOString(),
  paidAt: order.paidAtMs === null ? null : new Date(order.paidAtMs).toISOString(),
});

const lineOf = (order: OwnedOrder): string =>
  [
    order.id,
    new Date(order.createdAtMs).toISOString(),
    order.email,
    order.offer,
    `${formatCzk(order.amount)} CZK`,
    order.method,
    order.status,
    order.variableSymbol ?? order.invoiceNumber ?? '',
  ].join('  ');
