/** Bank files: importing them, and the movements that no order was found for. */

import { ServiceError } from '../../core/errors.ts';
import { actorOf } from '../../core/management-token.ts';
import { formatCzk, nanos } from '../../core/money.ts';
import { implement } from '../../platform/api/implement.ts';
import { pageOf, placeFrom } from '../../platform/api/list-place.ts';
import type { Route } from '../../platform/http/call.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Orders } from '../shop/index.ts';
import type { ListedMovement, ReadBankFile } from './bank.ts';
import { type BankBook, importFile } from './bank-import.ts';
import { bank } from './contract.ts';

type BankBooks = BankBook & { readonly orders: Orders; readonly readBankFile: ReadBankFile };

const PAGE = 50;

export function bankRoutes(platform: Platform, { orders, ...book }: BankBooks): readonly Route[] {
  const { actionLog, clock } = platform;
  const { bankMovements } = book;

  async function movementOf(id: string) {
    const movement = await bankMovements.find(id);
    if (!movement) throw new ServiceError('not_found', 'There is no such movement.');
    return movement;
  }

  async function orderOf(named: string) {
    const found = await orders.listAll({ search: named });
    const order = found.find(({ id, variableSymbol }) => id === named || variableSymbol === named);
    if (!order) throw new ServiceError('order_unknown', `There is no order ${named}.`, { param: 'order' });
    return { accountId: order.accountId, orderId: order.id };
  }

  return implement(bank, {
    movements: async ({ query: { state, search, after } }) => {
      const filter = { ...(search && { search }), ...(state && { state }) };
      const found = await bankMovements.list({ ...filter, ...placeFrom(after), rowsMax: PAGE + 1 });
      const { shown, next } = pageOf(found, PAGE);
      return { movements: shown.map(movementToView), next, unmatched: await bankMovements.unmatched() };
    },

    importFile: ({ operator, body: { id, name, format, base64 } }) => {
      const by = { id, actor: actorOf(operator) };
      return importFile(platform, book, { name, format, bytes: Buffer.from(base64, 'base64'), by });
    },

    assign: async ({ operator, params, body: { id, reason, order } }) => {
      const { id: movementId, amount } = await movementOf(params.id);
      const action = { kind: 'confirm-order', ...(await orderOf(order)), amount: nanos(amount), movementId } as const;
      const about = { id, reason, actor: actorOf(operator), atMs: clock.nowMs() };
      return { action: await actionLog.act({ ...about, action }) };
    },

    setAside: async ({ operator, params, body }) => {
      const action = { kind: 'set-aside', movementId: (await movementOf(params.id)).id } as const;
      const about = { ...body, actor: actorOf(operator), atMs: clock.nowMs() };
      return { action: await actionLog.act({ ...about, action }) };
    },
  });
}

const movementToView = ({ amount, ...movement }: ListedMovement) => ({
  ...movement,
  amount: formatCzk(nanos(amount)),
});
