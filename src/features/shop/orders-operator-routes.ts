/** Orders of all customers, and what the bank's statement says of those by transfer. */

import { ServiceError } from '../../core/errors.ts';
import { actorOf } from '../../core/management-token.ts';
import { parseCzk } from '../../core/money.ts';
import { implement } from '../../platform/api/implement.ts';
import { pageOf, placeFrom } from '../../platform/api/list-place.ts';
import type { Route } from '../../platform/http/call.ts';
import type { Platform } from '../../platform/platform.ts';
import { orders as contract, withdrawals as withdrawalContract } from './operator-contract.ts';
import { ownedOrderToView, withdrawalToRow } from './order-view.ts';
import type { Orders } from './payment-ports.ts';
import type { Withdrawals } from './withdrawals.ts';

const PAGE = 50;

/** Refunds of consumers who have withdrawn. */
export function withdrawalRoutes({ actionLog, clock }: Platform, withdrawals: Withdrawals): readonly Route[] {
  return implement(withdrawalContract, {
    list: async () => ({ withdrawals: (await withdrawals.list()).map(withdrawalToRow) }),

    sent: async ({ operator, params, body }) => {
      const found = (await withdrawals.list()).find(({ orderId }) => orderId === params.id);
      if (!found) throw new ServiceError('not_found', 'No consumer has withdrawn from this order.');
      const action = { kind: 'send-refund', orderId: found.orderId, accountId: found.accountId } as const;
      const about = { ...body, actor: actorOf(operator), atMs: clock.nowMs() };
      return { action: await actionLog.act({ ...about, action }) };
    },
  });
}

export function orderRoutes({ actionLog, clock }: Platform, orders: Orders): readonly Route[] {
  async function orderOf(orderId: string) {
    const order = (await orders.listAll({ search: orderId })).find(({ id }) => id === orderId);
    if (!order) throw new ServiceError('not_found', 'There is no such order.');
    return { orderId, accountId: order.accountId };
  }

  return implement(contract, {
    list: async ({ query: { search, status, method, after } }) => {
      const filter = { ...(search && { search }), ...(status && { status }), ...(method && { method }) };
      const found = await orders.listAll({ ...filter, ...placeFrom(after), rowsMax: PAGE + 1 });
      const { shown, next } = pageOf(found, PAGE);
      return { orders: shown.map(ownedOrderToView), next };
    },

    confirm: async ({ operator, params, body: { czk, ...body } }) => {
      const action = { kind: 'confirm-order', ...(await orderOf(params.id)), amount: parseCzk(czk) } as const;
      const about = { ...body, actor: actorOf(operator), atMs: clock.nowMs() };
      return { action: await actionLog.act({ ...about, action }) };
    },

    cancel: async ({ operator, params, body }) => {
      const action = { kind: 'cancel-order', ...(await orderOf(params.id)) } as const;
      const about = { ...body, actor: actorOf(operator), atMs: clock.nowMs() };
      return { action: await actionLog.act({ ...about, action }) };
    },
  });
}
