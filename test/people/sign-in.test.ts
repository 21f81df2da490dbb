/** A stranger learns and does nothing at sign-in. */
import { describe, expect } from 'bun:test';
import type { Passwords } from '../../src/features/sign-in/passwords.ts';
import { createPasswords } from '../../src/features/sign-in/passwords.ts';
import { test } from '../support/databases.ts';
import { PASSWORD, pageClient, signedUp } from '../support/page-client.ts';
import { startService } from '../support/service.ts';

const SIGN_IN = '/api/auth/sign-in/email';

/** Hashes for real, cheaply, and counts. */
function countingPasswords(): Passwords & { readonly computed: () => number } {
  const inner = createPasswords({ memoryKib: 64, passes: 1 });
  let computed = 0;
  return {
    computed: () => computed,
    hash: (password) => {
      computed++;
      return inner.hash(password);
    },
    verify: (password, hash) => {
      computed++;
      return inner.verify(password, hash);
    },
  };
}

describe('a wrong password and an unknown address', () => {
  test('get the same answer for the same work', async () => {
    const passwords = countingPasswords();
    await using service = await startService({ passwords });
    await signedUp(service, 'jana@example.com');
    const stranger = pageClient(service);

    const before = passwords.computed();
    const wrong = await stranger.post(SIGN_IN, { email: 'jana@example.com', password: 'not the password' });
    const between = passwords.computed();
    const unknown = await stranger.post(SIGN_IN, { email: 'nobody@example.com', password: 'not the password' });
    const after = passwords.computed();

    expect([wrong.status, wrong.json.error?.code]).toEqual([401, 'invalid_credentials']);
    expect([unknown.status, unknown.text]).toEqual([wrong.status, wrong.text]);
    expect(namesOf(unknown.headers)).toEqual(namesOf(wrong.headers));
    expect([between - before, after - between]).toEqual([1, 1]);
  });

  test('a password of the product takes 19 MiB and two passes of argon2id', async () => {
    const hash = await createPasswords().hash(PASSWORD);

    expect(hash).toStartWith('$argon2id$v=19$m=19456,t=2,p=1$');
    expect(await createPasswords().verify(PASSWORD, hash)).toBe(true);
    expect(await createPasswords().verify(`${PASSWORD}!`, hash)).toBe(false);
  });
});

describe('sign-in', () => {
  test('is closed to forms of other sites', async () => {
    await using service = await startService();
    const client = await signedUp(service, 'jana@example.com');

    const answers = [
      await client.post('/api/auth/sign-out', {}, { origin: 'https://evil.example' }),
      await client.post('/api/auth/sign-out', {}, { origin: 'null' }),
      await client.post(SIGN_IN, { email: 'a@example.com', password: PASSWORD }, { origin: 'https://evil.example' }),
    ];

    expect(answers.map(({ status, json }) => [status, json.error?.code])).toEqual(
      answers.map(() => [403, 'foreign_origin']),
    );
    expect((await client.get('/api/me')).status).toBe(200);
  });

  test('has no endpoint that the pages do not need', async () => {
    await using service = await startService();
    const client = await signedUp(service, 'jana@example.com');
    const paths = [
      'update-user',
      'delete-user',
      'set-password',
      'verify-password',
      'update-session',
      'link-social',
      'unlink-account',
      'get-access-token',
      'refresh-token',
      'two-factor/send-otp',
      'two-factor/view-backup-codes',
    ];

    const posts = await Promise.all(paths.map((path) => client.post(`/api/auth/${path}`, { name: 'x' })));
    const gets = await Promise.all(
      ['list-accounts', 'account-info', 'ok', 'error'].map((path) => client.get(`/api/auth/${path}`)),
    );

    expect([...posts, ...gets].map(({ status }) => status)).toEqual([...posts, ...gets].map(() => 404));
  });

  test('takes no field that a page does not send', async () => {
    await using service = await startService();
    const client = pageClient(service);

    await client.post('/api/auth/sign-up/email', {
      name: 'Eva',
      email: 'eva@example.com',
      password: PASSWORD,
      role: 'operator',
      emailVerified: true,
      twoFactorEnabled: true,
    });

    const [row] = await service.stores.authRows.find({ model: 'user', where: [], limit: 1 });
    expect(row).toMatchObject({ role: 'customer', emailVerified: 0, twoFactorEnabled: 0 });
  });

  test('never leads to another site', async () => {
    await using service = await startService();
    const client = pageClient(service);

    const answers = await Promise.all(
      ['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)'].map((callbackURL) =>
        client.post('/api/auth/sign-up/email', { name: 'E', email: 'e@example.com', password: PASSWORD, callbackURL }),
      ),
    );

    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
  });
});

describe('guessing', () => {
  test('ends after ten wrong passwords for an address, and the right one does not help then', async () => {
    await using service = await startService();
    await signedUp(service, 'jana@example.com');
    await signedUp(service, 'petr@example.com');
    const guesser = pageClient(service);
    const guess = (email: string, password: string) => guesser.post(SIGN_IN, { email, password });

    const wrong = [];
    for (let i = 0; i < 10; i++) wrong.push((await guess('jana@example.com', `wrong password ${i}`)).status);
    const right = await guess('jana@example.com', PASSWORD);
    const other = await guess('petr@example.com', PASSWORD);

    expect(wrong).toEqual(Array(10).fill(401));
    expect([right.status, right.json.error?.code]).toEqual([429, 'too_many_attempts']);
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(60);
    expect(other.status).toBe(200);
  });

  test('from one place ends after thirty, whatever is tried; the owner gets in from elsewhere', async () => {
    await using service = await startService({ env: { BOREAL_TRUST_PROXY: 'true' } });
    await signedUp(service, 'jana@example.com');
    // One household has a /64: changing the rest of the address does not help.
    const places = Array.from({ length: 30 }, (_, i) => `2001:db8:1:1::${(i + 1).toString(16)}`);
    const from = (address: string) => pageClient(service, { 'x-forwarded-for': address });

    const wrong = [];
    for (const [i, place] of places.entries()) {
      wrong.push(
        (await from(place).post(SIGN_IN, { email: `p${i}@example.com`, password: 'a wrong password' })).status,
      );
    }
    const blocked = await from('2001:db8:1:1:ffff::1').post(SIGN_IN, { email: 'jana@example.com', password: PASSWORD });
    const owner = await from('2001:db8:1:2::1').post(SIGN_IN, { email: 'jana@example.com', password: PASSWORD });

    expect(wrong).toEqual(Array(30).fill(401));
    expect(blocked.status).toBe(429);
    expect(owner.status).toBe(200);
  });

  test('signing in often locks no person out', async () => {
    await using service = await startService();
    const client = await signedUp(service, 'jana@example.com');

    const statuses = [];
    for (let i = 0; i < 35; i++) {
      statuses.push((await client.post(SIGN_IN, { email: 'jana@example.com', password: PASSWORD })).status);
    }

    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});

/** All headers but the two that differ between any two answers. */
const namesOf = (headers: Headers): string[] =>
  [...headers.keys()].filter((name) => !['x-request-id', 'date'].includes(name));
