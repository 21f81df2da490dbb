/** A PostgreSQL database for each test: a new one, or for the books one that an earlier test has given back empty. */
import { SQL } from 'bun';
import type { Database } from '../../src/store/database.ts';
import { migrate, readMigrations } from '../../src/store/migrate.ts';
import { openPostgres } from '../../src/store/postgres.ts';
import { postgresUrl } from './test-servers.ts';

export type TestDatabase = AsyncDisposable & { readonly url: string };

let count = 0;

/** An empty database without a schema. */
export async function newPostgresDatabase(): Promise<TestDatabase> {
  const name = `boreal_test_${process.pid}_${++count}`;
  await asSuperuser((sql) => sql.unsafe(`CREATE DATABASE ${name}`));
  return {
    url: urlOf(name),
    [Symbol.asyncDispose]: () => asSuperuser((sql) => sql.unsafe(`DROP DATABASE ${name} WITH (FORCE)`)),
  };
}

export async function asSuperuser(work: (sql: SQL) => Promise<unknown>): Promise<void> {
  await using sql = new SQL(postgresUrl(), { max: 1 });
  await work(sql);
}

export type EmptyBooks = { readonly url: string; readonly db: Database; giveBack(): Promise<void> };

const idle: EmptyBooks[] = [];

/** Books without a row. Emptying some takes a tenth of the time of making some. */
export async function emptyPostgresBooks(): Promise<EmptyBooks> {
  const known = idle.pop();
  if (known) return known;
  const { url } = await newPostgresDatabase();
  const db = openPostgres(url);
  await migrate(db, readMigrations(), 0);
  const tables = await db.sql.all("SELECT tablename FROM pg_tables WHERE schemaname = 'public'");
  const filled = tables.map((row) => String(row.tablename)).filter((name) => name !== 'schema_migrations');
  const books: EmptyBooks = {
    url,
    db,
    giveBack: async () => {
      await db.transaction(async (sql) => {
        // The order of the tables does not matter while nobody looks at what they refer to.
        await sql.run('SET LOCAL session_replication_role = replica');
        for (const table of filled) await sql.run(`DELETE FROM ${table}`);
      });
      idle.push(books);
    },
  };
  return books;
}

function urlOf(database: string): string {
  const url = new URL(postgresUrl());
  url.pathname = `/${database}`;
  return url.href;
}
