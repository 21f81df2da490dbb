/** Bank files: importing them, and the movements that no order was found for. */

import { ServiceError } from '../../core/errors.ts';
import { actorOf } from '../../core/management-token.ts';
import { formatCzk, nanos } from '../../core/money.ts';
import { csvTable } from '../../lib/csv.ts';
import { implement } from '../../platform/api/implement.ts';
import { pageOf, placeFrom } from '../../platform/api/list-place.ts';
import type { Route } from '../../platform/http/call.ts';
import type { SendFile } from '../../platform/http/file-stream.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Orders } from '../shop/index.ts';
import type { ListedMovement, MovementState, ReadBankFile } from './bank.ts';
import { type BankBook, importFile } from './bank-import.ts';
import { bank } from './contract.ts';

type BankBooks = BankBook & {
  readonly orders: Orders;
  readonly readBankFile: ReadBankFile;
  readonly sendFile: SendFile;
};

const PAGE = 50;
const FILE_PAGE = 500;

export function bankRoutes(platform: Platform, { orders, sendFile, ...book }: BankBooks): readonly Route[] {
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
    movements: async ({ query: { after, ...wanted } }) => {
      const found = await bankMovements.list({ ...filterOf(wanted), ...placeFrom(after), rowsMax: PAGE + 1 });
      const { shown, next } = pageOf(found, PAGE);
      return { movements: shown.map(movementToView), next, unmatched: await bankMovements.unmatched() };
    },

    movementsCsv: ({ query: { for: form, ...wanted }, ...call }) => {
      const pieces = async function* () {
        yield MOVEMENTS_CSV.head(form);
        for (let after: ListedMovement | undefined; ; ) {
          const page = await bankMovements.list({ ...filterOf(wanted), ...(after && { after }), rowsMax: FILE_PAGE });
          if (page.length === 0) return;
          yield MOVEMENTS_CSV.rows(page, form);
          after = page.at(-1);
        }
      };
      return sendFile(call, { name: 'bank-movements.csv', type: 'text/csv; charset=utf-8', pieces: pieces() });
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

type Wanted = { readonly search?: string | undefined; readonly state?: MovementState | undefined };

const filterOf = ({ search, state }: Wanted) => ({ ...(search && { search }), ...(state && { state }) });

const movementToView = ({ amount, ...movement }: ListedMovement) => ({
  ...movement,
  amount: formatCzk(nanos(amount)),
});

const MOVEMENTS_CSV = csvTable<ListedMovement>([
  ['booked_on', ({ bookedOn }) => bookedOn],
  ['amount', ({ amount }) => ({ decimal: formatCzk(nanos(amount)) })],
  ['currency', ({ currency }) => currency],
  ['variable_symbol', ({ variableSymbol }) => variableSymbol],
  ['counterparty', ({ counterparty }) => counterparty],
  ['name', ({ name }) => name],
  ['message', ({ message }) => message],
  ['state', ({ state }) => state],
  ['problem', ({ problem }) => problem ?? ''],
  ['order_id', ({ orderId }) => orderId ?? ''],
  ['email', ({ email }) => email ?? ''],
  ['id', ({ id }) => id],
]);
