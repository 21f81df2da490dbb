/**
 * SQLite through Bun. It runs on the calling thread, so a server opens it in a worker (`store-worker.ts`) and only the
 * command line opens it directly.
 */
import { Database as BunSqlite } from 'bun:sqlite';
import type { Database, Row, Sql, SqlValue } from './database.ts';

/**
 * `commit`: every commit is on the disk when it returns. `caller`: commits are written but not flushed; the caller
 * flushes the log itself (`wal-flusher.ts`) before it tells anybody.
 */
export type Durability = 'commit' | 'caller';

export function openSqlite(path: string, durability: Durability): Database & { readonly path: string } {
  const sqlite = new BunSqlite(path, { create: true, readwrite: true, safeIntegers: true });
  sqlite.run('PRAGMA busy_timeout = 10000');
  sqlite.run('PRAGMA journal_mode = WAL');
  sqlite.run(`PRAGMA synchronous = ${durability === 'commit' ? 'FULL' : 'NORMAL'}`);
  sqlite.run('PRAGMA foreign_keys = ON');
  const sql = sqlFor(sqlite);
  let depth = 0;

  async function transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    const [begin, commit, rollback] = depth === 0 ? OUTER : nested(depth);
    sqlite.run(begin);
    depth += 1;
    try {
      const result = await work(sql);
      sqlite.run(commit);
      return result;
    } catch (thrown) {
      // A full disk or a broken one ends the transaction by itself; then there is nothing left to roll back.
      if (sqlite.inTransaction) sqlite.run(rollback);
      throw thrown;
    } finally {
      depth -= 1;
    }
  }

  async function snapshot<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    sqlite.run('BEGIN');
    try {
      return await work(sql);
    } finally {
      sqlite.run('ROLLBACK');
    }
  }

  return { path, sql, transaction, snapshot, close: () => sqlite.close() };
}

const OUTER = ['BEGIN IMMEDIATE', 'COMMIT', 'ROLLBACK'] as const;

const nested = (depth: number) =>
  [`SAVEPOINT s${depth}`, `RELEASE s${depth}`, `ROLLBACK TO s${depth}; RELEASE s${depth}`] as const;

/** `query` keeps prepared statements by their text. */
function sqlFor(sqlite: BunSqlite): Sql {
  return {
    all: async (text, ...values) => sqlite.query<Row, SqlValue[]>(text).all(...values),
    one: async (text, ...values) => sqlite.query<Row, SqlValue[]>(text).get(...values) ?? undefined,
    run: async (text, ...values) => sqlite.query<Row, SqlValue[]>(text).run(...values).changes,
  };
}
