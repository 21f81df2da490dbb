/**
 * SQLite through Bun. It runs on the calling thread, so a server opens it in a worker (`store-worker.ts`) and only the
 * command line opens it directly.
 */
import { Database as BunSqlite } from 'bun:sqlite';
import { createInTurn } from '../../lib/in-turn.ts';
import type { Database, Dialect, Transaction, TransactionSql } from './database.ts';
import { SQLITE_RANGE } from './range-sql.ts';
import { SQLITE_REFERENCES } from './reference-sql.ts';
import { Statements, TransactionStatements, type Writes } from './sqlite-statements.ts';
import { SqliteVersions } from './sqlite-versions.ts';
import { SQLITE_TRIGGERS } from './trigger-sql.ts';

/**
 * `commit`: every commit is on the disk when it returns. `caller`: commits are written but not flushed; the caller
 * flushes the log itself (`wal-flusher.ts`) before it confirms.
 */
type Durability = 'commit' | 'caller';

export type Sqlite = Database & {
  readonly path: string;
  /**
   * Runs several transactions, one after the other, as one; each of them can fail alone. `work` may be run twice: when
   * one fails that has already written, all are undone and done again, each behind a savepoint of its own. Savepoints
   * from the start would cost every request a copy of each page that it changes.
   */
  batch<T>(work: () => Promise<T>): Promise<T>;
};

/** With a `ledgerKey`, what is written is marked with it. */
export function openSqlite(path: string, durability: Durability, ledgerKey?: string): Sqlite {
  const sqlite = new BunSqlite(path, { create: true, readwrite: true, safeIntegers: true });
  sqlite.run('PRAGMA busy_timeout = 10000');
  sqlite.run('PRAGMA journal_mode = WAL');
  sqlite.run(`PRAGMA synchronous = ${durability === 'commit' ? 'FULL' : 'NORMAL'}`);
  sqlite.run('PRAGMA foreign_keys = ON');
  if (durability === 'caller') {
    // A server keeps the pages that it changes all the time; with few, a long past makes every request dearer.
    sqlite.run('PRAGMA cache_size = -65536');
    // A log of 16 MB: a page that changes all the time is copied into the database once for all its changes in it.
    sqlite.run('PRAGMA wal_autocheckpoint = 4000');
  }
  const writes: Writes = { count: 0 };
  const versions = new SqliteVersions(sqlite, ledgerKey);
  const sql = new Statements(sqlite, writes, versions);
  /** One at a time: the connection knows only one transaction. */
  const inTurn = createInTurn();
  let runningBatch: Batch | undefined;

  async function runInTransaction<T>(
    [begin, commit, rollback]: Enclosure,
    work: (sql: TransactionSql) => Promise<T>,
  ): Promise<T> {
    // Prepared once, as all other statements: these run twice for every call.
    sqlite.query(begin).run();
    const statements = new TransactionStatements(sqlite, writes, versions);
    try {
      const result = await work(statements);
      sqlite.query(commit).run();
      return result;
    } catch (thrown) {
      // A full disk or a broken one ends the transaction by itself; then there is nothing left to roll back.
      if (sqlite.inTransaction) sqlite.run(rollback);
      throw thrown;
    } finally {
      statements.end();
    }
  }

  const transaction: Transaction = (work) =>
    runningBatch ? inBatch(runningBatch, work) : inTurn(() => runInTransaction(TRANSACTION, work));

  async function inBatch<T>(batch: Batch, work: (sql: TransactionSql) => Promise<T>): Promise<T> {
    // Whatever ran now would stay when the others in the batch are gone.
    if (batch.endedBy) throw batch.endedBy.thrown;
    const statements = new TransactionStatements(sqlite, writes, versions);
    const writesBefore = writes.count;
    try {
      return batch.isGuarded ? await runInTransaction(SAVEPOINT, work) : await work(statements);
    } catch (thrown) {
      const isUndone = batch.isGuarded || writes.count === writesBefore;
      if (!isUndone || !sqlite.inTransaction) batch.endedBy = { thrown };
      throw thrown;
    } finally {
      statements.end();
    }
  }

  async function runBatch<T>(batch: Batch, work: () => Promise<T>): Promise<T> {
    runningBatch = batch;
    try {
      return await runInTransaction(TRANSACTION, async () => {
        const result = await work();
        if (batch.endedBy) throw batch.endedBy.thrown;
        return result;
      });
    } finally {
      runningBatch = undefined;
    }
  }

  const batch = <T>(work: () => Promise<T>): Promise<T> =>
    inTurn(async () => {
      const unguarded: Batch = { isGuarded: false };
      try {
        return await runBatch(unguarded, work);
      } catch (thrown) {
        if (!unguarded.endedBy) throw thrown;
        return runBatch({ isGuarded: true }, work);
      }
    });

  /** Within a batch no other connection writes, so there it is a snapshot already. */
  const snapshot: Database['snapshot'] = (work) =>
    runningBatch ? work(sql) : inTurn(() => runInTransaction(['BEGIN', 'COMMIT', 'ROLLBACK'], work));

  return {
    path,
    sql,
    dialect: DIALECT,
    ledgerKey,
    transaction,
    serving: { sql, transaction },
    batch,
    snapshot,
    // Two that come at once wait for each other at every transaction.
    alone: (work) => work({ sql, transaction }),
    // Whether it could is no matter: the next one who writes much does it.
    shrinkLog: async () => void (await sql.one('PRAGMA wal_checkpoint(TRUNCATE)')),
    close: async () => sqlite.close(),
  };
}

type Batch = {
  /** Whether each of its transactions is behind a savepoint. */
  readonly isGuarded: boolean;
  /** What has made the batch as a whole fail, if anything has. */
  endedBy?: { readonly thrown: unknown };
};

const DIALECT: Dialect = {
  serial: 'INTEGER PRIMARY KEY',
  text: 'TEXT',
  clustered: 'WITHOUT ROWID',
  findTable: "SELECT 1 AS found FROM sqlite_master WHERE type = 'table' AND name = ?",
  schemaParts: `SELECT type || ' ' || name AS part FROM sqlite_master
      WHERE type IN ('table', 'index', 'trigger') AND name NOT LIKE 'sqlite_%'
    UNION ALL SELECT 'column ' || m.name || '.' || c.name FROM sqlite_master m JOIN pragma_table_xinfo(m.name) c
      WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%'`,
  clock: null,
  range: SQLITE_RANGE,
  references: SQLITE_REFERENCES,
  triggers: SQLITE_TRIGGERS,
  takeOver: [],
  runningTransactions: null,
};

type Enclosure = readonly [begin: string, commit: string, rollback: string];
const TRANSACTION: Enclosure = ['BEGIN IMMEDIATE', 'COMMIT', 'ROLLBACK'];
const SAVEPOINT: Enclosure = ['SAVEPOINT one', 'RELEASE one', 'ROLLBACK TO one; RELEASE one'];
