/** Orders of all customers, and what the bank's statement says of those by transfer. */

import { ServiceError } from '../../core/errors.ts';
import { actorOf } from '../../core/management-token.ts';
import { parseCzk } from '../../core/money.ts';
import { implement } from '../../platform/api/implement.ts';
import { pageOf, placeFrom } from '../../platform/api/list-place.ts';
import type { Route } from '../../platform/http/call.ts';
import type { Platform } from '../../platform/platform.ts';
import { orders as contract } from './operator-contract.ts';
import { ownedOrderToView } from './order-view.ts';
import type { Orders } from './payment-ports.ts';

const PAGE = 50;

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
