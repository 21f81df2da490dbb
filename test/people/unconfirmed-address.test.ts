/** A sign-up with another person's address: it neither keeps them out nor lets the stranger in. */
import { describe, expect } from 'bun:test';
import { openDatabase } from '../../src/platform/database/database-place.ts';
import {
  codeOf,
  JANA,
  meOf,
  person,
  setProvider,
  signInAtCompany,
  startWithNames,
  verifiedDomain,
} from '../support/company-sign-in.ts';
import { test } from '../support/databases.ts';
import { startNameServer } from '../support/name-server.ts';
import { signedInAt, startProvider } from '../support/oidc-provider.ts';
import { linkFor, PASSWORD, type PageClient, pageClient, signedUp } from '../support/page-client.ts';
import { startService, type TestService } from '../support/service.ts';

const STRANGERS = 'the password of a stranger';

const signUp = (client: PageClient, email: string, password = STRANGERS) =>
  client.post('/api/auth/sign-up/email', { name: 'Stranger', email, password });

const signIn = async (service: TestService, email: string, password = STRANGERS) =>
  codeOf(await pageClient(service).post('/api/auth/sign-in/email', { email, password }));

const pathOf = (link: string): string => URL.parse(link)!.pathname + URL.parse(link)!.search;

const openLink = async (client: PageClient, link: string): Promise<URL> => {
  const { headers } = await client.get(pathOf(link));
  return new URL(headers.get('location') ?? '/', 'http://localhost');
};

const WRONG = [401, 'invalid_credentials'];

describe('an address that a stranger has signed up with', () => {
  test('is its owner’s once the provider of their company vouches for it, and the password is void', async () => {
    await using names = await startNameServer();
    await using provider = startProvider();
    await using service = await startWithNames(names);
    const anna = await signedUp(service, 'anna@firma.example');
    await setProvider(anna, await verifiedDomain(anna, names), provider);
    const stranger = pageClient(service);
    await signUp(stranger, JANA);
    const link = linkFor(service, JANA, 'verify');
    provider.person = { ...person(), name: 'Jana' };
    const jana = pageClient(service);

    const end = await signInAtCompany(jana, provider);
    const byPassword = await signIn(service, JANA);
    await openLink(jana, link);
    await openLink(stranger, link);
    const afterLink = await signIn(service, JANA);

    expect(end).toBe('/keys');
    expect(await meOf(jana)).toMatchObject({ email: JANA, name: 'Jana', hasPassword: false });
    expect([byPassword, afterLink]).toEqual([WRONG, WRONG]);
  });

  test('is its owner’s once a provider of the operator vouches for it, and the password is void', async () => {
    await using provider = startProvider();
    await using service = await startService({ env: { BOREAL_OIDC: provider.setting } });
    await signUp(pageClient(service), 'jana@example.com');

    const jana = await signedInAt(service, provider);
    const byPassword = await signIn(service, 'jana@example.com');

    expect(await meOf(jana)).toMatchObject({ email: 'jana@example.com', name: 'Jana', hasPassword: false });
    expect(byPassword).toEqual(WRONG);
  });

  test('stays unconfirmed while a provider only claims it', async () => {
    await using provider = startProvider();
    await using service = await startService({ env: { BOREAL_OIDC: provider.setting } });
    await signUp(pageClient(service), 'jana@example.com');
    provider.person = { sub: 'thief', email: 'jana@example.com', email_verified: false };

    const thief = await signedInAt(service, provider);

    expect((await thief.get('/api/me')).status).toBe(401);
    expect(await signIn(service, 'jana@example.com')).toEqual([403, 'email_not_verified']);
  });

  test('is confirmed with a new password where another browser opens the link', async () => {
    await using service = await startService();
    await signUp(pageClient(service), 'jana@example.com');
    const link = linkFor(service, 'jana@example.com', 'verify');
    const jana = pageClient(service);

    const [page, again] = [await openLink(jana, link), await openLink(jana, link)];
    const before = await signIn(service, 'jana@example.com');
    const token = page.searchParams.get('token');
    const set = await jana.post('/api/auth/reset-password', { token, newPassword: PASSWORD });

    expect([page.pathname, page.searchParams.get('confirm'), page.href]).toEqual(['/reset', '1', again.href]);
    expect(before).toEqual([403, 'email_not_verified']);
    expect(codeOf(set)).toEqual([200, null]);
    expect(await signIn(service, 'jana@example.com')).toEqual(WRONG);
    expect(await signIn(service, 'jana@example.com', PASSWORD)).toEqual([200, null]);
    expect((await openLink(jana, link)).pathname).toBe('/sign-in');
    expect(await signIn(service, 'jana@example.com')).toEqual(WRONG);
  });

  test('is not confirmed with the stranger’s password by an owner who has signed up as well', async () => {
    await using service = await startService();
    await signUp(pageClient(service), 'jana@example.com');
    const link = linkFor(service, 'jana@example.com', 'verify');
    const jana = pageClient(service);

    const cookies = [...(await signUp(jana, 'jana@example.com', PASSWORD)).headers.getSetCookie()];
    const page = await openLink(jana, link);

    expect(cookies).toHaveLength(1);
    expect(page.pathname).toBe('/reset');
    expect(await signIn(service, 'jana@example.com')).toEqual([403, 'email_not_verified']);
  });
});

describe('the browser that has signed up', () => {
  test('confirms its address as before, also after a mail scanner has opened the link', async () => {
    await using service = await startService();
    const jana = pageClient(service);
    await signUp(jana, 'jana@example.com', PASSWORD);
    await jana.post('/api/auth/send-verification-email', { email: 'jana@example.com' });
    const link = linkFor(service, 'jana@example.com', 'verify');

    await openLink(pageClient(service), link);
    const page = await openLink(jana, link);

    expect([page.pathname, page.search]).toEqual(['/sign-in', '?verified=1']);
    expect(await signIn(service, 'jana@example.com', PASSWORD)).toEqual([200, null]);
  });

  test('is signed in by the link, once, and the link in another browser still opens no session', async () => {
    await using service = await startService();
    const jana = pageClient(service);
    await signUp(jana, 'jana@example.com', PASSWORD);
    const link = linkFor(service, 'jana@example.com', 'verify');
    const before = await jana.get('/api/me');

    await openLink(jana, link);
    const me = await jana.get('/api/me');
    const elsewhere = pageClient(service);
    await openLink(elsewhere, link);
    await jana.post('/api/auth/sign-out');
    await openLink(jana, link);

    expect(before.status).toBe(401);
    expect([me.status, me.json.email]).toEqual([200, 'jana@example.com']);
    expect([(await elsewhere.get('/api/me')).status, (await jana.get('/api/me')).status]).toEqual([401, 401]);
  });

  test('is not signed in by the link alone where signing in takes a second factor', async () => {
    await using service = await startService();
    const jana = pageClient(service);
    await signUp(jana, 'jana@example.com', PASSWORD);
    const db = await openDatabase(service.config);
    await db.sql.run("UPDATE auth_users SET two_factor_enabled = 1 WHERE email = 'jana@example.com'");
    await db.close();

    const page = await openLink(jana, linkFor(service, 'jana@example.com', 'verify'));

    expect([page.pathname, page.search]).toEqual(['/sign-in', '?verified=1']);
    expect((await jana.get('/api/me')).status).toBe(401);
  });

  test('proves nothing for another sign-up, nor with a cookie of its own making', async () => {
    await using service = await startService();
    const thief = pageClient(service);
    await signUp(thief, 'thief@example.com', PASSWORD);
    await signUp(pageClient(service), 'jana@example.com');
    const link = linkFor(service, 'jana@example.com', 'verify');
    const [name = ''] = [...thief.cookies.keys()].filter((one) => one.endsWith('sign_up'));
    const forger = pageClient(service, { cookie: `${name}=usr_1.${'A'.repeat(22)}` });

    const pages = [await openLink(thief, link), await openLink(forger, link)];

    expect(pages.map(({ pathname }) => pathname)).toEqual(['/reset', '/reset']);
  });
});
