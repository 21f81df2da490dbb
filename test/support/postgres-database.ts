/** A new, empty PostgreSQL database for each test. */
import { SQL } from 'bun';
import { postgresUrl } from './test-servers.ts';

export type TestDatabase = AsyncDisposable & { readonly url: string };

let count = 0;

export async function newPostgresDatabase(template = 'template1'): Promise<TestDatabase> {
  const name = `boreal_test_${process.pid}_${++count}`;
  await asSuperuser((sql) => sql.unsafe(`CREATE DATABASE ${name} TEMPLATE ${template}`));
  return {
    url: urlOf(name),
    [Symbol.asyncDispose]: () => asSuperuser((sql) => sql.unsafe(`DROP DATABASE ${name} WITH (FORCE)`)),
  };
}

export async function asSuperuser(work: (sql: SQL) => Promise<unknown>): Promise<void> {
  await using sql = new SQL(postgresUrl(), { max: 1 });
  await work(sql);
}

function urlOf(database: string): string {
  const url = new URL(postgresUrl());
  url.pathname = `/${database}`;
  return url.href;
}
