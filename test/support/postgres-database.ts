/**
 * A PostgreSQL database for each test: a new one, or, with the schema, one that an earlier test has given back empty.
 * Those with the schema stay until the server of the run ends: the next file of this process takes them.
 */
import { randomUUID } from 'node:crypto';
import { SQL } from 'bun';
import type { Database } from '../../src/platform/database/database.ts';
import { migrate, readMigrations } from '../../src/platform/database/migrate.ts';
import { openPostgres } from '../../src/platform/database/postgres.ts';
import { LEDGER_KEY } from './ledger-key.ts';
import { postgresUrl } from './test-servers.ts';

export type TestDatabase = AsyncDisposable & { readonly url: string };

/** An empty database without a schema, or a copy of another one. */
export async function newPostgresDatabase(template = 'template1'): Promise<TestDatabase> {
  const name = `boreal_test_${randomUUID().replaceAll('-', '')}`;
  await asSuperuser((sql) => sql.unsafe(`CREATE DATABASE ${name} TEMPLATE ${template}`));
  return {
    url: urlOf(name),
    [Symbol.asyncDispose]: () => asSuperuser((sql) => drop(sql, name)),
  };
}

/** One with the schema, for a test that needs more of it than to be emptied at the end. */
export const newMigratedPostgres = async (): Promise<TestDatabase> => newPostgresDatabase(await migratedTemplate());

const DROP_TRIES_MAX = 20;
const IN_USE = '55006';

/** Ends whatever still uses the database. PostgreSQL itself waits five seconds for that, which a busy machine may exceed. */
async function drop(sql: SQL, name: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await sql.unsafe(`DROP DATABASE ${name} WITH (FORCE)`);
      return;
    } catch (error) {
      if (!(error instanceof SQL.PostgresError) || error.errno !== IN_USE || tries === DROP_TRIES_MAX) throw error;
    }
  }
}

export async function asSuperuser(work: (sql: SQL) => Promise<unknown>): Promise<void> {
  await using sql = new SQL(postgresUrl(), { max: 1 });
  await work(sql);
}

export type EmptyDatabase = { readonly url: string; readonly db: Database; giveBack(): Promise<void> };

/** On a busy machine transactions that take turns wait for each other longer than a client should for its answer. */
const ANSWER_MS_MAX = 60_000;
const idle: EmptyDatabase[] = [];

/** Storage without a row. Emptying some takes a tenth of the time of making some. */
export async function emptyPostgres(): Promise<EmptyDatabase> {
  const known = idle.pop();
  if (known) return known;
  const { url } = await newPostgresDatabase(await migratedTemplate());
  const db = openPostgres(url, { ledgerKey: LEDGER_KEY, answerMsMax: ANSWER_MS_MAX });
  let cleaner = await openCleaner(url);
  const parts = await cleaner.countParts();
  const storage: EmptyDatabase = {
    url,
    db,
    giveBack: async () => {
      await cleaner.empty().catch(async () => {
        // A test may have killed its connection, and a new one knows nothing of the function.
        await cleaner.close();
        cleaner = await openCleaner(url);
        await cleaner.empty();
      });
      // A test may have taken a table's guard away.
      if ((await cleaner.countParts()) === parts) idle.push(storage);
    },
  };
  return storage;
}

type Cleaner = {
  empty(): Promise<void>;
  /** How many tables, columns, constraints and triggers there are. */
  countParts(): Promise<number>;
  close(): Promise<void>;
};

/**
 * Empties all tables, on a connection of its own: one that knows them all already takes a fraction of the time. Most are
 * empty. Their order does not matter while references are not checked.
 */
async function openCleaner(url: string): Promise<Cleaner> {
  const sql = new SQL(url, { max: 1 });
  const tables: readonly { tablename: string }[] = await sql`
    SELECT tablename FROM pg_tables
    WHERE schemaname = 'public' AND tablename NOT IN ('schema_migrations', 'migration_checksums')`;
  const steps = tables.map(({ tablename: it }) => `IF EXISTS (SELECT 1 FROM ${it}) THEN DELETE FROM ${it}; END IF;`);
  await sql.unsafe('SET session_replication_role = replica');
  // Rows that a test has left locked are an error, and no end.
  await sql.unsafe("SET statement_timeout = '60s'");
  await sql.unsafe(
    `CREATE FUNCTION pg_temp.empty_all() RETURNS void LANGUAGE plpgsql AS $$ BEGIN ${steps.join(' ')} END $$`,
  );
  return {
    empty: async () => void (await sql`SELECT pg_temp.empty_all()`),
    countParts: async () => {
      const [{ parts }] = await sql`
        SELECT (SELECT count(*) FROM pg_class) + (SELECT count(*) FROM pg_attribute)
          + (SELECT count(*) FROM pg_constraint) + (SELECT count(*) FROM pg_trigger) AS parts`;
      return Number(parts);
    },
    close: () => sql.close(),
  };
}

/** The name of a database with the schema and no row. The first test that asks makes it, for all files of all runs. */
async function migratedTemplate(): Promise<string> {
  const migrations = readMigrations();
  const name = `boreal_test_schema_${Bun.hash(JSON.stringify(migrations)).toString(16)}`;
  await asSuperuser(async (sql) => {
    await sql`SELECT pg_advisory_lock(${TEMPLATE_LOCK})`;
    const [known] = await sql`SELECT 1 FROM pg_database WHERE datname = ${name}`;
    if (known) return;
    await sql.unsafe(`CREATE DATABASE ${name}_new`);
    const db = openPostgres(urlOf(`${name}_new`));
    await migrate(db, migrations, 0).finally(() => db.close());
    await sql.unsafe(`ALTER DATABASE ${name}_new RENAME TO ${name}`);
  });
  return name;
}

/** Any number that no other lock takes. */
const TEMPLATE_LOCK = 7_216_003;

function urlOf(database: string): string {
  const url = new URL(postgresUrl());
  url.pathname = `/${database}`;
  return url.href;
}
