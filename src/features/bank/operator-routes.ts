/** Statements of the bank: importing files, and the movements that no order was found for. */

import { ServiceError } from '../../core/errors.ts';
import { actorOf } from '../../core/management-token.ts';
import { nanos } from '../../core/money.ts';
import type { OperatorStore } from '../../platform/action-log/operator.ts';
import type { OperatorCall, Route } from '../../platform/http/call.ts';
import { operatorRoute } from '../../server/api/operator-route.ts';
import { pageOf, placeFrom } from '../customers/list-place.ts';
import { actionToView } from '../customers/operator-view.ts';
import type { Orders } from '../shop/payment-ports.ts';
import type { BankMovements, ReadStatement } from './bank.ts';
import { type BankImportParts, importFile } from './bank-import.ts';
import { movementToView } from './bank-view.ts';

export type BankRouteParts = Omit<BankImportParts, 'bankMovements' | 'operatorStore'> & {
  readonly operatorStore: OperatorStore;
  readonly stores: { readonly orders: Orders; readonly bankMovements: BankMovements };
  readonly readStatement: ReadStatement;
};

const PAGE = 50;

export function bankRoutes({ stores, ...parts }: BankRouteParts): readonly Route[] {
  const { orders, bankMovements } = stores;
  const { operatorStore, clock } = parts;

  async function movementOf({ params }: OperatorCall) {
    const movement = await bankMovements.find(params.id ?? '');
    if (!movement) throw new ServiceError('not_found', 'There is no such movement.');
    return movement;
  }

  async function orderOf(named: string) {
    const found = await orders.listAll({ search: named });
    const order = found.find(({ id, variableSymbol }) => id === named || variableSymbol === named);
    if (!order) throw new ServiceError('order_unknown', `There is no order ${named}.`, { param: 'order' });
    return { accountId: order.accountId, orderId: order.id };
  }

  return [
    operatorRoute('GET /api/operator/bank/movements', async (_call, { query: { state, search, after } }) => {
      const filter = { ...(search && { search }), ...(state && { state }) };
      const found = await bankMovements.list({ ...filter, ...placeFrom(after), rowsMax: PAGE + 1 });
      const { shown, next } = pageOf(found, PAGE);
      return { movements: shown.map(movementToView), next, unmatched: await bankMovements.unmatched() };
    }),

    operatorRoute('POST /api/operator/bank/statements', async ({ operator }, { body }) => {
      const { id, name, format, base64 } = body;
      const file = { name, format, bytes: Buffer.from(base64, 'base64') };
      return importFile(file, { id, actor: actorOf(operator) }, { ...parts, bankMovements });
    }),

    operatorRoute('POST /api/operator/bank/movements/{id}/assign', async (call, { body: { id, reason, order } }) => {
      const { id: movementId, amount } = await movementOf(call);
      const action = { kind: 'confirm-order', ...(await orderOf(order)), amount: nanos(amount), movementId } as const;
      const about = { id, reason, actor: actorOf(call.operator), atMs: clock.nowMs() };
      return { action: actionToView(await operatorStore.act({ ...about, action })) };
    }),

    operatorRoute('POST /api/operator/bank/movements/{id}/set-aside', async (call, { body }) => {
      const action = { kind: 'set-aside', movementId: (await movementOf(call)).id } as const;
      const about = { ...body, actor: actorOf(call.operator), atMs: clock.nowMs() };
      return { action: actionToView(await operatorStore.act({ ...about, action })) };
    }),
  ];
}
