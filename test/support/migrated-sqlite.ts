/** Copies of one SQLite database that has the schema and no row: running the migrations takes ten times as long. */
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databasePathOf } from '../../src/platform/database/database-place.ts';
import { migrate, readMigrations } from '../../src/platform/database/migrate.ts';
import { openSqlite, type Sqlite } from '../../src/platform/database/sqlite.ts';
import { LEDGER_KEY } from './ledger-key.ts';

let made: Promise<string> | undefined;

/** Puts the database where a service with this data folder looks for it. */
export async function copyMigratedSqlite(dataDir: string): Promise<void> {
  made ??= make();
  copyFileSync(await made, databasePathOf({ dataDir }));
}

/** Puts it where a service would make its own: to run the migrations is a third of a first start. */
export async function spareMigrations(dataDir: string): Promise<void> {
  if (existsSync(databasePathOf({ dataDir }))) return;
  mkdirSync(dataDir, { recursive: true });
  await copyMigratedSqlite(dataDir);
}

/** A database in a folder of its own, which is removed with it. */
export async function openMigratedSqlite(): Promise<{ readonly db: Sqlite; close(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'boreal-test-'));
  await copyMigratedSqlite(folder);
  const db = openSqlite(databasePathOf({ dataDir: folder }), 'caller', LEDGER_KEY);
  const close = async () => {
    await db.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { db, close };
}

/** The first test that asks makes it, for all files of a run. */
async function make(): Promise<string> {
  const migrations = readMigrations();
  const known = join(tmpdir(), `boreal-test-schema-${Bun.hash(JSON.stringify(migrations)).toString(16)}.db`);
  if (existsSync(known)) return known;
  const folder = mkdtempSync(join(tmpdir(), 'boreal-test-schema-'));
  const path = join(folder, 'boreal.db');
  const db = openSqlite(path, 'caller');
  await migrate(db, migrations, 0);
  await db.sql.one('PRAGMA wal_checkpoint(TRUNCATE)');
  await db.close();
  // Whole at once: a test of another process may be about to copy it.
  renameSync(path, known);
  rmSync(folder, { recursive: true });
  return known;
}
