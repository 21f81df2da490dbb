import { expect } from 'bun:test';
import { test } from '../../../test/support/databases.ts';
import { openStorage } from '../../../test/support/ledger-fixture.ts';

async function storage() {
  const opened = await openStorage();
  const { stores } = opened;
  const newUser = (id: string, email: string) =>
    stores.authRows.create('user', {
      id,
      email,
      name: id,
      emailVerified: 1,
      role: 'customer',
      createdAt: 1,
      updatedAt: 1,
    });
  return { ...stores, newUser, [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose]() };
}

test('asked many times at once, one person gets one account, with a pot for credit', async () => {
  await using stores = await storage();
  await stores.newUser('u1', 'a@example.com');

  const given = await Promise.all(
    Array.from({ length: 10 }, (_, i) =>
      stores.owners.adopt({ userId: 'u1', email: 'a@example.com', newId: `acc_${i}`, atMs: 5 }),
    ),
  );

  const ids = given.map(({ accountId }) => accountId);
  expect(new Set(ids).size).toBe(1);
  expect(await stores.owners.accountsOf('u1')).toEqual([given[0]!]);
  expect((await stores.ledger.balanceOf(ids[0]!, 6)).credit).toBe(0n as never);
});

test('an account that waits for its owner is adopted, and by no other person afterwards', async () => {
  await using stores = await storage();
  await stores.accounts.create({ id: 'made', email: 'a@example.com', status: 'active', createdAtMs: 1 });
  await stores.newUser('u1', 'a@example.com');
  await stores.newUser('u2', 'b@example.com');

  const first = await stores.owners.adopt({ userId: 'u1', email: 'a@example.com', newId: 'new1', atMs: 5 });
  const stolen = stores.owners.adopt({ userId: 'u2', email: 'a@example.com', newId: 'new2', atMs: 5 });

  expect(first).toMatchObject({ accountId: 'made', role: 'owner' });
  await expect(stolen).rejects.toThrow('belongs to another person');
});

test('who is forgotten leaves the account and what it has paid, and nothing to sign in with', async () => {
  await using stores = await storage();
  await stores.newUser('u1', 'a@example.com');
  const { accountId: account } = await stores.owners.adopt({
    userId: 'u1',
    email: 'a@example.com',
    newId: 'acc',
    atMs: 5,
  });
  const times = { createdAt: 1, updatedAt: 1 };
  await stores.authRows.create('session', { id: 's', userId: 'u1', token: 't', expiresAt: 9, ...times });
  await stores.authRows.create('account', {
    id: 'c',
    userId: 'u1',
    providerId: 'credential',
    accountId: 'u1',
    ...times,
  });

  await stores.owners.forget('u1', account);

  const counts = await Promise.all(['user', 'session', 'account'].map((model) => stores.authRows.count(model, [])));
  expect(counts).toEqual([0, 0, 0]);
  expect(await stores.accounts.find(account)).toMatchObject({ id: 'acc', email: 'a@example.com' });
  expect(await stores.owners.accountsOf('u1')).toEqual([]);
});

test('a changed address is written on the account, and the old one gets an e-mail', async () => {
  await using stores = await storage();
  await stores.newUser('u1', 'a@example.com');
  await stores.owners.adopt({ userId: 'u1', email: 'a@example.com', newId: 'acc', atMs: 5 });

  const old = await stores.owners.rename('u1', 'b@example.com');
  const unchanged = await stores.owners.rename('u1', 'b@example.com');

  expect([old, unchanged]).toEqual(['a@example.com', undefined]);
  expect(await stores.accounts.find('b@example.com')).toMatchObject({ id: 'acc' });
});
