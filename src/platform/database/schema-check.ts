/** Compares the database with its migrations: some were changed while they were being written, and databases kept the old. */
import kept from '../../../migrations/parts.json';
import type { Database } from './database.ts';
import { checksumOf, keptFor, type Migration, migrate } from './migrate.ts';
import { openSqlite } from './sqlite.ts';

/** The number of the schema is right, and the schema is not. */
export class SchemaIncomplete extends Error {
  override readonly name = 'SchemaIncomplete';
}

const SHOWN_MAX = 10;

/** Throws with everything that is missing. What there is beside it does no harm. */
export async function requireWholeSchema(db: Database, migrations: readonly Migration[]): Promise<void> {
  const found = await partsOf(db);
  const missing = (await expectedParts(migrations)).filter((part) => !found.has(part));
  const tables = missing.filter((part) => part.startsWith('table ')).map((part) => `column ${part.slice(6)}.`);
  const named = missing.filter((part) => !tables.some((column) => part.startsWith(column)));
  if (named.length === 0) return;
  const more = named.length > SHOWN_MAX ? ` and ${named.length - SHOWN_MAX} more` : '';
  throw new SchemaIncomplete(
    `The database is not what its migrations make, it lacks the ${named.slice(0, SHOWN_MAX).join(', the ')}${more}: ` +
      'an unreleased program has made it, or it was changed by hand. Restore a backup, or add what is missing.',
  );
}

const expectedParts = keptFor(
  async (migrations): Promise<readonly string[]> => (isKept(migrations) ? kept.parts : partsMadeBy(migrations)),
);

/** Those of the program are: to run them takes longer than all the rest of a command. */
const isKept = (migrations: readonly Migration[]): boolean =>
  JSON.stringify(checksumsOf(migrations)) === JSON.stringify(kept.checksums);

/** The content of `migrations/parts.json`. */
export const partsToKeep = async (migrations: readonly Migration[]): Promise<typeof kept> => ({
  checksums: checksumsOf(migrations),
  parts: (await partsMadeBy(migrations)).toSorted(),
});

const checksumsOf = (migrations: readonly Migration[]): string[] =>
  migrations.map((migration) => `${migration.version} ${checksumOf(migration)}`);

/** Both databases name the same things the same way, so an empty one in memory says what there should be. */
async function partsMadeBy(migrations: readonly Migration[]): Promise<readonly string[]> {
  const model = openSqlite(':memory:', 'caller');
  try {
    await migrate(model, migrations, 0);
    return [...(await partsOf(model))];
  } finally {
    await model.close();
  }
}

async function partsOf(db: Database): Promise<ReadonlySet<string>> {
  const rows = await db.sql.all(db.dialect.schemaParts);
  return new Set(rows.map(({ part }) => String(part)));
}
