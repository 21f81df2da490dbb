/**
 * Movements on the seller's bank account, as bank files report them, and which order each one pays. A movement is known
 * by its content (account, day, amount, currency, variable symbol) and, among movements of the same content, by the id
 * that the bank gave it: see `identify`.
 */
import type { Nanos } from '../../core/money.ts';
import type { ListPlace } from '../../platform/api/list-place.ts';
import type { OrderStatus } from '../shop/index.ts';

export const BANK_FILE_FORMATS = ['fio-json', 'gpc', 'camt', 'csv'] as const;
export type BankFileFormat = (typeof BANK_FILE_FORMATS)[number];

/** A larger file is refused. It is some 16,000 movements as GPC and some 1,500 as CAMT. */
export const BANK_FILE_BYTES_MAX = 2 * 1024 * 1024;

/** One movement as a bank file has it. */
export type Movement = {
  /** The day on which it was booked, such as `2026-11-16`. */
  readonly bookedOn: string;
  /** In billionths of the currency; below zero where money leaves the account. */
  readonly amount: bigint;
  /** Three capital letters. */
  readonly currency: string;
  /** Digits without zeros before them; empty where there is none. */
  readonly variableSymbol: string;
  /** The bank takes an earlier movement back. */
  readonly isReversal: boolean;
  /** The bank's own id, unique at least among movements of the same content in files of the same source. */
  readonly bankId: string | null;
  /** The account, name and message of the other side, as far as the file has them. */
  readonly counterparty: string;
  readonly name: string;
  readonly message: string;
};

export type BankFile = {
  readonly format: BankFileFormat;
  /** Whose ids these are: ids of different sources cannot be compared. */
  readonly source: 'fio' | 'gpc' | 'camt' | 'csv';
  /** The account that the file is of: an IBAN, or 16 digits of a Czech account without its bank; null: not said. */
  readonly account: string | null;
  readonly movements: readonly Movement[];
};

/** `new`: recorded, and not looked at yet. `set-aside`: nothing is to be done about it. */
export const MOVEMENT_STATES = ['new', 'matched', 'unmatched', 'set-aside'] as const;
export type MovementState = (typeof MOVEMENT_STATES)[number];

/** The reasons for which a movement has not confirmed an order. `refused`: the account cannot have as much credit, say. */
export const MOVEMENT_PROBLEMS = [
  'outgoing',
  'reversal',
  'wrong-currency',
  'no-symbol',
  'unknown-symbol',
  'already-paid',
  'wrong-amount',
  'late',
  'account-closed',
  'refused',
] as const;
export type MovementProblem = (typeof MOVEMENT_PROBLEMS)[number];

export type KeptMovement = Omit<Movement, 'bankId'> & {
  readonly id: string;
  readonly state: MovementState;
  readonly problem: MovementProblem | null;
  readonly orderId: string | null;
  readonly createdAtMs: number;
};

/** A movement with the account of its order, for operators. */
export type ListedMovement = KeptMovement & { readonly email: string | null };

/** The facts that decide whether money pays an order by bank transfer. */
export type PayableOrder = {
  readonly id: string;
  readonly variableSymbol: string;
  readonly accountId: string;
  readonly amount: Nanos;
  readonly status: OrderStatus;
  /** An operator has cancelled it: it did not end by itself. */
  readonly isCancelled: boolean;
  readonly isAccountClosed: boolean;
  /** The last day on which money for it is in time. */
  readonly lastDay: string;
};

/** Why a movement does not pay the order with its variable symbol; undefined where it does. */
export function problemOf(
  movement: Omit<Movement, 'bankId'>,
  order: PayableOrder | undefined,
): MovementProblem | undefined {
  if (movement.isReversal) return 'reversal';
  if (movement.amount <= 0n) return 'outgoing';
  if (movement.currency !== 'CZK') return 'wrong-currency';
  if (movement.variableSymbol === '') return 'no-symbol';
  if (!order) return 'unknown-symbol';
  const isUnpaid = order.status === 'open' || order.status === 'expired';
  if (!isUnpaid) return 'already-paid';
  if (movement.amount !== order.amount) return 'wrong-amount';
  if (order.isAccountClosed) return 'account-closed';
  // A bank file may be imported long after its days: what counts is when the money came.
  const isInTime = order.status === 'open' || (!order.isCancelled && movement.bookedOn <= order.lastDay);
  return isInTime ? undefined : 'late';
}

/** The part that two reports of one movement share, whatever format they are in. `account` is ours. */
export const contentOf = (account: string, movement: Movement): string =>
  [
    account,
    movement.bookedOn,
    movement.amount,
    movement.currency,
    movement.variableSymbol,
    ...(movement.isReversal ? ['reversal'] : []),
  ].join('|');

/** A movement that is kept, with its ids by source. */
export type Identified = { readonly id: string; readonly bankIds: Readonly<Record<string, string>> };

/** A reported movement is one that is kept, which may learn its id of this source, or a new one. */
type Identity = { readonly known: string; readonly learns: string | null } | 'new' | 'repeated';

/**
 * Tells which movements of one bank file are kept already. All of them, and all of the kept ones, have the same content.
 * An id that is known is that movement. Otherwise a report may be of any kept movement that no other report of this
 * file is of, and that has no other id of the same source. What is left is new. So a file that comes again in
 * any format finds each of its movements, and two payments of one customer on one day stay two.
 */
export function identify(
  reports: readonly Pick<Movement, 'bankId'>[],
  kept: readonly Identified[],
  source: string,
): readonly Identity[] {
  const byId = new Map(kept.map((one) => [one.bankIds[source], one]));
  const taken = new Set<Identified>();
  const seen = new Set<string>();
  const found = new Map<number, Identity>();
  for (const [at, { bankId }] of reports.entries()) {
    if (bankId === null) continue;
    const same = byId.get(bankId);
    if (same) found.set(at, { known: same.id, learns: null });
    else if (seen.has(bankId)) found.set(at, 'repeated');
    if (same) taken.add(same);
    seen.add(bankId);
  }
  // Those without an id of this source can be of any report, the others only of one without an id.
  const free = kept.filter((one) => !taken.has(one));
  const unnamed = free.filter(({ bankIds }) => bankIds[source] === undefined).values();
  const any = free.values();
  return reports.map(({ bankId }, at): Identity => {
    const already = found.get(at);
    if (already) return already;
    const same = nextFree(bankId === null ? any : unnamed, taken);
    return same ? { known: same.id, learns: bankId } : 'new';
  });
}

/** The next of the list that no report is of; it is taken by that. */
function nextFree(list: Iterator<Identified>, taken: Set<Identified>): Identified | undefined {
  for (let next = list.next(); !next.done; next = list.next()) {
    if (taken.has(next.value)) continue;
    taken.add(next.value);
    return next.value;
  }
  return undefined;
}

export type MovementFilter = {
  readonly state?: MovementState;
  /** A variable symbol, an id, an order's id, or a part of a name, message or account. */
  readonly search?: string;
  readonly after?: ListPlace;
  readonly rowsMax: number;
};

export interface BankMovements {
  /** Keeps those that are new and returns their ids. All of the same content must come in one call. */
  record(movements: readonly Movement[], about: RecordAbout): Promise<readonly string[]>;
  /** Some of those that were not looked at yet, oldest first. */
  pending(): Promise<readonly KeptMovement[]>;
  /** The orders by bank transfer that have these variable symbols. */
  payable(variableSymbols: readonly string[]): Promise<readonly PayableOrder[]>;
  /** Movements that pay no order; those that leave the account are set aside. Changes only what is `new`. */
  leave(movements: readonly LeftMovement[]): Promise<void>;
  /** How many of these, some hundreds at most, are in each state. */
  states(movementIds: readonly string[]): Promise<Readonly<Record<MovementState, number>>>;
  find(movementId: string): Promise<ListedMovement | undefined>;
  /** Newest first. */
  list(filter: MovementFilter): Promise<readonly ListedMovement[]>;
  /** How many wait for an operator. */
  unmatched(): Promise<number>;
}

export type LeftMovement = { readonly id: string; readonly problem: MovementProblem };

export type RecordAbout = {
  /** Ours, as it is configured. */
  readonly account: string;
  readonly source: BankFile['source'];
  readonly atMs: number;
  /** As many ids as there are movements; some may be left over. */
  readonly ids: readonly string[];
};

/** Reads a file, whose format is found by its content unless it is said. Throws `invalid_request` with what is wrong and where. */
export type ReadBankFile = (bytes: Uint8Array, format?: BankFileFormat) => BankFile | Promise<BankFile>;
