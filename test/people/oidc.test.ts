/** Signing in through a provider of the operator's choice, against a real one on this machine. */
import { describe, expect } from 'bun:test';
import { OPERATOR_EMAIL, signedUpOperator } from '../support/busy-operator.ts';
import { test } from '../support/databases.ts';
import { providerIsKnown, startProvider, type TestProvider } from '../support/oidc-provider.ts';
import { type PageClient, pageClient, signedUp } from '../support/page-client.ts';
import { startService, type TestService, until } from '../support/service.ts';

async function startWith(provider: TestProvider, env: Readonly<Record<string, string>> = {}): Promise<TestService> {
  const service = await startService({ env: { BOREAL_OIDC: provider.setting, ...env } });
  await providerIsKnown(pageClient(service));
  return service;
}

/** Returns where the browser ends up. */
async function signIn(client: PageClient, provider: TestProvider): Promise<string> {
  const begun = await client.post('/api/auth/sign-in/social', { provider: 'work', callbackURL: '/keys' });
  const back = await provider.agree(String(begun.json.url));
  const ended = await client.get(back);
  return ended.headers.get('location') ?? `${ended.status} ${ended.text}`;
}

describe('a provider', () => {
  test('signs people up and in, and they have no password', async () => {
    await using provider = startProvider();
    await using service = await startWith(provider);
    const client = pageClient(service);

    const first = await signIn(client, provider);
    const me = await client.get('/api/me');
    const other = pageClient(service);
    await signIn(other, provider);

    expect(first).toEndWith('/keys');
    expect(me.json).toMatchObject({ email: 'jana@example.com', name: 'Jana', hasPassword: false, role: 'customer' });
    expect((await other.get('/api/me')).json.account).toEqual(me.json.account);
    expect(JSON.stringify(service.log)).not.toContain('oidc-secret');
  });

  test('leads a person who is registered already to the same person', async () => {
    await using provider = startProvider();
    await using service = await startWith(provider);
    const owner = await signedUp(service, 'jana@example.com');
    const client = pageClient(service);

    await signIn(client, provider);

    expect((await client.get('/api/me')).json.account).toEqual((await owner.get('/api/me')).json.account);
  });

  test('that has not confirmed an address makes no account', async () => {
    await using provider = startProvider();
    provider.person = { sub: 'two', email: 'jana@example.com', email_verified: false };
    await using service = await startWith(provider);
    const client = pageClient(service);

    const ended = await signIn(client, provider);

    expect(ended).toContain('/sign-in?error=');
    expect((await client.get('/api/me')).status).toBe(401);
    expect(await service.stores.authRows.count('user', [])).toBe(0);
  });

  test.each([
    ['the string "false"', { email_verified: 'false' }],
    ['the string "0"', { email_verified: '0' }],
    ['the string "yes"', { email_verified: 'yes' }],
    ['the number 1', { email_verified: 1 }],
    ['an empty list', { email_verified: [] }],
    ['an empty object', { email_verified: {} }],
    ['null', { email_verified: null }],
    ['nothing', {}],
    ['a claim of another name', { emailVerified: true }],
    ['false, and a claim of another name', { email_verified: false, emailVerified: true }],
  ])('that says %s of an address does not sign in as its owner', async (_, claims) => {
    await using provider = startProvider();
    provider.person = { sub: 'thief', email: OPERATOR_EMAIL, ...claims };
    await using service = await startWith(provider);
    await signedUpOperator(service);
    const thief = pageClient(service);

    const ended = await signIn(thief, provider);

    expect(ended).toContain('/sign-in?error=');
    expect((await thief.get('/api/me')).status).toBe(401);
    expect((await thief.get('/api/operator/customers')).status).toBe(401);
  });

  test('that says the string "true" of an address has confirmed it', async () => {
    await using provider = startProvider();
    provider.person = { sub: 'one', email: 'jana@example.com', email_verified: 'true' };
    await using service = await startWith(provider);
    const client = pageClient(service);

    expect(await signIn(client, provider)).toEndWith('/keys');
    expect((await client.get('/api/me')).status).toBe(200);
  });

  test('keeps to the rules for signing up', async () => {
    await using provider = startProvider();
    await using service = await startWith(provider, { BOREAL_SIGN_UP: 'invitation' });
    const client = pageClient(service);

    const uninvited = await signIn(client, provider);
    const nowMs = Date.now();
    const invitation = { id: 'inv_1', role: 'customer', createdBy: 'test', createdAtMs: nowMs } as const;
    await service.stores.invitations.add({
      ...invitation,
      fingerprint: 'x',
      email: 'jana@example.com',
      expiresAtMs: nowMs + 60_000,
    });
    const invited = await signIn(client, provider);

    expect(uninvited).toContain('/sign-in?error=');
    expect(invited).toEndWith('/keys');
    expect((await client.get('/api/me')).status).toBe(200);
  });

  test('that is down keeps no person from signing in by password', async () => {
    const provider = startProvider();
    await provider[Symbol.asyncDispose]();
    await using service = await startService({ env: { BOREAL_OIDC: provider.setting } });

    const client = await signedUp(service, 'jana@example.com');

    expect((await client.get('/api/me')).status).toBe(200);
    expect((await client.get('/api/service')).json.oidc).toEqual([]);
    await until('the log says so', () => service.log.some((line) => line.message.startsWith('a provider for signing')));
  });
});
