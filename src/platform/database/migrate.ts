/** Applies migrations in order, each once, each in its own transaction, under a lock. There is no way back but a backup. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkStatementsOf } from './check-sql.ts';
import { type Database, type Dialect, number, type Sql } from './database.ts';
import { rangeStatementsOf } from './range-sql.ts';
import { referenceStatementsOf } from './reference-sql.ts';
import { triggersOf } from './trigger-sql.ts';

export type Migration = { readonly version: number; readonly name: string; readonly text: string };

const MIGRATIONS_FOLDER = join(import.meta.dir, '../../../migrations');

export function readMigrations(folder = MIGRATIONS_FOLDER): readonly Migration[] {
  return readdirSync(folder)
    .filter((file) => /^\d{4}_[a-z0-9_]+\.sql$/.test(file))
    .sort()
    .map((file) => ({
      version: Number(file.slice(0, 4)),
      name: file.slice(5, -4),
      text: readFileSync(join(folder, file), 'utf8'),
    }));
}

/** What is made from the same migrations is made once: to run them takes longer than most of what asks for it. */
export function keptFor<T>(
  make: (migrations: readonly Migration[]) => Promise<T>,
): (migrations: readonly Migration[]) => Promise<T> {
  const kept = new Map<string, Promise<T>>();
  return (migrations) => {
    const key = JSON.stringify(migrations);
    const made = kept.get(key) ?? make(migrations);
    kept.set(key, made);
    return made;
  };
}

/** The database was written by a newer version of the program: going on could break what that version relies on. */
export class SchemaTooNew extends Error {
  override readonly name = 'SchemaTooNew';
}

/** The database was written by an older version of the program, and has not been brought up to date. */
export class SchemaOld extends Error {
  override readonly name = 'SchemaOld';
}

/** Returns the names of the migrations applied now. Safe to run twice at once: the second waits and finds nothing. */
export function migrate(db: Database, migrations: readonly Migration[], nowMs: number): Promise<string[]> {
  return db.alone(async ({ sql: outside, transaction }) => {
    const applied: string[] = [];
    await outside.run(
      'CREATE TABLE IF NOT EXISTS schema_migrations (version BIGINT PRIMARY KEY, name TEXT NOT NULL, applied_at_ms BIGINT NOT NULL)',
    );
    await outside.run(
      'CREATE TABLE IF NOT EXISTS migration_checksums (version BIGINT PRIMARY KEY, checksum TEXT NOT NULL)',
    );
    if (await transaction((sql) => takeOver(sql, db.dialect, nowMs))) applied.push(BASELINE.name);
    refuseNewer(await schemaOf(outside), migrations);
    await refuseChanged(outside, migrations);
    const known = await versionsIn(outside, 'schema_migrations');
    for (const { version, name, text } of migrations.filter((one) => !known.has(one.version))) {
      const isNew = await transaction(async (sql) => {
        // Another process may have been here since.
        if (await sql.one('SELECT version FROM schema_migrations WHERE version = ?', version)) return false;
        for (const statement of statementsOf(text, db.dialect)) await sql.run(statement);
        await sql.run(
          'INSERT INTO schema_migrations (version, name, applied_at_ms) VALUES (?, ?, ?)',
          version,
          name,
          nowMs,
        );
        return true;
      });
      if (isNew) applied.push(name);
    }
    const kept = await versionsIn(outside, 'migration_checksums');
    const unkept = migrations.filter(({ version }) => !kept.has(version));
    if (unkept.length > 0) await transaction((sql) => keepChecksums(sql, unkept));
    return applied;
  });
}

/** The first schema that was released. Those before it were steps towards it. */
const BASELINE = { version: 100, name: 'baseline' };
/** The last of those steps: a database that has taken it has everything that the baseline makes. */
const LAST_STEP = 68;

/** A database from before the first release that has not taken every step towards it. */
export class SchemaBeforeRelease extends Error {
  override readonly name = 'SchemaBeforeRelease';
}

/** Returns true where it was one. That it really has everything is looked at afterwards, as with every database. */
async function takeOver(sql: Sql, dialect: Dialect, nowMs: number): Promise<boolean> {
  const version = await schemaOf(sql);
  if (version === 0 || version >= BASELINE.version) return false;
  if (version !== LAST_STEP) throw new SchemaBeforeRelease(unreleased(version));
  for (const statement of dialect.takeOver) await sql.run(statement);
  await sql.run('DELETE FROM schema_migrations');
  await sql.run('DELETE FROM migration_checksums');
  await sql.run(
    'INSERT INTO schema_migrations (version, name, applied_at_ms) VALUES (?, ?, ?)',
    BASELINE.version,
    BASELINE.name,
    nowMs,
  );
  return true;
}

const unreleased = (version: number): string =>
  `The database has schema ${version}, from before the first release: bring it to schema ${LAST_STEP} with the last ` +
  'program of version 0.1.0 ("boreal migrate" there), then start this one.';

async function versionsIn(sql: Sql, table: 'schema_migrations' | 'migration_checksums'): Promise<ReadonlySet<number>> {
  const rows = await sql.all(`SELECT version FROM ${table}`);
  return new Set(rows.map((row) => number(row, 'version')));
}

/** A migration is not what it was when it was applied: what this database has is unknown. */
export class MigrationChanged extends Error {
  override readonly name = 'MigrationChanged';
}

async function refuseChanged(sql: Sql, migrations: readonly Migration[]): Promise<void> {
  const kept = await sql.all('SELECT version, checksum FROM migration_checksums');
  for (const row of kept) {
    const migration = migrations.find(({ version }) => version === number(row, 'version'));
    if (!migration || checksumOf(migration) === row.checksum) continue;
    const file = `${String(migration.version).padStart(4, '0')}_${migration.name}`;
    throw new MigrationChanged(
      `Migration ${file} was changed after it was applied to this database: use the program that made the database, or restore a backup.`,
    );
  }
}

/** Also where an older program has applied them and kept none: what the schema lacks is looked for afterwards. */
async function keepChecksums(sql: Sql, migrations: readonly Migration[]): Promise<void> {
  for (const migration of migrations) {
    await sql.run(
      'INSERT INTO migration_checksums (version, checksum) VALUES (?, ?) ON CONFLICT (version) DO NOTHING',
      migration.version,
      checksumOf(migration),
    );
  }
}

/** The checksum of what it does: comments and spaces may change. */
export const checksumOf = ({ text }: Migration): string =>
  createHash('sha256')
    .update(
      text
        .replaceAll(/^\s*--.*$/gm, '')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )
    .digest('hex');

/** Throws unless the database has exactly the schema of this program. */
export async function requireCurrentSchema(db: Database, migrations: readonly Migration[]): Promise<void> {
  const version = (await hasSchema(db)) ? await schemaOf(db.sql) : 0;
  refuseNewer(version, migrations);
  if (version < latest(migrations)) {
    throw new SchemaOld(
      `The database has schema ${version}, this program needs ${latest(migrations)}: run "boreal migrate".`,
    );
  }
}

/** True where this database was ever set up. */
export async function hasSchema(db: Database): Promise<boolean> {
  return (await db.sql.one(db.dialect.findTable, 'schema_migrations')) !== undefined;
}

/** Which schema the database has. */
export async function schemaOf(sql: Sql): Promise<number> {
  const row = await sql.one('SELECT COALESCE(MAX(version), 0) AS version FROM schema_migrations');
  return row ? number(row, 'version') : 0;
}

/** When the ledger was last written to: the last row of the journal, or else the last migration. */
export async function newestEntryMs(sql: Sql): Promise<number | undefined> {
  const last = [
    await sql.one('SELECT at_ms FROM ledger_entries ORDER BY seq DESC LIMIT 1'),
    await sql.one('SELECT ended_at_ms AS at_ms FROM requests WHERE seq IS NOT NULL ORDER BY seq DESC LIMIT 1'),
  ].flatMap((row) => (row ? [number(row, 'at_ms')] : []));
  if (last.length > 0) return Math.max(...last);
  const row = await sql.one('SELECT applied_at_ms AS at_ms FROM schema_migrations ORDER BY version DESC LIMIT 1');
  return row && number(row, 'at_ms');
}

function refuseNewer(version: number, migrations: readonly Migration[]): void {
  if (version <= latest(migrations)) return;
  throw new SchemaTooNew(
    `The database has schema ${version}, this program knows ${latest(migrations)}: use the newer program that wrote it.`,
  );
}

const latest = (migrations: readonly Migration[]): number => migrations.at(-1)?.version ?? 0;

function statementsOf(text: string, dialect: Dialect): string[] {
  return text
    .replaceAll('{{serial}}', dialect.serial)
    .replaceAll('{{clustered}}', dialect.clustered)
    .replaceAll(/\bTEXT\b/g, dialect.text)
    .replaceAll(/^\s*--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
    .flatMap((statement) => rangeStatementsOf(statement, dialect.range))
    .flatMap((statement) => referenceStatementsOf(statement, dialect.dropReference))
    .flatMap((statement) => checkStatementsOf(statement, dialect.dropCheck))
    .flatMap((statement) => triggersOf(statement, dialect.triggers));
}
