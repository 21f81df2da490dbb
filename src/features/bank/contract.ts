/** Bank files: importing them, and the movements that no order was found for. */
import { z } from 'zod';
import { actionBody, actionFields, actionId, done } from '../../platform/action-log/contract.ts';
import { route, type View } from '../../platform/api/contract.ts';
import { csvForm, place, search } from '../../platform/api/schemas.ts';
import { BANK_FILE_BYTES_MAX, BANK_FILE_FORMATS, MOVEMENT_PROBLEMS, MOVEMENT_STATES } from './bank.ts';

const movementView = z
  .object({
    id: z.string(),
    bookedOn: z.string().describe('Such as `2026-11-16`.'),
    amount: z.string().describe('A decimal text; below zero where money left the account.'),
    currency: z.string(),
    variableSymbol: z.string(),
    counterparty: z.string(),
    name: z.string(),
    message: z.string(),
    state: z.enum(MOVEMENT_STATES),
    problem: z.enum(MOVEMENT_PROBLEMS).nullable().describe('Why it has not paid an order.'),
    orderId: z.string().nullable().describe('The order that it has paid, and whose it is.'),
    email: z.string().nullable(),
    createdAtMs: z.number(),
  })
  .meta({ id: 'MovementView', description: "A movement on the seller's bank account." });
export type MovementView = View<typeof movementView>;

const movementsView = z
  .object({
    movements: z.array(movementView),
    next: z.string().nullable(),
    unmatched: z.number().describe('How many wait for an operator, whatever the list shows.'),
  })
  .meta({ id: 'MovementsView' });
export type MovementsView = View<typeof movementsView>;

/** The outcome of an import. */
const importView = z
  .object({
    format: z.enum(BANK_FILE_FORMATS),
    movements: z.number(),
    added: z.number().describe('Those that were not known; the counts that follow are of these.'),
    confirmed: z.number(),
    unmatched: z.number(),
    setAside: z.number(),
  })
  .meta({ id: 'ImportView' });
export type ImportView = View<typeof importView>;

const wanted = {
  /** A variable symbol, an id, an order's id, or a part of a name, message or account. */
  search,
  state: z.enum(MOVEMENT_STATES).optional(),
};

/** A file as base64, which is a third longer. */
const BASE64_MAX = Math.ceil(BANK_FILE_BYTES_MAX / 3) * 4;
const bankFileBody = z.strictObject({
  id: actionId,
  name: z.string().trim().min(1).max(200),
  format: z.enum(BANK_FILE_FORMATS).optional(),
  base64: z.string().min(1, 'must not be empty').max(BASE64_MAX, 'must be a file of at most 2 MiB'),
});

export const bank = {
  movements: route('GET /api/operator/bank/movements', {
    about: 'Movements of the bank account, the newest first, with what they paid.',
    needs: 'bank:read',
    query: z.strictObject({ ...wanted, after: place }),
    reply: movementsView,
  }),
  movementsCsv: route('GET /api/operator/bank/movements.csv', {
    about: 'All of them as a file.',
    needs: 'bank:read',
    query: z.strictObject({ ...wanted, ...csvForm }),
    reply: { file: 'text/csv' },
  }),
  importFile: route('POST /api/operator/bank/statements', {
    about: 'Imports a file. Imported twice, it changes nothing the second time.',
    needs: 'bank:write',
    body: bankFileBody,
    bodyBytesMax: BASE64_MAX + 4096,
    reply: importView,
    refuses: ['statement_invalid'],
  }),
  assign: route('POST /api/operator/bank/movements/{id}/assign', {
    about: 'Confirms an order with a movement of the same amount.',
    needs: 'bank:write',
    body: z.strictObject({ ...actionFields, order: z.string().trim().min(1).max(64) }),
    reply: done,
    refuses: [
      'account_full',
      'account_blocked',
      'order_unknown',
      'movement_settled',
      'order_settled',
      'amount_differs',
      'account_closed',
    ],
  }),
  setAside: route('POST /api/operator/bank/movements/{id}/set-aside', {
    about: 'Says that a movement belongs to no order.',
    needs: 'bank:write',
    body: actionBody,
    reply: done,
    refuses: ['movement_settled'],
  }),
};
