/**
 * Takes migrations back, the last one first, for the program before this one. `migrations/back` says how, where it is
 * possible: a migration that only adds can be taken back while nothing was written in its new form.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database, Sql } from './database.ts';
import { MIGRATIONS_FOLDER, type Migration, refuseNewer, schemaOf, statementsOf } from './migrate.ts';

/** The way back is not there, or not any more. */
export class NoWayBack extends Error {
  override readonly name = 'NoWayBack';
}

/** Finds a row where it is too late; the tables that it looks at are locked by then. */
const UNLESS = '{{unless}} ';

type Target = { readonly to: number; readonly migrations: readonly Migration[]; readonly folder?: string };

/** Returns the names of the migrations taken back. All of them, or none. */
export function migrateBack(db: Database, { to, migrations, folder = MIGRATIONS_FOLDER }: Target): Promise<string[]> {
  return db.alone(({ sql: outside, transaction }) =>
    transaction(async (sql) => {
      const schema = await schemaOf(outside);
      refuseNewer(schema, migrations);
      const newer = migrations.filter(({ version }) => version > to && version <= schema).reverse();
      for (const migration of newer) {
        for (const statement of statementsOf(textOf(migration, folder), db.dialect))
          await undo(sql, migration, statement);
        await sql.run('DELETE FROM schema_migrations WHERE version = ?', migration.version);
        await sql.run('DELETE FROM migration_checksums WHERE version = ?', migration.version);
      }
      return newer.map(({ name }) => name);
    }),
  );
}

function textOf({ version, name }: Migration, folder: string): string {
  const path = join(folder, 'back', `${String(version).padStart(4, '0')}_${name}.sql`);
  if (existsSync(path)) return readFileSync(path, 'utf8');
  throw new NoWayBack(`Schema ${version} cannot be taken back: restore a backup with the older program.`);
}

async function undo(sql: Sql, { version }: Migration, statement: string): Promise<void> {
  if (!statement.startsWith(UNLESS)) return void (await sql.run(statement));
  if (!(await sql.one(statement.slice(UNLESS.length)))) return;
  throw new NoWayBack(
    `Schema ${version} cannot be taken back: something was written in its form. Restore a backup with the older program.`,
  );
}
