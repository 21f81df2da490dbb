import { expect, test } from 'bun:test';
import { openMigratedSqlite } from '../../../test/support/migrated-sqlite.ts';
import { testPlatform } from '../../../test/support/test-platform.ts';
import { DEFAULT_PLANS } from '../../core/plan.ts';
import { publicAddressOf } from '../../core/public-address.ts';
import { createAskWeb } from '../../platform/guarded-web.ts';
import { createStores } from '../../server/stores/stores.ts';
import { createPasswords } from './passwords.ts';
import { createPeople } from './people.ts';
import { createProofs } from './proofs.ts';
import { createSharedLimits } from './shared-limits.ts';

async function signedUpPerson(password: string) {
  const { db, close } = await openMigratedSqlite();
  const stores = createStores(db, DEFAULT_PLANS);
  const passwords = createPasswords({ memoryKib: 64, passes: 1 });
  const secret = 'a secret of more than thirty-two characters';
  const platform = testPlatform(stores);
  const proofs = createProofs(platform, secret);
  const { people } = createPeople(platform, {
    rows: stores.authRows,
    owners: stores.owners,
    invitations: stores.invitations,
    members: stores.members,
    mailDomains: stores.mailDomains,
    ask: createAskWeb('public'),
    attempts: stores.attempts,
    proofs,
    countAttempt: createSharedLimits(platform, { attempts: stores.attempts, proofs }),
    accounts: stores.accounts,
    passwords,
    address: publicAddressOf('http://localhost:1'),
    secret,
    signUp: () => 'open',
    oidc: [],
    termsVersion: null,
    requireSecondFactor: false,
    idleMinutes: 60,
  });
  const times = { createdAt: 1, updatedAt: 1 };
  const user = { id: 'u1', email: 'a@example.com', name: 'A', emailVerified: 1, role: 'customer', ...times };
  await stores.authRows.create('user', user);
  await stores.authRows.create('account', {
    id: 'c1',
    userId: 'u1',
    providerId: 'credential',
    accountId: 'u1',
    password: await passwords.hash(password),
    ...times,
  });
  return { people, stores, [Symbol.asyncDispose]: close };
}

test('a password is checked for its account, and is guessed thirty times at most', async () => {
  await using area = await signedUpPerson('the right password');
  const { people } = area;

  const right = await people.isPassword('u1', 'the right password');
  const wrong = [];
  for (let i = 0; i < 30; i++) wrong.push(await people.isPassword('u1', `wrong ${i}`));

  expect([await people.hasPassword('u1'), right]).toEqual([true, true]);
  expect(new Set(wrong)).toEqual(new Set([false]));
  await expect(people.isPassword('u1', 'the right password')).rejects.toMatchObject({ code: 'too_many_attempts' });
});

test('an unknown person has no password', async () => {
  await using area = await signedUpPerson('the right password');

  expect(await area.people.hasPassword('u2')).toBe(false);
  expect(await area.people.isPassword('u2', 'the right password')).toBe(false);
});

test('a removed person is gone', async () => {
  await using area = await signedUpPerson('the right password');

  await area.people.remove({ userId: 'u1', accountId: 'none' });

  expect(await area.people.hasPassword('u1')).toBe(false);
  expect(await area.stores.authRows.count('user', [])).toBe(0);
});

test('cookies that are none belong to no person', async () => {
  await using area = await signedUpPerson('the right password');

  for (const cookies of ['', 'x', '__Host-boreal.session_token=abc.def', '=;;=']) {
    expect(await area.people.personOf(cookies)).toBeUndefined();
  }
});
