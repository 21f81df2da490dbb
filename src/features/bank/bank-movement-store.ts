/** Movements on the seller's bank account. What was recorded once is found again, in whatever format it comes. */

import { localDateOf } from '../../core/calendar.ts';
import { ServiceError } from '../../core/errors.ts';
import { nanos } from '../../core/money.ts';
import { nextMovementNumber } from '../../platform/database/counter.ts';
import {
  bigint,
  type Database,
  number,
  type Row,
  type Sql,
  type SqlValue,
  text,
} from '../../platform/database/database.ts';
import { type RowSet, readForRows, runForRows } from '../../platform/database/row-set.ts';
import type { OrderStatus } from '../shop/index.ts';
import {
  type BankMovements,
  contentOf,
  type Identified,
  identify,
  type KeptMovement,
  type ListedMovement,
  MOVEMENT_STATES,
  type Movement,
  type MovementFilter,
  type MovementProblem,
  type MovementState,
  type PayableOrder,
  type RecordAbout,
} from './bank.ts';

const AT_ONCE = 200;
const LISTED = `SELECT m.*, a.email FROM bank_movements m LEFT JOIN orders o ON o.id = m.order_id
  LEFT JOIN accounts a ON a.id = o.account_id`;

export function createBankMovementStore(db: Database): BankMovements {
  return {
    record: (movements, about) => db.transaction((sql) => record(sql, movements, about)),

    pending: async () => {
      const rows = await db.sql.all(
        `SELECT * FROM bank_movements WHERE state = 'new' ORDER BY created_at_ms, id LIMIT ${AT_ONCE}`,
      );
      return rows.map(movementFromRow);
    },

    payable: async (variableSymbols) => {
      const rows = await readForRows(
        db.sql,
        PAYABLE,
        variableSymbols.map((symbol) => [symbol]),
      );
      return rows.map(payableFromRow);
    },

    leave: (movements) =>
      db.transaction(async (sql) => {
        const rows = movements.map(({ id, problem }) => [id, stateOf(problem), problem] as const);
        await Promise.all(runForRows(sql, LEAVE, rows));
      }),

    states: (movementIds) => statesOf(db.sql, movementIds),

    find: async (movementId) => {
      const row = await db.sql.one(`${LISTED} WHERE m.id = ?`, movementId);
      return row && listedFromRow(row);
    },

    list: (filter) => list(db.sql, filter),

    unmatched: async () => {
      const row = await db.sql.one("SELECT COUNT(*) AS waiting FROM bank_movements WHERE state = 'unmatched'");
      return number(row!, 'waiting');
    },
  };
}

const PAYABLE: RowSet = {
  columns: { symbol: 'TEXT' },
  text: `SELECT o.*, a.status AS account_status FROM orders o JOIN accounts a ON a.id = o.account_id, rows
    WHERE o.variable_symbol = rows.symbol`,
};

const LEAVE: RowSet = {
  columns: { id: 'TEXT', state: 'TEXT', problem: 'TEXT' },
  text: `UPDATE bank_movements SET state = rows.state, problem = rows.problem FROM rows
    WHERE bank_movements.id = rows.id AND bank_movements.state = 'new'`,
};

const stateOf = (problem: MovementProblem): MovementState => (problem === 'outgoing' ? 'set-aside' : 'unmatched');

/** Bank files are recorded one after the other, on all servers together: what one has written the next one finds. */
async function record(sql: Sql, movements: readonly Movement[], about: RecordAbout): Promise<readonly string[]> {
  await nextMovementNumber(sql);
  const reported = Map.groupBy(movements, (one) => contentOf(about.account, one));
  const kept = await keptWith(sql, [...reported.keys()]);
  const { added, named } = toRecord(reported, kept, about);
  await Promise.all(runForRows(sql, INSERT, added));
  await Promise.all(runForRows(sql, INSERT_ID, named));
  return added.map(([id]) => id);
}

type Kept = ReadonlyMap<string, readonly Identified[]>;
type NewRow = readonly [id: string, ...rest: SqlValue[]];

/** The rows of movements that are not kept yet, and what all of them are called by the bank. */
function toRecord(reported: ReadonlyMap<string, readonly Movement[]>, kept: Kept, about: RecordAbout) {
  const ids = [...about.ids];
  const added: NewRow[] = [];
  const named: (readonly [movementId: string, source: string, bankId: string])[] = [];
  for (const [content, reports] of reported) {
    const known = kept.get(content) ?? [];
    let ordinal = known.length;
    for (const [at, identity] of identify(reports, known, about.source).entries()) {
      const report = reports[at]!;
      if (identity === 'repeated') continue;
      const learns = identity === 'new' ? report.bankId : identity.learns;
      const id = identity === 'new' ? ids.pop()! : identity.known;
      if (identity === 'new') added.push(toRow(report, { id, content, ordinal: ++ordinal, atMs: about.atMs }));
      if (learns !== null) named.push([id, about.source, learns]);
    }
  }
  return { added, named };
}

const KEPT: RowSet = {
  columns: { content: 'TEXT' },
  text: `SELECT m.content, m.id, i.source, i.bank_id FROM bank_movements m
    LEFT JOIN bank_movement_ids i ON i.movement_id = m.id, rows WHERE m.content = rows.content ORDER BY m.ordinal`,
};

async function keptWith(sql: Sql, contents: readonly string[]): Promise<Kept> {
  const rows = await readForRows(
    sql,
    KEPT,
    contents.map((content) => [content]),
  );
  const byContent = Map.groupBy(rows, (row) => text(row, 'content'));
  return new Map([...byContent].map(([content, found]) => [content, identifiedFromRows(found)]));
}

const identifiedFromRows = (rows: readonly Row[]): readonly Identified[] =>
  [...Map.groupBy(rows, (row) => text(row, 'id'))].map(([id, found]) => ({
    id,
    bankIds: Object.fromEntries(
      found.filter(({ source }) => source !== null).map((row) => [text(row, 'source'), text(row, 'bank_id')]),
    ),
  }));

const INSERT: RowSet = {
  columns: {
    id: 'TEXT',
    content: 'TEXT',
    ordinal: 'BIGINT',
    booked_on: 'TEXT',
    amount_nanos: 'BIGINT',
    currency: 'TEXT',
    variable_symbol: 'TEXT',
    is_reversal: 'BIGINT',
    counterparty: 'TEXT',
    name: 'TEXT',
    message: 'TEXT',
    created_at_ms: 'BIGINT',
  },
  text: `INSERT INTO bank_movements (id, content, ordinal, booked_on, amount_nanos, currency, variable_symbol, is_reversal,
      counterparty, name, message, created_at_ms, state)
    SELECT rows.id, rows.content, rows.ordinal, rows.booked_on, rows.amount_nanos, rows.currency, rows.variable_symbol,
      rows.is_reversal, rows.counterparty, rows.name, rows.message, rows.created_at_ms, 'new' FROM rows`,
};

const INSERT_ID: RowSet = {
  columns: { movement_id: 'TEXT', source: 'TEXT', bank_id: 'TEXT' },
  text: `INSERT INTO bank_movement_ids (movement_id, source, bank_id)
    SELECT rows.movement_id, rows.source, rows.bank_id FROM rows`,
};

type Place = { readonly id: string; readonly content: string; readonly ordinal: number; readonly atMs: number };

function toRow(movement: Movement, { id, content, ordinal, atMs }: Place): NewRow {
  const { bookedOn, amount, currency, variableSymbol, isReversal, counterparty, name, message } = movement;
  const said = [bookedOn, amount, currency, variableSymbol, isReversal ? 1 : 0, counterparty, name, message];
  return [id, content, ordinal, ...said, atMs];
}

async function statesOf(sql: Sql, ids: readonly string[]): Promise<Record<MovementState, number>> {
  const counts = Object.fromEntries(MOVEMENT_STATES.map((state) => [state, 0])) as Record<MovementState, number>;
  if (ids.length === 0) return counts;
  const rows = await sql.all(
    `SELECT state, COUNT(*) AS movements FROM bank_movements WHERE id IN (${ids.map(() => '?').join(', ')})
     GROUP BY state`,
    ...ids,
  );
  for (const row of rows) counts[text(row, 'state') as MovementState] = number(row, 'movements');
  return counts;
}

const FOUND = `(m.variable_symbol = ? OR m.id = ? OR m.order_id = ? OR LOWER(m.name) LIKE ? ESCAPE '!'
  OR LOWER(m.message) LIKE ? ESCAPE '!' OR LOWER(m.counterparty) LIKE ? ESCAPE '!')`;

async function list(sql: Sql, { state, search, after, rowsMax }: MovementFilter): Promise<readonly ListedMovement[]> {
  const wishes: (readonly [string, readonly SqlValue[]])[] = [];
  if (state !== undefined) wishes.push(['m.state = ?', [state]]);
  if (search !== undefined) {
    const part = `%${search.toLowerCase().replaceAll(/[!%_]/g, '!$&')}%`;
    wishes.push([FOUND, [search, search, search, part, part, part]]);
  }
  if (after) {
    const { createdAtMs, id } = after;
    wishes.push(['m.created_at_ms <= ? AND (m.created_at_ms < ? OR m.id > ?)', [createdAtMs, createdAtMs, id]]);
  }
  const where = wishes.length > 0 ? `WHERE ${wishes.map(([words]) => words).join(' AND ')}` : '';
  const rows = await sql.all(
    `${LISTED} ${where} ORDER BY m.created_at_ms DESC, m.id LIMIT ?`,
    ...wishes.flatMap(([, values]) => values),
    rowsMax,
  );
  return rows.map(listedFromRow);
}

type Assignment = { readonly movementId: string; readonly orderId: string; readonly amount: bigint };

/** The movement pays the order; the caller is in the transaction that gives what was ordered. */
export async function assignMovement(sql: Sql, { movementId, orderId, amount }: Assignment): Promise<void> {
  const row = await sql.one(`SELECT * FROM bank_movements WHERE id = ? ${sql.forUpdate}`, movementId);
  if (!row) throw new ServiceError('not_found', 'There is no such movement.');
  const movement = movementFromRow(row);
  const isPayment = movement.amount === amount && movement.currency === 'CZK' && !movement.isReversal;
  if (!isPayment) throw new ServiceError('amount_differs', 'The movement is not of this amount.', { param: 'order' });
  if (movement.state === 'matched') {
    throw new ServiceError('movement_settled', 'The movement pays another order already.', { param: 'order' });
  }
  await sql.run(
    "UPDATE bank_movements SET state = 'matched', problem = NULL, order_id = ? WHERE id = ?",
    orderId,
    movementId,
  );
}

/** Nothing is to be done about it, says the operator. It can still be assigned to an order. */
export async function setMovementAside(sql: Sql, movementId: string): Promise<void> {
  const changed = await sql.run(
    "UPDATE bank_movements SET state = 'set-aside' WHERE id = ? AND state = 'unmatched'",
    movementId,
  );
  if (changed > 0) return;
  const row = await sql.one('SELECT state FROM bank_movements WHERE id = ?', movementId);
  if (!row) throw new ServiceError('not_found', 'There is no such movement.');
  throw new ServiceError('movement_settled', 'The movement does not wait for an order any more.', { param: 'id' });
}

function movementFromRow(row: Row): KeptMovement {
  return {
    id: text(row, 'id'),
    bookedOn: text(row, 'booked_on'),
    amount: bigint(row, 'amount_nanos'),
    currency: text(row, 'currency'),
    variableSymbol: text(row, 'variable_symbol'),
    isReversal: number(row, 'is_reversal') === 1,
    counterparty: text(row, 'counterparty'),
    name: text(row, 'name'),
    message: text(row, 'message'),
    state: text(row, 'state') as MovementState,
    problem: row.problem as MovementProblem | null,
    orderId: row.order_id as string | null,
    createdAtMs: number(row, 'created_at_ms'),
  };
}

const listedFromRow = (row: Row): ListedMovement => ({ ...movementFromRow(row), email: row.email as string | null });

function payableFromRow(row: Row): PayableOrder {
  const expiresAtMs = number(row, 'expires_at_ms');
  const { year, month, day } = localDateOf(expiresAtMs);
  const two = (part: number) => String(part).padStart(2, '0');
  return {
    id: text(row, 'id'),
    variableSymbol: text(row, 'variable_symbol'),
    accountId: text(row, 'account_id'),
    amount: nanos(bigint(row, 'amount_nanos')),
    status: text(row, 'status') as OrderStatus,
    isCancelled: row.ended_at_ms !== null && number(row, 'ended_at_ms') < expiresAtMs,
    isAccountClosed: text(row, 'account_status') === 'closed',
    lastDay: `${year}-${two(month)}-${two(day)}`,
  };
}
