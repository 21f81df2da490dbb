/** Where one is signed in, and how that ends. */
import { describe, expect } from 'bun:test';
import { test } from '../support/databases.ts';
import { PASSWORD, pageClient, signedUp } from '../support/page-client.ts';
import { startService, type TestService } from '../support/service.ts';

const EMAIL = 'jana@example.com';
const SIGN_IN = '/api/auth/sign-in/email';

type SessionSeen = { readonly token: string; readonly ipAddress: string; readonly userAgent: string };

describe('sessions', () => {
  test('are listed with where they are from, and one of them can be ended at once', async () => {
    await using service = await startService();
    const client = await signedUp(service, EMAIL);
    // What a client claims about its address is not believed.
    const other = pageClient(service, { 'user-agent': 'Other/1.0', 'x-boreal-client-address': '203.0.113.9' });
    await other.post(SIGN_IN, { email: EMAIL, password: PASSWORD });

    const sessions = (await client.get('/api/auth/list-sessions')).json as unknown as readonly SessionSeen[];
    const theirs = sessions.find(({ userAgent }) => userAgent === 'Other/1.0')!;
    const before = await other.get('/api/me');
    const revoked = await client.post('/api/auth/revoke-session', { token: theirs.token });
    const after = await other.get('/api/me');

    expect(sessions).toHaveLength(2);
    expect(theirs.ipAddress).toBe('127.0.0.1');
    expect([before.status, revoked.status, after.status]).toEqual([200, 200, 401]);
    expect((await client.get('/api/me')).status).toBe(200);
  });

  test('of others are neither listed nor ended', async () => {
    await using service = await startService();
    const jana = await signedUp(service, EMAIL);
    const petr = await signedUp(service, 'petr@example.com');
    const [theirs] = (await petr.get('/api/auth/list-sessions')).json as unknown as readonly SessionSeen[];

    const own = (await jana.get('/api/auth/list-sessions')).json as unknown as readonly SessionSeen[];
    await jana.post('/api/auth/revoke-session', { token: theirs!.token });

    expect(own.map(({ token }) => token)).not.toContain(theirs!.token);
    expect((await petr.get('/api/me')).status).toBe(200);
    expect((await pageClient(service).get('/api/auth/list-sessions')).status).toBe(401);
  });

  test('all end by signing out everywhere, and a copy of the cookie is worth nothing afterwards', async () => {
    await using service = await startService();
    const client = await signedUp(service, EMAIL);
    const other = pageClient(service);
    await other.post(SIGN_IN, { email: EMAIL, password: PASSWORD });

    await client.post('/api/auth/revoke-sessions');

    expect((await client.get('/api/me')).status).toBe(401);
    expect((await other.get('/api/me')).status).toBe(401);
  });

  test('the others end with a new password, if one wants', async () => {
    await using service = await startService();
    const client = await signedUp(service, EMAIL);
    const other = pageClient(service);
    await other.post(SIGN_IN, { email: EMAIL, password: PASSWORD });

    const wrong = await client.post('/api/auth/change-password', {
      currentPassword: 'a wrong password',
      newPassword: 'a new password',
    });
    const changed = await client.post('/api/auth/change-password', {
      currentPassword: PASSWORD,
      newPassword: 'a new password',
      revokeOtherSessions: true,
    });

    expect([wrong.status, wrong.json.error?.code]).toEqual([400, 'wrong_password']);
    expect(changed.status).toBe(200);
    expect((await other.get('/api/me')).status).toBe(401);
    expect((await client.get('/api/me')).status).toBe(200);
  });

  test('end by signing out, with the cookie gone', async () => {
    await using service = await startService();
    const client = await signedUp(service, EMAIL);
    const stolen = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');

    await client.post('/api/auth/sign-out');

    expect([...client.cookies.keys()].filter((name) => name.includes('session'))).toEqual([]);
    expect((await pageClient(service, { cookie: stolen }).get('/api/me')).status).toBe(401);
  });

  test('made up or changed are no sessions', async () => {
    await using service = await startService();
    const client = await signedUp(service, EMAIL);
    const [name = '', value = ''] = [...client.cookies].find(([one]) => one.includes('session_token')) ?? [];
    const token = decodeURIComponent(value).split('.')[0];

    const forged = [`${name}=${token}`, `${name}=${token}.AAAA`, `${name}=`, `boreal.session_token=${value}`];
    const statuses = await Promise.all(
      forged.map(async (cookie) => (await pageClient(service, { cookie }).get('/api/me')).status),
    );

    expect(statuses).toEqual(forged.map(() => 401));
  });
});

describe('a session older than a day', () => {
  test('shows where one is signed in, and does not change the address', async () => {
    await using service = await startService();
    const client = await signedUp(service, EMAIL);
    const createdAt = Date.now() - 25 * 60 * 60 * 1000;
    await service.stores.authRows.updateMany({ model: 'session', where: [], set: { createdAt } });

    const list = await client.get('/api/auth/list-sessions');
    const change = await client.post('/api/auth/change-email', { newEmail: 'thief@example.com' });
    const passkey = await client.get('/api/auth/passkey/generate-register-options');

    expect(list.status).toBe(200);
    expect([change.status, change.json.error?.code]).toEqual([401, 'sign_in_again']);
    expect([passkey.status, passkey.json.error?.code]).toEqual([401, 'sign_in_again']);
  });

  test('slides on while it is used, for thirty days', async () => {
    await using service = await startService();
    const client = await signedUp(service, EMAIL);
    const dayMs = 24 * 60 * 60 * 1000;
    const soon = Date.now() + 2 * dayMs;
    await service.stores.authRows.updateMany({ model: 'session', where: [], set: { expiresAt: soon } });

    const refreshed = await client.get('/api/auth/get-session');

    const [row] = await service.stores.authRows.find({ model: 'session', where: [], limit: 1 });
    expect(Number(row?.expiresAt)).toBeGreaterThan(soon + 27 * dayMs);
    expect(refreshed.headers.getSetCookie().join()).toContain(`Max-Age=${(30 * dayMs) / 1000}`);
  });

  test('that has ended is none', async () => {
    await using service = await startService();
    const client = await signedUp(service, EMAIL);
    await service.stores.authRows.updateMany({ model: 'session', where: [], set: { expiresAt: Date.now() - 1 } });

    expect((await client.get('/api/me')).status).toBe(401);
  });
});

describe('a session with an idle limit of thirty minutes', () => {
  const SHORT = { env: { BOREAL_SESSIONS: '{"idleMinutes":30}' } };
  const MINUTE_MS = 60_000;
  const endOf = async (service: TestService) =>
    Number((await service.stores.authRows.find({ model: 'session', where: [], limit: 1 }))[0]?.expiresAt);
  /** As if the last use had been so long ago. */
  const idleFor = async (service: TestService, minutes: number) => {
    const expiresAt = Date.now() + (30 - minutes) * MINUTE_MS;
    await service.stores.authRows.updateMany({ model: 'session', where: [], set: { expiresAt } });
  };

  test('ends thirty minutes after its last use, at the pages and for signing in and out', async () => {
    await using service = await startService(SHORT);
    const client = await signedUp(service, EMAIL);
    const atFirst = (await endOf(service)) - Date.now();
    await idleFor(service, 31);

    expect(atFirst).toBeWithin(29 * MINUTE_MS, 30 * MINUTE_MS + 1);
    expect((await client.get('/api/me')).status).toBe(401);
    expect((await client.get('/api/auth/list-sessions')).status).toBe(401);
    expect((await client.get('/api/auth/get-session')).json).toBeNull();
  });

  test.each(['/api/me', '/api/auth/get-session'])('goes on while %s is asked, and never for longer', async (path) => {
    await using service = await startService(SHORT);
    const client = await signedUp(service, EMAIL);
    await idleFor(service, 20);

    const used = await client.get(path);

    expect(used.status).toBe(200);
    expect((await endOf(service)) - Date.now()).toBeWithin(29 * MINUTE_MS, 30 * MINUTE_MS + 1);
  });

  test('that is not to be remembered ends after a day, however much it is used', async () => {
    await using service = await startService();
    await signedUp(service, EMAIL);
    await service.stores.authRows.deleteMany('session', []);
    const client = pageClient(service);
    await client.post(SIGN_IN, { email: EMAIL, password: PASSWORD, rememberMe: false });

    await client.get('/api/me');

    expect((await endOf(service)) - Date.now()).toBeLessThanOrEqual(24 * 60 * MINUTE_MS);
  });
});

describe('a person', () => {
  test('changes name and language, and nothing else', async () => {
    await using service = await startService();
    const client = await signedUp(service, EMAIL);

    const changed = await client.patch('/api/me', { name: 'Jana Nová', language: 'cs' });
    const refused = await client.patch('/api/me', { role: 'operator' });

    expect(changed.json).toMatchObject({ name: 'Jana Nová', language: 'cs' });
    expect((await client.get('/api/me')).json).toMatchObject({ name: 'Jana Nová', language: 'cs', role: 'customer' });
    expect(refused.status).toBe(400);
  });

  test('has an account of their own', async () => {
    await using service = await startService();
    const jana = await signedUp(service, EMAIL);
    const petr = await signedUp(service, 'petr@example.com');

    const ids = await Promise.all(
      [jana, petr].map(async (one) => JSON.stringify((await one.get('/api/me')).json.account)),
    );

    expect(new Set(ids).size).toBe(2);
  });

  test('gets the account that the operator has made for their address, whichever request is first', async () => {
    await using service = await startService();
    await service.stores.accounts.create({ id: 'acc_made', email: EMAIL, status: 'active', createdAtMs: 1 });
    const client = await signedUp(service, EMAIL);

    const answers = await Promise.all(Array.from({ length: 8 }, () => client.get('/api/me')));

    expect(answers.map(({ json }) => (json.account as { id: string }).id)).toEqual(Array(8).fill('acc_made'));
  });
});
