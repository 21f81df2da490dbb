/** Orders of all customers, and what the bank's statement says of those by transfer. */

import { ServiceError } from '../../core/errors.ts';
import { actorOf } from '../../core/management-token.ts';
import { parseCzk } from '../../core/money.ts';
import type { Clock } from '../../core/ports.ts';
import type { OperatorStore } from '../../platform/action-log/operator.ts';
import type { OperatorCall, Route } from '../../platform/http/call.ts';
import { operatorRoute } from '../../server/api/operator-route.ts';
import { pageOf, placeFrom } from '../customers/list-place.ts';
import { actionToView, orderToRow } from '../customers/operator-view.ts';
import type { Orders } from './payment-ports.ts';

export type OrderParts = {
  readonly operatorStore: OperatorStore;
  readonly stores: { readonly orders: Orders };
  readonly clock: Clock;
};

const PAGE = 50;

export function orderRoutes({ operatorStore, stores: { orders }, clock }: OrderParts): readonly Route[] {
  async function orderOf({ params }: OperatorCall) {
    const order = (await orders.listAll({ search: params.id ?? '' })).find(({ id }) => id === params.id);
    if (!order) throw new ServiceError('not_found', 'There is no such order.');
    return { orderId: order.id, accountId: order.accountId };
  }

  return [
    operatorRoute('GET /api/operator/orders', async (_call, { query }) => {
      const { search, status, method, after } = query;
      const filter = { ...(search && { search }), ...(status && { status }), ...(method && { method }) };
      const found = await orders.listAll({ ...filter, ...placeFrom(after), rowsMax: PAGE + 1 });
      const { shown, next } = pageOf(found, PAGE);
      return { orders: shown.map(orderToRow), next };
    }),

    operatorRoute('POST /api/operator/orders/{id}/confirm', async (call, { body: { id, reason, czk } }) => {
      const action = { kind: 'confirm-order', ...(await orderOf(call)), amount: parseCzk(czk) } as const;
      const about = { id, reason, actor: actorOf(call.operator), atMs: clock.nowMs() };
      return { action: actionToView(await operatorStore.act({ ...about, action })) };
    }),

    operatorRoute('POST /api/operator/orders/{id}/cancel', async (call, { body }) => {
      const action = { kind: 'cancel-order', ...(await orderOf(call)) } as const;
      const about = { ...body, actor: actorOf(call.operator), atMs: clock.nowMs() };
      return { action: actionToView(await operatorStore.act({ ...about, action })) };
    }),
  ];
}
