/** `order list | show | confirm | cancel`. */

import { ServiceError } from '../../core/errors.ts';
import { formatCzk } from '../../core/money.ts';
import type { WaysToPay } from '../../core/offer.ts';
import type { AccountNeeds } from '../../platform/commands/account.ts';
import { type ActNeeds, act } from '../../platform/commands/action.ts';
import { requiredAmount } from '../../platform/commands/amounts.ts';
import { type Command, oneOf, optional } from '../../platform/commands/command.ts';
import { fromContract } from '../../platform/commands/from-contract.ts';
import { shop } from './contract.ts';
import { type OrderNeeds, orderOf } from './named-order.ts';
import { orders as ordersContract } from './operator-contract.ts';
import { ORDER_STATUSES } from './order.ts';
import { orderToView } from './order-view.ts';
import type { Orders, OwnedOrder } from './payment-ports.ts';

type Needs = ActNeeds & OrderNeeds;

export const orderList: Command<Needs> = {
  usage: 'order list [--status STATUS] [--json]',
  about: 'Lists orders.',
  options: ['status'],
  does: [ordersContract.list.name, shop.orders.name],
  run: async (options, { stores }) => {
    const status = oneOf(options, 'status', ORDER_STATUSES);
    const orders = await stores.orders.listAll(status ? { status } : {});
    return {
      json: { orders: orders.map(jsonOf) },
      text: orders.map(lineOf).join('\n') || 'There are no orders.',
    };
  },
};

/** The money has come to the bank. The amount is asked for, so that no payment is confirmed unseen. */
export const orderConfirm: Command<Needs> = {
  usage: 'order confirm --order ID|VARIABLE-SYMBOL --czk CZK [--json]',
  about: 'Records a bank transfer that has arrived, and delivers the order.',
  options: ['order', 'czk'],
  does: [ordersContract.confirm.name],
  run: async (options, storage) => {
    const received = requiredAmount(options, 'czk');
    const order = await orderOf(options, storage);
    // Confirmed before, here or on the pages.
    const again = order.paidAtMs !== null && order.method === 'bank' && order.amount === received;
    const about = { accountId: order.accountId, orderId: order.id };
    if (!again)
      await act(storage, { kind: 'confirm-order', ...about, amount: received }, { reason: 'the money has come' });
    const paid = (await storage.stores.orders.listAll({ search: order.id }))[0]!;
    const note = again ? ' It had been confirmed before; nothing was given twice.' : '';
    return {
      json: { ...jsonOf(paid), again },
      text: `Order ${paid.id} of ${paid.email} is paid: invoice ${paid.invoiceNumber}.${note}`,
    };
  },
};

/** Money that comes all the same can still be confirmed. */
export const orderCancel: Command<Needs> = {
  usage: 'order cancel --order ID|VARIABLE-SYMBOL [--reason TEXT] [--json]',
  about: 'Cancels an order that was not paid.',
  options: ['order', 'reason'],
  does: [ordersContract.cancel.name],
  run: async (options, storage) => {
    const { id: orderId, accountId, email } = await orderOf(options, storage);
    const reason = optional(options, 'reason') ?? 'cancelled by the operator';
    await act(storage, { kind: 'cancel-order', accountId, orderId }, { reason });
    const order = (await storage.stores.orders.listAll({ search: orderId }))[0]!;
    return { json: jsonOf(order), text: `Order ${orderId} of ${email} is cancelled.` };
  },
};

type ShowNeeds = Needs &
  AccountNeeds & {
    readonly stores: { readonly orders: Pick<Orders, 'find'> };
    readonly config: { readonly shop: Pick<WaysToPay, 'bank'> };
  };

export const orderShow: Command<ShowNeeds> = fromContract('order show', shop.orderOf, {
  about: 'Shows an order, with how to pay it where it waits for a bank transfer.',
  accountOf: async (order, needs) => (await orderOf({ order }, needs)).accountId,
  run: async ({ account, params }, { stores, config, platform }) => {
    const order = await stores.orders.find(account.id, params.id);
    if (!order) throw new ServiceError('not_found', 'This account has no such order.');
    return { order: orderToView(order, { bank: config.shop.bank, serviceName: platform.serviceName }) };
  },
  text: ({ order: { id, kind, czk, method, status, bank } }) =>
    [
      [id, kind, `${czk} CZK`, method, status].join('  '),
      ...(bank ? [`to ${bank.accountNumber ?? bank.iban}, variable symbol ${bank.variableSymbol}`] : []),
    ].join('\n'),
});

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
