/** Links that work once: the database does not hold them, and a new password ends all of them. */
import { describe, expect } from 'bun:test';
import { openDatabase } from '../../src/platform/database/database-place.ts';
import { ledgerPlace } from '../../src/server/ledger-place.ts';
import { test } from '../support/databases.ts';
import {
  linkFor,
  operatorInvitation,
  PASSWORD,
  type PageClient,
  pageClient,
  signedUp,
} from '../support/page-client.ts';
import { enrolled, nextCode, signIn, VERIFY_CODE } from '../support/second-factor.ts';
import { startService, type TestService } from '../support/service.ts';

const EMAIL = 'jana@example.com';
const NEW_PASSWORD = 'a wholly new password';
const TABLES = [
  'auth_users',
  'auth_sessions',
  'auth_accounts',
  'auth_verifications',
  'auth_two_factors',
  'invitations',
];

const resetTokenIn = (link: string): string => new URL(link).pathname.split('/').at(-1)!;

async function askForReset(service: TestService, email = EMAIL): Promise<string> {
  await pageClient(service).post('/api/auth/request-password-reset', { email });
  return resetTokenIn(linkFor(service, email, 'reset'));
}

const reset = (service: TestService, token: string) =>
  pageClient(service).post('/api/auth/reset-password', { token, newPassword: NEW_PASSWORD });

const follow = (client: PageClient, link: string) => {
  const { pathname, search } = new URL(link);
  return client.get(pathname + search);
};

async function databaseOf(service: TestService): Promise<string> {
  const database = openDatabase(ledgerPlace(service.config));
  const rows = [];
  for (const table of TABLES) rows.push(...(await database.sql.all(`SELECT * FROM ${table}`)));
  await database.close();
  return JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? Number(value) : value));
}

describe('the database', () => {
  test('hold no link that could be used', async () => {
    await using service = await startService();
    const invitation = operatorInvitation(service);
    await signedUp(service, EMAIL);
    const asked = await askForReset(service);
    await pageClient(service).post('/api/auth/sign-up/email', { name: 'Again', email: EMAIL, password: PASSWORD });
    const again = resetTokenIn(linkFor(service, EMAIL, 'already-registered'));

    const storage = await databaseOf(service);

    for (const token of [invitation, asked, again]) expect(storage).not.toContain(token);
    expect((await reset(service, again)).status).toBe(200);
  });

  test('hold neither the cookie of a trusted device nor that of a sign-in half done', async () => {
    await using service = await startService();
    const { address } = await enrolled(service, EMAIL);
    const device = pageClient(service);
    await signIn(device, EMAIL);
    const challenge = cookieValueOf(device, 'two_factor');
    const before = await databaseOf(service);
    await device.post(VERIFY_CODE, { code: nextCode(address), trustDevice: true });
    const trust = cookieValueOf(device, 'trust_device').split('!').at(-1)!;

    const after = await databaseOf(service);

    expect(challenge).not.toBe('');
    expect(trust).toStartWith('trust-device-');
    expect(before).not.toContain(challenge);
    expect(after).not.toContain(trust);
  });
});

describe('a new password set by a link', () => {
  test('ends every other link for a new password, also those to come from signing up again', async () => {
    await using service = await startService();
    await signedUp(service, EMAIL);
    const [first, second] = [await askForReset(service), await askForReset(service)];
    await pageClient(service).post('/api/auth/sign-up/email', { name: 'Again', email: EMAIL, password: PASSWORD });
    const third = resetTokenIn(linkFor(service, EMAIL, 'already-registered'));

    const used = await reset(service, second);
    const others = await Promise.all([first, second, third].map((token) => reset(service, token)));

    expect(used.status).toBe(200);
    expect(others.map(({ json }) => json.error?.code)).toEqual(Array(3).fill('invalid_link'));
  });

  test('ends links that confirm or change the address, sessions, and sign-ins that wait for a code', async () => {
    await using service = await startService();
    const { client, address } = await enrolled(service, EMAIL);
    await client.post('/api/auth/change-email', { newEmail: 'thief@example.com' });
    const moving = linkFor(service, 'thief@example.com', 'verify');
    const half = pageClient(service);
    await signIn(half, EMAIL);

    await reset(service, await askForReset(service));
    const completed = await half.post(VERIFY_CODE, { code: nextCode(address) });
    const owner = pageClient(service);
    await owner.post('/api/auth/sign-in/email', { email: EMAIL, password: NEW_PASSWORD });
    await owner.post(VERIFY_CODE, { code: nextCode(address) });
    const moved = await follow(owner, moving);

    expect((await client.get('/api/me')).status).toBe(401);
    expect([completed.status, completed.json.error?.code]).toEqual([401, 'sign_in_again']);
    expect((await owner.get('/api/me')).json).toMatchObject({ email: EMAIL });
    expect(moved.headers.get('location')).toContain('error=INVALID_TOKEN');
  });
});

describe('a change of the address', () => {
  test('ends links that went to the old one, and its own link works once', async () => {
    await using service = await startService();
    const client = await signedUp(service, EMAIL);
    const token = await askForReset(service);
    await client.post('/api/auth/change-email', { newEmail: 'new@example.com' });
    const moving = linkFor(service, 'new@example.com', 'verify');

    await follow(client, moving);
    const taken = await reset(service, token);

    expect((await client.get('/api/me')).json).toMatchObject({ email: 'new@example.com' });
    expect(taken.json.error?.code).toBe('invalid_link');
  });
});

/** The part of a signed cookie that names what it stands for. */
function cookieValueOf(client: PageClient, name: string): string {
  const [, value = ''] = [...client.cookies].find(([one]) => one.endsWith(name)) ?? [];
  return decodeURIComponent(value).split('.').slice(0, -1).join('.');
}
