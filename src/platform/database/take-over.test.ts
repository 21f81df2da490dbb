/** Databases from before the first release: the last of them are taken over, the others are refused with a way on. */
import { describe, expect } from 'bun:test';
import { currentDatabase, test } from '../../../test/support/databases.ts';
import { NOON, openStorage, type Storage } from '../../../test/support/ledger-fixture.ts';
import { nanos } from '../../core/money.ts';
import { migrate, readMigrations, schemaOf } from './migrate.ts';
import { requireWholeSchema } from './schema-check.ts';

/** As the program of version 0.1.0 has left it. */
async function fromBefore({ db }: Storage, version: number): Promise<void> {
  await db.sql.run('DELETE FROM schema_migrations');
  await db.sql.run('DELETE FROM migration_checksums');
  await db.sql.run('INSERT INTO schema_migrations VALUES (?, ?, ?)', version, 'a step', NOON);
  if (currentDatabase() === 'PostgreSQL') await db.sql.run('ALTER INDEX outbox_pkey RENAME TO outbox_next_pkey');
}

/** The first release; what came later is in the database of a test already. */
const RELEASED = readMigrations().filter(({ version }) => version <= 100);

/** The next test may get this database, which has every later step. */
async function asItWas({ db }: Storage): Promise<void> {
  for (const { version, name } of readMigrations().slice(RELEASED.length)) {
    await db.sql.run('INSERT INTO schema_migrations VALUES (?, ?, ?)', version, name, NOON);
  }
  await migrate(db, readMigrations(), NOON);
}

describe('a database from before the first release', () => {
  test('is taken over once it has taken the last step, with everything in it', async () => {
    await using storage = await openStorage();
    const { id } = await storage.account({ credit: nanos(7n) });
    await fromBefore(storage, 68);

    const applied = await migrate(storage.db, RELEASED, NOON);
    const again = await migrate(storage.db, RELEASED, NOON);
    const schema = await schemaOf(storage.db.sql);
    await asItWas(storage);
    await requireWholeSchema(storage.db, readMigrations());

    expect([applied, again, schema]).toEqual([['baseline'], [], 100]);
    expect((await storage.stores.ledger.balanceOf(id, NOON)).credit).toBe(nanos(7n));
    expect((await storage.audit()).problems).toEqual([]);
  });

  test('of an earlier step is left as it is, and the sentence says what to do', async () => {
    await using storage = await openStorage();
    await fromBefore(storage, 31);

    const refused = migrate(storage.db, RELEASED, NOON);

    await expect(refused).rejects.toThrow(
      'The database has schema 31, from before the first release: bring it to schema 68 with the last program of version 0.1.0 ("boreal migrate" there), then start this one.',
    );
    expect(await schemaOf(storage.db.sql)).toBe(31);
    await storage.db.sql.run('UPDATE schema_migrations SET version = 68');
    await migrate(storage.db, RELEASED, NOON);
    await asItWas(storage);
  });
});
