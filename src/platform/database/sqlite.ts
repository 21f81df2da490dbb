/**
 * SQLite through Bun. It runs on the calling thread, so a server opens it in a worker (`store-worker.ts`) and only the
 * command line opens it directly.
 */
import { Database as BunSqlite } from 'bun:sqlite';
import { dropSqliteCheck } from './check-sql.ts';
import type { Database, Dialect, Transaction } from './database.ts';
import { SQLITE_RANGE } from './range-sql.ts';
import { dropSqliteReference } from './reference-sql.ts';
import { Statements, type Writes } from './sqlite-statements.ts';
import { SqliteTransactions } from './sqlite-transactions.ts';
import { SqliteVersions } from './sqlite-versions.ts';
import { SQLITE_TRIGGERS } from './trigger-sql.ts';

/**
 * `commit`: every commit is on the disk when it returns. `caller`: commits are written but not flushed; the caller
 * flushes the log itself (`wal-flusher.ts`) before it confirms.
 */
type Durability = 'commit' | 'caller';

/** Above this SQLite copies the log by itself, shipped or not: a backup that hangs must not fill the disk. */
export const LOG_PAGES_MAX = 262_144;

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
export const openSqlite = (path: string, durability: Durability, ledgerKey?: string): Sqlite =>
  overSqlite(connect(path, durability), path, ledgerKey);

/** The same on a connection that is open already, such as one to a database in memory. */
export function overSqlite(sqlite: BunSqlite, path: string, ledgerKey?: string): Sqlite {
  BunSqlite.MAX_QUERY_CACHE_SIZE = STATEMENTS_KEPT;
  const writes: Writes = { count: 0 };
  const versions = new SqliteVersions(sqlite, ledgerKey);
  const sql = new Statements(sqlite, writes, versions);
  const transactions = new SqliteTransactions(sqlite, writes, versions);
  const transaction: Transaction = (work) => transactions.run(work);

  return {
    path,
    sql,
    dialect: DIALECT,
    ledgerKey,
    transaction,
    serving: { sql, transaction },
    batch: (work) => transactions.batch(work),
    // Within a batch no other connection writes, so there it is a snapshot already.
    snapshot: (work) => (transactions.isInBatch ? work(sql) : transactions.snapshot(work)),
    // Two that come at once wait for each other at every transaction.
    alone: (work) => work({ sql, transaction }),
    // It is no matter if it could not: the next one who writes much does it.
    shrinkLog: async () => void (await sql.one('PRAGMA wal_checkpoint(TRUNCATE)')),
    close: async () => sqlite.close(),
  };
}

/**
 * The runtime keeps 20 statements prepared unless this says otherwise. The stores have some hundreds, and a server goes
 * through more than 20 each second: those of a charge would be prepared anew each time, at ten times their cost.
 */
const STATEMENTS_KEPT = 1000;

function connect(path: string, durability: Durability): BunSqlite {
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
  } else {
    // Beside a server that ships its log, no other copies it into the database: what was not read yet could be lost to it.
    sqlite.run(`PRAGMA wal_autocheckpoint = ${LOG_PAGES_MAX}`);
  }
  return sqlite;
}

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
  dropReference: dropSqliteReference,
  dropCheck: dropSqliteCheck,
  triggers: SQLITE_TRIGGERS,
  takeOver: [],
  runningTransactions: null,
};
