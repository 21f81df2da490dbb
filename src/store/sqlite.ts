/**
 * SQLite through Bun. It runs on the calling thread, so a server opens it in a worker (`store-worker.ts`) and only the
 * command line opens it directly.
 */
import { Database as BunSqlite } from 'bun:sqlite';
import type { Database, Dialect, Row, Sql, SqlValue } from './database.ts';

/**
 * `commit`: every commit is on the disk when it returns. `caller`: commits are written but not flushed; the caller
 * flushes the log itself (`wal-flusher.ts`) before it tells anybody.
 */
export type Durability = 'commit' | 'caller';

export type Sqlite = Database & {
  readonly path: string;
  /** Runs several transactions, one after the other, as one; each is a savepoint that can fail alone. */
  batch<T>(work: () => Promise<T>): Promise<T>;
};

export function openSqlite(path: string, durability: Durability): Sqlite {
  const sqlite = new BunSqlite(path, { create: true, readwrite: true, safeIntegers: true });
  sqlite.run('PRAGMA busy_timeout = 10000');
  sqlite.run('PRAGMA journal_mode = WAL');
  sqlite.run(`PRAGMA synchronous = ${durability === 'commit' ? 'FULL' : 'NORMAL'}`);
  sqlite.run('PRAGMA foreign_keys = ON');
  // A server keeps the pages that it changes all the time; with few, a long past makes every request dearer.
  if (durability === 'caller') sqlite.run('PRAGMA cache_size = -65536');
  const sql = sqlFor(sqlite);
  let last: Promise<unknown> = Promise.resolve();
  let isInBatch = false;
  /** Why SQLite has ended the running transaction by itself, if it has. */
  let endedBy: unknown;

  /** One at a time: the connection knows only one transaction. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  }

  async function enclosed<T>([begin, commit, rollback]: Enclosure, work: (sql: Sql) => Promise<T>): Promise<T> {
    // Prepared once, as all other statements: these run twice for every call.
    sqlite.query(begin).run();
    try {
      const result = await work(sql);
      sqlite.query(commit).run();
      return result;
    } catch (thrown) {
      // A full disk or a broken one ends the transaction by itself; then there is nothing left to roll back.
      if (sqlite.inTransaction) sqlite.run(rollback);
      else endedBy ??= thrown;
      throw thrown;
    }
  }

  const transaction = <T>(work: (sql: Sql) => Promise<T>): Promise<T> =>
    isInBatch ? inSavepoint(work) : inTurn(() => enclosed(TRANSACTION, work));

  /** Outside a transaction a savepoint is one of its own: it would stay when the others in the batch are gone. */
  async function inSavepoint<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    if (!sqlite.inTransaction) throw endedBy;
    return enclosed(SAVEPOINT, work);
  }

  const batch = <T>(work: () => Promise<T>): Promise<T> =>
    inTurn(async () => {
      isInBatch = true;
      endedBy = undefined;
      try {
        return await enclosed(TRANSACTION, async () => {
          const result = await work();
          if (!sqlite.inTransaction) throw endedBy;
          return result;
        });
      } finally {
        isInBatch = false;
      }
    });

  const snapshot = <T>(work: (sql: Sql) => Promise<T>): Promise<T> =>
    inTurn(() => enclosed(['BEGIN', 'COMMIT', 'ROLLBACK'], work));

  return {
    path,
    sql,
    dialect: DIALECT,
    transaction,
    batch,
    snapshot,
    // Two that come at once wait for each other at every transaction.
    alone: (work) => work({ sql, transaction }),
    close: async () => sqlite.close(),
  };
}

const DIALECT: Dialect = {
  serial: 'INTEGER PRIMARY KEY AUTOINCREMENT',
  findTable: "SELECT 1 AS found FROM sqlite_master WHERE type = 'table' AND name = ?",
};

type Enclosure = readonly [begin: string, commit: string, rollback: string];
const TRANSACTION: Enclosure = ['BEGIN IMMEDIATE', 'COMMIT', 'ROLLBACK'];
const SAVEPOINT: Enclosure = ['SAVEPOINT one', 'RELEASE one', 'ROLLBACK TO one; RELEASE one'];

/** `query` keeps prepared statements by their text. */
function sqlFor(sqlite: BunSqlite): Sql {
  return {
    all: async (text, ...values) => sqlite.query<Row, SqlValue[]>(text).all(...values),
    one: async (text, ...values) => sqlite.query<Row, SqlValue[]>(text).get(...values) ?? undefined,
    run: async (text, ...values) => sqlite.query<Row, SqlValue[]>(text).run(...values).changes,
    forUpdate: '',
  };
}
