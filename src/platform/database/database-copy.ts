/** One copy of the database as it is at one moment, beside a server that goes on writing. */
import { Database as BunSqlite } from 'bun:sqlite';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { type DatabasePlace, databasePathOf, openDatabase } from './database-place.ts';
import { hasSchema, schemaOf } from './migrate.ts';
import { openPostgres } from './postgres.ts';
import { runPostgresProgram } from './postgres-programs.ts';

type DatabaseCopy = {
  readonly kind: 'sqlite' | 'postgresql';
  readonly schema: number;
  /** The last seal that is surely in it, as `number:hash`. */
  readonly head: string | null;
};

/** The name of the copy in its folder. */
export const COPY_NAMES = { sqlite: 'boreal.db', postgresql: 'boreal.dump' } as const;

/** A database of an older version has no seals. */
const SEALS_SINCE = 10;
const LAST_HEAD = "SELECT seq || ':' || hash AS head FROM seals ORDER BY seq DESC LIMIT 1";

/** A copy that could not be made, or that is not sound. */
export class CopyFailed extends Error {
  override readonly name = 'CopyFailed';
}

export const copyDatabase = (place: DatabasePlace, folder: string): Promise<DatabaseCopy> =>
  place.databaseUrl ? copyPostgres(place.databaseUrl, folder) : copySqlite(place, folder);

/** `VACUUM INTO` reads everything in one snapshot, with the log, and does not block writes. */
async function copySqlite(place: DatabasePlace, folder: string): Promise<DatabaseCopy> {
  const path = join(folder, COPY_NAMES.sqlite);
  const source = openDatabase(place);
  try {
    await source.sql.run('VACUUM INTO ?', path);
  } finally {
    await source.close();
  }
  chmodSync(path, 0o600);
  using copy = new BunSqlite(path, { readonly: true });
  const { quick_check: verdict } = copy.query<{ quick_check: string }, []>('PRAGMA quick_check(1)').get() ?? {};
  if (verdict !== 'ok') throw new CopyFailed(`${databasePathOf(place)} is damaged, and so is its copy: ${verdict}.`);
  const found = copy.query<{ version: number }, []>('SELECT MAX(version) AS version FROM schema_migrations').get();
  const schema = Number(found?.version ?? 0);
  const last = schema < SEALS_SINCE ? null : copy.query<{ head: string }, []>(LAST_HEAD).get();
  return { kind: 'sqlite', schema, head: last?.head ?? null };
}

/** `pg_dump` reads everything in one snapshot. */
async function copyPostgres(databaseUrl: string, folder: string): Promise<DatabaseCopy> {
  const path = join(folder, COPY_NAMES.postgresql);
  const database = openPostgres(databaseUrl);
  let schema: number;
  let head: string | null = null;
  try {
    if (!(await hasSchema(database))) throw new CopyFailed('There is no schema of Boreal in this database.');
    schema = await schemaOf(database.sql);
    if (schema >= SEALS_SINCE) head = ((await database.sql.one(LAST_HEAD))?.head as string | undefined) ?? null;
  } finally {
    await database.close();
  }
  const words = ['--format=custom', '--no-owner', '--no-privileges', '--no-password', `--file=${path}`];
  await runPostgresProgram('pg_dump', words, databaseUrl);
  chmodSync(path, 0o600);
  return { kind: 'postgresql', schema, head };
}
