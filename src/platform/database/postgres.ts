/**
 * PostgreSQL through Bun, on the thread that serves: it waits for the network, never for the disk. Transactions run side
 * by side on a pool, so that the server flushes the commits of many at once.
 */
import { type ReservedSQL, SQL } from 'bun';
import { dropPostgresCheck } from './check-sql.ts';
import type { Database, Dialect, Sql, Transaction } from './database.ts';
import { sqlOver, sqlStateOf } from './postgres-sql.ts';
import { again, CommitUnknown, READ_ONLY, READ_WRITE, runInTransaction } from './postgres-transaction.ts';
import { POSTGRES_RANGE } from './range-sql.ts';
import { dropPostgresReference } from './reference-sql.ts';
import { POSTGRES_TRIGGERS } from './trigger-sql.ts';
import { mayWriteVersions } from './versioned-tables.ts';

/** A longer wait is refused: a client should not wait for a database that may not come back. */
const ANSWER_MS_MAX = 10_000;
/** A server that dies in the midst of a transaction must not keep an account locked. */
const IDLE_IN_TRANSACTION_MS_MAX = 15_000;
const CONNECTIONS_MAX = 16;
/** Some of these are for journal batches, extensions of leases and limits of requests, of each one at a time. */
const SERVING_CONNECTIONS = 3;
/**
 * Statements of these come with arrays of rows, and each row is found by its key. A plan for these very arrays costs more
 * than it saves, and one that reads whole tables costs more with each account.
 */
const SERVING_PLANS = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
};
/** Any number that is the same in all versions: who migrates holds it. */
const MIGRATION_LOCK = 7_263_725;

export type PostgresSettings = {
  /** All of them are opened at once, with the first question. */
  readonly connectionsMax?: number | undefined;
  readonly answerMsMax?: number;
  /** True for work that reads a whole ledger: connecting has its limit, and a statement has none. */
  readonly isUnhurried?: boolean;
  /** With which what is written is marked. */
  readonly ledgerKey?: string | undefined;
};

export function openPostgres(url: string, settings: PostgresSettings = {}): Database {
  const { connectionsMax = CONNECTIONS_MAX, answerMsMax = ANSWER_MS_MAX, isUnhurried = false, ledgerKey } = settings;
  const servingMax = connectionsMax < 2 * SERVING_CONNECTIONS ? 0 : SERVING_CONNECTIONS;
  const limits = { answerMsMax, isUnhurried };
  const pool = openPool(url, { max: connectionsMax - servingMax, ...limits });
  const servingPool = servingMax > 0 ? openPool(url, { max: servingMax, ...limits, more: SERVING_PLANS }) : pool;
  const use = { ...limits, ledgerKey };

  return {
    ...sharing(pool, use),
    serving: sharing(servingPool, use),
    dialect: DIALECT,
    ledgerKey,
    snapshot: async (work) => {
      const connection = await soon(pool.reserve(), answerMsMax);
      try {
        return await runInTransaction(connection, { begin: READ_ONLY }, async (sql) => {
          await sql.run('SET LOCAL statement_timeout = 0');
          return work(sql);
        });
      } finally {
        void connection.release();
      }
    },
    alone: (work) => runAlone(pool, use, work),
    shrinkLog: async () => {},
    close: async () => {
      const timeout = answerMsMax / 1000;
      await Promise.all([pool.close({ timeout }), ...(servingMax > 0 ? [servingPool.close({ timeout })] : [])]);
    },
  };
}

type PoolSettings = {
  readonly max: number;
  readonly answerMsMax: number;
  readonly isUnhurried: boolean;
  readonly more?: Readonly<Record<string, string>>;
};

const openPool = (url: string, { max, answerMsMax, isUnhurried, more }: PoolSettings): SQL =>
  new SQL(url, {
    adapter: 'postgres',
    // Said again, because a variable of the environment would win over the address.
    database: decodeURIComponent(new URL(url).pathname.slice(1)),
    max,
    bigint: true,
    connectionTimeout: answerMsMax / 1000,
    connection: {
      application_name: 'boreal',
      statement_timeout: isUnhurried ? 0 : answerMsMax,
      // It takes longer to compile a statement than to run one of ours.
      jit: 'off',
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS_MAX,
      ...more,
    },
  });

type Use = {
  readonly answerMsMax: number;
  readonly isUnhurried: boolean;
  readonly ledgerKey: string | undefined;
};

function sharing(pool: SQL, { answerMsMax, isUnhurried, ledgerKey }: Use): Pick<Database, 'sql' | 'transaction'> {
  /** Takes a connection for `work`. One that does not answer in time is closed, and whatever waits for it fails. */
  async function connected<T>(work: (connection: ReservedSQL) => Promise<T>): Promise<T> {
    const connection = await soon(pool.reserve(), answerMsMax);
    const tooLate = isUnhurried ? undefined : setTimeout(() => void connection.close(), answerMsMax);
    try {
      return await work(connection);
    } finally {
      clearTimeout(tooLate);
      // In the midst of a transaction this closes it.
      void connection.release();
    }
  }

  const transaction: Transaction = (work) =>
    again(() => connected((connection) => runInTransaction(connection, { begin: READ_WRITE, ledgerKey }, work)));
  const sql = sqlOver(connected);
  return { sql: ledgerKey === undefined ? sql : markedSql(sql, transaction), transaction };
}

async function runAlone<T>(
  pool: SQL,
  { answerMsMax, ledgerKey }: Use,
  work: (alone: Pick<Database, 'sql' | 'transaction'>) => Promise<T>,
): Promise<T> {
  const connection = await soon(pool.reserve(), answerMsMax);
  try {
    await connection.unsafe('SET statement_timeout = 0');
    await connection.unsafe('SELECT pg_advisory_lock($1)', [BigInt(MIGRATION_LOCK)]);
    // Where versions begin is unknown before the schema is made, so those of the transaction are looked for among all.
    const settings = { begin: READ_WRITE, ledgerKey, isMigrating: true };
    const transaction: Transaction = (inside) => runInTransaction(connection, settings, inside);
    return await work({ sql: sqlOver((use) => use(connection)), transaction });
  } finally {
    // Closed, not given back: the lock and the settings end with it.
    await connection.close();
  }
}

/** A statement that may write versions is a transaction with their marks. */
const markedSql = (sql: Sql, transaction: Transaction): Sql => ({
  ...sql,
  all: (text, ...values) =>
    mayWriteVersions(text) ? transaction((within) => within.all(text, ...values)) : sql.all(text, ...values),
  one: (text, ...values) =>
    mayWriteVersions(text) ? transaction((within) => within.one(text, ...values)) : sql.one(text, ...values),
  run: (text, ...values) =>
    mayWriteVersions(text) ? transaction((within) => within.run(text, ...values)) : sql.run(text, ...values),
});

const DIALECT: Dialect = {
  serial: 'BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY',
  text: 'TEXT COLLATE "C"',
  clustered: '',
  findTable: 'SELECT 1 AS found WHERE to_regclass(?) IS NOT NULL',
  // A range is a constraint here, where SQLite has a column.
  schemaParts: `SELECT 'table ' || tablename AS part FROM pg_tables WHERE schemaname = current_schema()
    UNION ALL SELECT 'index ' || indexname FROM pg_indexes WHERE schemaname = current_schema()
    UNION ALL SELECT 'column ' || table_name || '.' || column_name FROM information_schema.columns
      WHERE table_schema = current_schema()
    UNION ALL SELECT 'trigger ' || t.tgname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
      WHERE NOT t.tgisinternal AND pg_table_is_visible(c.oid)
    UNION ALL SELECT 'column ' || c.relname || '.range_check' FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
      WHERE k.conname = c.relname || '_range' AND pg_table_is_visible(c.oid)`,
  clock: 'SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) AS ms',
  range: POSTGRES_RANGE,
  dropReference: dropPostgresReference,
  dropCheck: dropPostgresCheck,
  triggers: POSTGRES_TRIGGERS,
  takeOver: ['ALTER INDEX outbox_next_pkey RENAME TO outbox_pkey'],
  runningTransactions: {
    oldest: 'SELECT CAST(CAST(pg_snapshot_xmin(pg_current_snapshot()) AS text) AS bigint) AS xid',
    newest: 'SELECT CAST(CAST(pg_current_xact_id() AS text) AS bigint) AS xid',
  },
};

/** The database could not be asked: the server is not there, or all connections to it are busy. */
class NoConnection extends Error {
  override readonly name = 'NoConnection';
}

/** True where the server or the way to it was at fault, and not what it was asked: the same may go well a little later. */
export function mayGoWellLater(thrown: unknown): boolean {
  if (thrown instanceof CommitUnknown || thrown instanceof NoConnection) return true;
  if (!(thrown instanceof SQL.PostgresError)) return false;
  const isWrongInItself = /^(?:22|23|42)/.test(sqlStateOf(thrown) ?? '');
  return !isWrongInItself;
}

/** A connection that comes too late for us goes back at once. */
async function soon(reserved: Promise<ReservedSQL>, withinMs: number): Promise<ReservedSQL> {
  const late = Promise.withResolvers<never>();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    late.reject(new NoConnection(`No connection to PostgreSQL within ${withinMs} ms.`));
  }, withinMs);
  reserved.then(
    (connection) => isLate && void connection.release(),
    () => {},
  );
  try {
    return await Promise.race([reserved, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
