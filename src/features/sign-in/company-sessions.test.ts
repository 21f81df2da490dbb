/** Sessions that the provider of an organisation has opened, when the schema that binds them to it comes and goes. */
import { expect } from 'bun:test';
import { test } from '../../../test/support/databases.ts';
import { NOON, openStorage, type Storage } from '../../../test/support/ledger-fixture.ts';
import { migrate, readMigrations } from '../../platform/database/migrate.ts';
import { migrateBack } from '../../platform/database/migrate-back.ts';

const times = { createdAt: NOON, updatedAt: NOON };

async function addPerson({ stores }: Storage, id: string, providerId: string): Promise<void> {
  const about = { name: id, email: `${id}@example.com`, emailVerified: 1, role: 'customer', ...times };
  await stores.authRows.create('user', { id, ...about });
  await stores.authRows.create('account', { id: `link ${id}`, userId: id, providerId, accountId: id, ...times });
}

const addSession = ({ stores }: Storage, userId: string, signedInBy: string): Promise<void> => {
  const id = `${userId} by ${signedInBy}`;
  return stores.authRows.create('session', { id, userId, token: id, signedInBy, expiresAt: NOON, ...times });
};

const sessionsOf = async ({ stores }: Storage) =>
  (await stores.authRows.find({ model: 'session', where: [], limit: 9 })).map(({ id }) => id).sort();

test('people linked to the provider of an organisation sign in again, and others need not', async () => {
  await using storage = await openStorage();
  const migrations = readMigrations();
  await migrateBack(storage.db, { to: 59, migrations });
  await addPerson(storage, 'jana', 'dom_1');
  await addPerson(storage, 'ben', 'work');
  for (const person of ['jana', 'ben']) for (const by of ['provider', 'code']) await addSession(storage, person, by);

  await migrate(storage.db, migrations, NOON);

  expect(await sessionsOf(storage)).toEqual(['ben by code', 'ben by provider', 'jana by code']);
});

test('on the way back, sessions end that the program before would take for those of the person', async () => {
  await using storage = await openStorage();
  await addPerson(storage, 'jana', 'dom_1');
  for (const by of ['organisation:acc_1', 'code']) await addSession(storage, 'jana', by);

  await migrateBack(storage.db, { to: 59, migrations: readMigrations() });

  expect(await sessionsOf(storage)).toEqual(['jana by code']);
});
