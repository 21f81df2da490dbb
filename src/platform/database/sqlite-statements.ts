/**
 * Statements on SQLite. Each runs while it is called; the promise only says so. One object for each transaction and no
 * function for each statement, because every request asks for some ten of them.
 */
import type { Database as BunSqlite } from 'bun:sqlite';
import type { Row, Sql, SqlValue, TransactionSql } from './database.ts';
import type { SqliteVersions } from './sqlite-versions.ts';
import { mayWriteVersions } from './versioned-tables.ts';

/** How many statements may have changed something: whatever is not plainly a question counts. */
export type Writes = { count: number };

export class Statements implements Sql {
  readonly kind = 'sqlite';
  readonly forUpdate = '';
  readonly #sqlite: BunSqlite;
  readonly #writes: Writes;
  readonly #versions: SqliteVersions;

  constructor(sqlite: BunSqlite, writes: Writes, versions: SqliteVersions) {
    this.#sqlite = sqlite;
    this.#writes = writes;
    this.#versions = versions;
  }

  async all(text: string, ...values: readonly SqlValue[]): Promise<readonly Row[]> {
    this.refuseLate();
    try {
      if (mayWriteVersions(text))
        return this.#ran(
          text,
          this.#versions.around(text, () => this.#prepared(text).all(...values)),
        );
      return this.#ran(text, this.#prepared(text).all(...values));
    } catch (thrown) {
      throw this.failed(thrown);
    }
  }

  async one(text: string, ...values: readonly SqlValue[]): Promise<Row | undefined> {
    this.refuseLate();
    try {
      if (mayWriteVersions(text))
        return this.#ran(
          text,
          this.#versions.around(text, () => this.#prepared(text).get(...values) ?? undefined),
        );
      return this.#ran(text, this.#prepared(text).get(...values) ?? undefined);
    } catch (thrown) {
      throw this.failed(thrown);
    }
  }

  async run(text: string, ...values: readonly SqlValue[]): Promise<number> {
    this.refuseLate();
    try {
      if (mayWriteVersions(text))
        return this.#ran(
          text,
          this.#versions.around(text, () => this.#prepared(text).run(...values).changes),
        );
      return this.#ran(text, this.#prepared(text).run(...values).changes);
    } catch (thrown) {
      throw this.failed(thrown);
    }
  }

  /** Throws where nothing may be asked any more. */
  protected refuseLate(): void {}

  protected failed(thrown: unknown): unknown {
    return thrown;
  }

  /** `query` keeps prepared statements by their text. A bare parameter behind LIMIT would have them planned anew each time. */
  #prepared(text: string) {
    return this.#sqlite.query<Row, SqlValue[]>(
      text.includes(' LIMIT ?') ? text.replaceAll(' LIMIT ?', ' LIMIT ? + 0') : text,
    );
  }

  #ran<T>(text: string, result: T): T {
    if (!text.startsWith('SELECT ')) this.#writes.count += 1;
    return result;
  }
}

/**
 * Those of one transaction. As on PostgreSQL, none runs behind one that has failed, or after the end: a full disk may have
 * ended the transaction, and what comes then would be a transaction of its own.
 */
export class TransactionStatements extends Statements implements TransactionSql {
  #endedBy: { readonly thrown: unknown } | undefined;

  /** The last ones have run already. */
  last(statements: readonly Promise<unknown>[]): Promise<unknown> {
    return Promise.all(statements);
  }

  end(): void {
    this.#endedBy ??= TOO_LATE;
  }

  protected override refuseLate(): void {
    if (this.#endedBy) throw this.#endedBy.thrown;
  }

  protected override failed(thrown: unknown): unknown {
    this.#endedBy ??= { thrown };
    return thrown;
  }
}

const TOO_LATE = { thrown: new Error('A statement came after the end of its transaction.') };
