/** The rows that strangers can make the service write: little, for a short time, and never as long as they like. */
import { describe, expect } from 'bun:test';
import { test } from '../support/databases.ts';
import { providerIsKnown, startProvider } from '../support/oidc-provider.ts';
import { linkFor, PASSWORD, pageClient, signedUp } from '../support/page-client.ts';
import { startService, type TestService, until } from '../support/service.ts';

const EMAIL = 'jana@example.com';
const MANY = { BOREAL_LIMITS_PAGE_REQUESTS_PER_MINUTE: '1000000' };
const BEGUN_MAX = 300;

/** Asks until the first refusal, at most `max` times, some at once. */
async function askUntilRefused(ask: () => Promise<{ readonly status: number }>, max: number) {
  const statuses: number[] = [];
  const isRefused = () => statuses.includes(429) || statuses.includes(403);
  while (statuses.length < max && !isRefused()) {
    const some = await Promise.all(Array.from({ length: 20 }, ask));
    statuses.push(...some.map(({ status }) => status));
  }
  return { served: statuses.filter((status) => status === 200).length, refused: isRefused() };
}

const rowsOf = (service: TestService, model: string) => service.stores.authRows.count(model, []);

describe('a stranger', () => {
  test('begins a sign-in by passkey so often from one network, and leaves no row', async () => {
    await using service = await startService({ env: MANY });
    const client = pageClient(service);

    const asked = await askUntilRefused(() => client.get('/api/auth/passkey/generate-authenticate-options'), 400);

    expect(asked).toEqual({ served: BEGUN_MAX, refused: true });
    expect(await rowsOf(service, 'verification')).toBe(0);
  });

  test('begins a sign-in through a provider so often from one network, and leaves no row', async () => {
    await using provider = startProvider();
    await using service = await startService({ env: { ...MANY, BOREAL_OIDC: provider.setting } });
    const client = pageClient(service);
    await providerIsKnown(client);

    const asked = await askUntilRefused(() => client.post('/api/auth/sign-in/social', { provider: 'work' }), 400);

    expect(asked).toEqual({ served: BEGUN_MAX, refused: true });
    expect(await rowsOf(service, 'verification')).toBe(0);
  });

  test('asks the sign-in API so often in a minute, whatever it is asked', async () => {
    await using service = await startService();
    const client = pageClient(service);

    const asked = await askUntilRefused(() => client.get('/api/auth/get-session'), 400);
    const last = await client.get('/api/auth/get-session');

    expect(asked).toEqual({ served: 300, refused: true });
    expect(last.json.error?.code).toBe('rate_limit_exceeded');
    expect(Number(last.headers.get('retry-after'))).toBeWithin(1, 61);
  });

  test('writes no name, address or device name of any length into the database', async () => {
    await using service = await startService();
    const long = 'x'.repeat(60_000);
    const client = pageClient(service, { 'user-agent': `Long/${'u'.repeat(4000)}` });
    const person = { name: 'Jana', email: EMAIL, password: PASSWORD };

    const longName = await client.post('/api/auth/sign-up/email', { ...person, name: long });
    const longEmail = await client.post('/api/auth/sign-up/email', { ...person, email: `${long}@example.com` });
    const people = await rowsOf(service, 'user');
    await client.post('/api/auth/sign-up/email', person);
    const { pathname, search } = new URL(linkFor(service, EMAIL, 'verify'));
    await client.get(pathname + search);
    await client.post('/api/auth/sign-in/email', person);
    const longPasskey = await client.post('/api/auth/passkey/update-passkey', { id: 'x', name: long });

    expect([longName.status, longName.json.error?.code]).toEqual([400, null as never]);
    expect(longEmail.status).toBe(400);
    expect(longPasskey.status).toBe(400);
    expect(people).toBe(0);
    const [session] = await service.stores.authRows.find({ model: 'session', where: [], limit: 1 });
    expect(String(session?.userAgent)).toHaveLength(300);
  });

  test('writes no text of their own into the log', async () => {
    await using service = await startService();
    const client = pageClient(service);
    const mark = 'MARK-OF-A-STRANGER';
    const long = `${mark}${'x'.repeat(8000)}`;
    const paths = [
      `/api/auth/verify-email?token=x&callbackURL=https://${mark}.example`,
      `/api/auth/verify-email?token=${long}&callbackURL=${long}`,
      `/api/auth/reset-password/${mark}?callbackURL=//${mark}`,
      `/api/auth/callback/work?state=${long}&error=${long}&error_description=${long}`,
      `/api/auth/callback/${mark}?code=x&state=x`,
      `/api/auth/callback/work?error=${mark}`,
    ];

    for (const path of paths) await client.get(path);
    await client.post('/api/auth/sign-in/social', { provider: long, callbackURL: long });
    await client.post('/api/auth/sign-in/email', { email: `${mark}@example.com`, password: mark });

    expect(service.log.filter((line) => JSON.stringify(line).includes(mark))).toEqual([]);
  });
});

describe('what has ended', () => {
  test('is removed while the server runs: sessions, links, beginnings of a sign-in, and counters', async () => {
    await using service = await startService({ env: MANY });
    const { authRows, attempts } = service.stores;
    const client = await signedUp(service, EMAIL);
    await client.post('/api/auth/request-password-reset', { email: EMAIL });
    await client.get('/api/auth/passkey/generate-authenticate-options');
    const past = { expiresAt: Date.now() - 1 };
    for (const model of ['session', 'verification']) await authRows.updateMany({ model, where: [], set: past });
    await attempts.take([{ scope: 'old', max: 1, windowMs: 0 }], 1);

    await until('the sweep has been there', async () => {
      const left = await Promise.all(['session', 'verification'].map((model) => authRows.count(model, [])));
      return left.every((rows) => rows === 0);
    });

    // Nothing of the counter is left: the next attempt is the first of its window.
    expect(await attempts.take([{ scope: 'old', max: 1, windowMs: 60_000 }], 2)).toEqual({ waitMs: 0 });
  });
});

describe('a customer', () => {
  test('asks the settings API so often in a minute, and others go on meanwhile', async () => {
    await using service = await startService();
    const [jana, petr] = [await signedUp(service, EMAIL), await signedUp(service, 'petr@example.com')];

    const asked = await askUntilRefused(() => jana.get('/api/me'), 400);

    expect(asked).toEqual({ served: 300, refused: true });
    expect((await petr.get('/api/me')).status).toBe(200);
  });
});
