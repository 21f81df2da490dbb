/** Transactions of the one connection to an SQLite file: one at a time, and in batches. */
import type { Database as BunSqlite } from 'bun:sqlite';
import { createInTurn } from '../../lib/in-turn.ts';
import type { TransactionSql } from './database.ts';
import { TransactionStatements, type Writes } from './sqlite-statements.ts';
import type { SqliteVersions } from './sqlite-versions.ts';

type Work<T> = (sql: TransactionSql) => Promise<T>;

type Enclosure = readonly [begin: string, commit: string, ...rollback: readonly string[]];
const TRANSACTION: Enclosure = ['BEGIN IMMEDIATE', 'COMMIT', 'ROLLBACK'];
const SAVEPOINT: Enclosure = ['SAVEPOINT one', 'RELEASE one', 'ROLLBACK TO one', 'RELEASE one'];
const SNAPSHOT: Enclosure = ['BEGIN', 'COMMIT', 'ROLLBACK'];

type Batch = {
  /** Each of its transactions is behind a savepoint. */
  readonly isGuarded: boolean;
  /** The reason why the batch as a whole fails, if it does. */
  endedBy?: { readonly thrown: unknown };
};

export class SqliteTransactions {
  readonly #sqlite: BunSqlite;
  readonly #writes: Writes;
  readonly #versions: SqliteVersions;
  readonly #inTurn = createInTurn();
  #runningBatch: Batch | undefined;

  constructor(sqlite: BunSqlite, writes: Writes, versions: SqliteVersions) {
    this.#sqlite = sqlite;
    this.#writes = writes;
    this.#versions = versions;
  }

  get isInBatch(): boolean {
    return this.#runningBatch !== undefined;
  }

  run<T>(work: Work<T>): Promise<T> {
    const batch = this.#runningBatch;
    return batch ? this.#runInBatch(batch, work) : this.#inTurn(() => this.#enclose(TRANSACTION, work));
  }

  snapshot<T>(work: Work<T>): Promise<T> {
    return this.#inTurn(() => this.#enclose(SNAPSHOT, work));
  }

  batch<T>(work: () => Promise<T>): Promise<T> {
    return this.#inTurn(async () => {
      const unguarded: Batch = { isGuarded: false };
      try {
        return await this.#runBatch(unguarded, work);
      } catch (thrown) {
        if (!unguarded.endedBy) throw thrown;
        return this.#runBatch({ isGuarded: true }, work);
      }
    });
  }

  async #runBatch<T>(batch: Batch, work: () => Promise<T>): Promise<T> {
    this.#runningBatch = batch;
    try {
      return await this.#enclose(TRANSACTION, async () => {
        const result = await work();
        if (batch.endedBy) throw batch.endedBy.thrown;
        return result;
      });
    } finally {
      this.#runningBatch = undefined;
    }
  }

  async #runInBatch<T>(batch: Batch, work: Work<T>): Promise<T> {
    // Whatever ran now would stay when the others in the batch are gone.
    if (batch.endedBy) throw batch.endedBy.thrown;
    const statements = this.#statements();
    const writesBefore = this.#writes.count;
    try {
      return batch.isGuarded ? await this.#enclose(SAVEPOINT, work) : await work(statements);
    } catch (thrown) {
      const isUndone = batch.isGuarded || this.#writes.count === writesBefore;
      if (!isUndone || !this.#sqlite.inTransaction) batch.endedBy = { thrown };
      throw thrown;
    } finally {
      statements.end();
    }
  }

  async #enclose<T>([begin, commit, ...rollback]: Enclosure, work: Work<T>): Promise<T> {
    // Prepared once, as all other statements: these run twice for every call.
    this.#sqlite.query(begin).run();
    const statements = this.#statements();
    try {
      const result = await work(statements);
      this.#sqlite.query(commit).run();
      return result;
    } catch (thrown) {
      // A full disk or a broken one ends the transaction by itself; then there is nothing left to roll back.
      if (this.#sqlite.inTransaction) for (const text of rollback) this.#sqlite.query(text).run();
      throw thrown;
    } finally {
      statements.end();
    }
  }

  #statements(): TransactionStatements {
    return new TransactionStatements(this.#sqlite, this.#writes, this.#versions);
  }
}
