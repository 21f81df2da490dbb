/** SQL as the stores use it: the same statements for every database, with `?` for each value. */

import type { DropCheck } from './check-sql.ts';
import type { RangeDialect } from './range-sql.ts';
import type { DropReference } from './reference-sql.ts';
import type { TriggerDialect } from './trigger-sql.ts';

export type SqlValue = string | number | bigint | null;
export type Row = Readonly<Record<string, SqlValue>>;

/**
 * Statements that need nothing of each other may be issued before any of them is answered (`Promise.all` over calls):
 * they are run in the order of the calls, and PostgreSQL gets them together. Issue them all before waiting for any of
 * them, and wait for all: what goes on alone beside one that fails may come when the transaction is over.
 */
export interface Sql {
  all(text: string, ...values: readonly SqlValue[]): Promise<readonly Row[]>;
  one(text: string, ...values: readonly SqlValue[]): Promise<Row | undefined>;
  /** Returns how many rows were changed. */
  run(text: string, ...values: readonly SqlValue[]): Promise<number>;
  readonly kind: 'sqlite' | 'postgres';
  /**
   * Ends a SELECT whose rows no other may change until this transaction ends. SQLite has one writer at a time and
   * needs no words for it.
   */
  readonly forUpdate: '' | 'FOR NO KEY UPDATE';
}

export interface TransactionSql extends Sql {
  /**
   * Waits for the last statements of a transaction, and for its end: PostgreSQL gets the commit together with them. Only
   * for statements whose answers are not needed, because these come too late to undo anything.
   */
  last(statements: readonly Promise<unknown>[]): Promise<unknown>;
}

/** A transaction may be run again from its start when it met another one, so `work` must do nothing but SQL. */
export type Transaction = <T>(work: (sql: TransactionSql) => Promise<T>) => Promise<T>;

export interface Database {
  readonly sql: Sql;
  readonly dialect: Dialect;
  /** With which versions of rows and seals are marked; nothing is where it is not known. */
  readonly ledgerKey: string | undefined;
  /** Runs `work` as one transaction. What throws leaves no trace. */
  readonly transaction: Transaction;
  /**
   * For what requests wait for, one of a kind at a time, and never for a row that is locked for long: where there is a pool,
   * connections of their own, with plans that are made once.
   */
  readonly serving: Pick<Database, 'sql' | 'transaction'>;
  /** Runs `work` on the database as it is at this moment, without keeping others from writing. */
  snapshot<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** Runs `work` while no other does the same on this database, and without a limit of time. */
  alone<T>(work: (alone: Pick<Database, 'sql' | 'transaction'>) => Promise<T>): Promise<T>;
  /** Gives back the room of a write-ahead log that has grown, if it is not in use. */
  shrinkLog(): Promise<void>;
  close(): Promise<void>;
}

/** The words that differ between the databases. */
export type Dialect = {
  /** The type of a column that numbers its rows. */
  readonly serial: string;
  /** The type of a text: in both databases texts are compared byte by byte, whatever the machine's language. */
  readonly text: string;
  /** Behind a table whose rows are in the order of their key, where the database can do that. */
  readonly clustered: string;
  /** Finds a table by its name: one row, or none. */
  readonly findTable: string;
  /** Names every table, column, index and trigger, such as `column pots.balance`. */
  readonly schemaParts: string;
  /** Asks what time it is, where the database has a clock of its own. */
  readonly clock: string | null;
  /** Keeps columns within a range of whole numbers. */
  readonly range: RangeDialect;
  /** Stops checking that what a column names is there. */
  readonly dropReference: DropReference;
  readonly dropCheck: DropCheck;
  readonly triggers: TriggerDialect;
  /** Makes a database from before the first release the same as a new one. */
  readonly takeOver: readonly string[];
  /**
   * Where rows become visible out of the order of their numbers: the oldest transaction that still runs, and a number
   * above those of all that have begun. Null where there is one writer at a time.
   */
  readonly runningTransactions: { readonly oldest: string; readonly newest: string } | null;
};

export const text = (row: Row, column: string): string => row[column] as string;
export const number = (row: Row, column: string): number => Number(row[column]);
export const bigint = (row: Row, column: string): bigint => BigInt(row[column] ?? 0);

/** A column that may be null, as an optional property. */
export const optionalNumber = (row: Row, column: string): number | undefined =>
  row[column] === null ? undefined : Number(row[column]);
