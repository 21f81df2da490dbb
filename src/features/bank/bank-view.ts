/** Movements of bank statements, as the operator's pages show them. */

import { formatCzk, nanos } from '../../core/money.ts';
import type { AssignBody, MovementsQuery, OrderBody, StatementBody } from '../../server/api/operator-bodies.ts';
import type { ListedMovement, MovementProblem, MovementState } from './bank.ts';

/** `Done` is what every action of an operator answers with. */
export type BankApi<Done> = {
  'GET /api/operator/bank/movements': { readonly query: MovementsQuery; readonly reply: MovementsView };
  /** Imports a file. Imported twice, it changes nothing the second time. */
  'POST /api/operator/bank/statements': { readonly body: StatementBody; readonly reply: ImportView };
  /** Confirms an order with a movement of the same amount. */
  'POST /api/operator/bank/movements/{id}/assign': { readonly body: AssignBody; readonly reply: Done };
  'POST /api/operator/bank/movements/{id}/set-aside': { readonly body: OrderBody; readonly reply: Done };
};

/** A movement on the seller's bank account. */
export type MovementView = {
  readonly id: string;
  /** Such as `2026-11-16`. */
  readonly bookedOn: string;
  /** A decimal text; below zero where money left the account. */
  readonly amount: string;
  readonly currency: string;
  readonly variableSymbol: string;
  readonly counterparty: string;
  readonly name: string;
  readonly message: string;
  readonly state: MovementState;
  /** Why it has not paid an order. */
  readonly problem: MovementProblem | null;
  /** The order that it has paid, and whose it is. */
  readonly orderId: string | null;
  readonly email: string | null;
  readonly createdAtMs: number;
};

export type MovementsView = {
  readonly movements: readonly MovementView[];
  readonly next: string | null;
  /** How many wait for an operator, whatever the list shows. */
  readonly unmatched: number;
};

type ImportView = {
  readonly format: 'fio-json' | 'gpc' | 'camt' | 'csv';
  readonly movements: number;
  /** Those that were not known; the counts that follow are of these. */
  readonly added: number;
  readonly confirmed: number;
  readonly unmatched: number;
  readonly setAside: number;
};

export const movementToView = ({ amount, isReversal: _, ...movement }: ListedMovement): MovementView => ({
  ...movement,
  amount: formatCzk(nanos(amount)),
});
