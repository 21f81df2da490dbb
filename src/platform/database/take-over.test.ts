/** Databases from before the first release: the last of them are taken over, the others are refused with a way on. */
import { describe, expect } from 'bun:test';
import { currentDatabase, test } from '../../../test/support/databases.ts';
import { NOON, openStorage, type Storage } from '../../../test/support/ledger-fixture.ts';
import { nanos } from '../../core/money.ts';
import { migrate, readMigrations, schemaOf } from './migrate.ts';
import { requireWholeSchema } from './schema-check.ts';

/** The steps up to the first release: later ones have nothing to do with what is taken over. */
const RELEASED = readMigrations().slice(0, 1);
const LATER = readMigrations().slice(1);

/** As the program of version 0.1.0 has left it; the returned function says again which later steps it has taken. */
async function fromBefore({ db }: Storage, version: number): Promise<() => Promise<void>> {
  const checksums = await db.sql.all('SELECT version, checksum FROM migration_checksums WHERE version > 100');
  await db.sql.run('DELETE FROM schema_migrations');
  await db.sql.run('DELETE FROM migration_checksums');
  await db.sql.run('INSERT INTO schema_migrations VALUES (?, ?, ?)', version, 'a step', NOON);
  if (currentDatabase() === 'PostgreSQL') await db.sql.run('ALTER INDEX outbox_pkey RENAME TO outbox_next_pkey');
  return async () => {
    for (const { version: step, name } of LATER) {
      await db.sql.run('INSERT INTO schema_migrations VALUES (?, ?, ?)', step, name, NOON);
    }
    for (const { version: step, checksum } of checksums) {
      await db.sql.run('INSERT INTO migration_checksums VALUES (?, ?)', step!, checksum!);
    }
  };
}

describe('a database from before the first release', () => {
  test('is taken over once it has taken the last step, with everything in it', async () => {
    await using storage = await openStorage();
    const { id } = await storage.account({ credit: nanos(7n) });
    const restore = await fromBefore(storage, 68);

    const applied = await migrate(storage.db, RELEASED, NOON);
    const again = await migrate(storage.db, RELEASED, NOON);
    await requireWholeSchema(storage.db, RELEASED);

    expect([applied, again, await schemaOf(storage.db.sql)]).toEqual([['baseline'], [], 100]);
    expect((await storage.stores.ledger.balanceOf(id, NOON)).credit).toBe(nanos(7n));
    expect((await storage.audit()).problems).toEqual([]);
    await restore();
  });

  test('of an earlier step is left as it is, and the sentence says what to do', async () => {
    await using storage = await openStorage();
    const restore = await fromBefore(storage, 31);

    const refused = migrate(storage.db, RELEASED, NOON);

    await expect(refused).rejects.toThrow(
      'The database has schema 31, from before the first release: bring it to schema 68 with the last program of version 0.1.0 ("boreal migrate" there), then start this one.',
    );
    expect(await schemaOf(storage.db.sql)).toBe(31);
    // The next test may get this database.
    await storage.db.sql.run('UPDATE schema_migrations SET version = 68');
    await migrate(storage.db, RELEASED, NOON);
    await restore();
  });
});
