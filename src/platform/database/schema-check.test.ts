import { test as bunTest, describe, expect } from 'bun:test';
import kept from '../../../migrations/parts.json';
import { currentDatabase, test } from '../../../test/support/databases.ts';
import { NOON } from '../../../test/support/ledger-fixture.ts';
import { newPostgresDatabase } from '../../../test/support/postgres-database.ts';
import { migrate, readMigrations } from './migrate.ts';
import { openPostgres } from './postgres.ts';
import { partsToKeep, requireWholeSchema } from './schema-check.ts';
import { openSqlite } from './sqlite.ts';

/** A database of one's own, to be broken. */
async function openStorage() {
  const made = currentDatabase() === 'PostgreSQL' ? await newPostgresDatabase() : undefined;
  const db = made ? openPostgres(made.url) : openSqlite(':memory:', 'caller');
  await migrate(db, readMigrations(), NOON);
  const dispose = async () => {
    await db.close();
    await made?.[Symbol.asyncDispose]();
  };
  return { db, [Symbol.asyncDispose]: dispose };
}

bunTest('what the migrations make is kept beside them: scripts/schema-parts.ts writes it after a new one', async () => {
  expect(kept).toEqual(await partsToKeep(readMigrations()));
});

describe('a database after its migrations', () => {
  test('is whole', async () => {
    await using storage = await openStorage();

    await expect(requireWholeSchema(storage.db, readMigrations())).resolves.toBeUndefined();
  });

  test('that lacks a table, a column and an index is refused in a sentence that names them', async () => {
    await using storage = await openStorage();
    await storage.db.sql.run('DROP TABLE answer_claims');
    await storage.db.sql.run('DROP INDEX orders_by_time');
    await storage.db.sql.run('ALTER TABLE key_months DROP COLUMN last_used_at_ms');

    const refused = await requireWholeSchema(storage.db, readMigrations()).catch((error) => error);

    expect(refused.name).toBe('SchemaIncomplete');
    for (const part of [
      'the table answer_claims',
      'the index orders_by_time',
      'the column key_months.last_used_at_ms',
    ]) {
      expect(refused.message).toContain(part);
    }
    expect(refused.message).not.toContain('answer_claims.');
  });
});

describe('a migration that was changed after it was applied', () => {
  const changed = (by: (text: string) => string) =>
    readMigrations().map((one) => (one.name === 'baseline' ? { ...one, text: by(one.text) } : one));

  test('is refused, and named', async () => {
    await using storage = await openStorage();

    const again = migrate(
      storage.db,
      changed((text) => `${text}\nCREATE INDEX another ON accounts (email);`),
      NOON,
    );

    await expect(again).rejects.toThrow('Migration 0100_baseline was changed after it was applied to this database');
  });

  test('is the same where only its comments and spaces differ', async () => {
    await using storage = await openStorage();

    expect(
      await migrate(
        storage.db,
        changed((text) => `-- Other words.\n${text.replaceAll(' ', '  ')}`),
        NOON,
      ),
    ).toEqual([]);
  });

  test('is compared from now on where an older program has kept no checksum', async () => {
    await using storage = await openStorage();
    await storage.db.sql.run('DROP TABLE migration_checksums');

    await migrate(storage.db, readMigrations(), NOON);

    await expect(
      migrate(
        storage.db,
        changed(() => 'SELECT 1'),
        NOON,
      ),
    ).rejects.toThrow('0100_baseline');
  });
});
