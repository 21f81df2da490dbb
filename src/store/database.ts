/** SQL as the stores use it: the same statements for every database, with `?` for each value. */

export type SqlValue = string | number | bigint | null;
export type Row = Readonly<Record<string, SqlValue>>;

export interface Sql {
  all(text: string, ...values: readonly SqlValue[]): Promise<readonly Row[]>;
  one(text: string, ...values: readonly SqlValue[]): Promise<Row | undefined>;
  /** Returns how many rows were changed. */
  run(text: string, ...values: readonly SqlValue[]): Promise<number>;
}

export interface Database {
  readonly sql: Sql;
  /** Runs `work` as one transaction. What throws leaves no trace. */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** Runs `work` on the database as it is at this moment, without keeping anybody from writing. */
  snapshot<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  close(): void;
}

export const text = (row: Row, column: string): string => row[column] as string;
export const number = (row: Row, column: string): number => Number(row[column]);
export const bigint = (row: Row, column: string): bigint => BigInt(row[column] ?? 0);

/** A column that may be null, as an optional property. */
export const optionalNumber = (row: Row, column: string): number | undefined =>
  row[column] === null ? undefined : Number(row[column]);
