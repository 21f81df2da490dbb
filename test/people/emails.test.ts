/** Links by mail: confirming, resetting, signing up twice, changing the address. */
import { describe, expect } from 'bun:test';
import { test } from '../support/databases.ts';
import { startMailServer } from '../support/mail-server.ts';
import { linkFor, PASSWORD, pageClient, signedUp } from '../support/page-client.ts';
import { startService, until } from '../support/service.ts';

const RESET = '/api/auth/request-password-reset';
const NEW_PASSWORD = 'another horse entirely';

const pathOf = (link: string): string => link.replace(/^https?:\/\/[^/]+/, '');

describe('a forgotten password', () => {
  test('is set anew by the link, once, and ends every session', async () => {
    await using service = await startService();
    const client = await signedUp(service, 'jana@example.com');

    const asked = await client.post(RESET, { email: 'jana@example.com' });
    const landing = await client.get(pathOf(linkFor(service, 'jana@example.com', 'reset')));
    const token = new URL(landing.headers.get('location')!, 'http://x').searchParams.get('token');
    const reset = await client.post('/api/auth/reset-password', { token, newPassword: NEW_PASSWORD });
    const again = await client.post('/api/auth/reset-password', { token, newPassword: PASSWORD });

    expect([asked.status, landing.status, reset.status]).toEqual([200, 302, 200]);
    expect(landing.headers.get('location')).toContain('/reset?token=');
    expect([again.status, again.json.error?.code]).toEqual([400, 'invalid_link']);
    expect((await client.get('/api/me')).status).toBe(401);
    const signIn = (password: string) =>
      client.post('/api/auth/sign-in/email', { email: 'jana@example.com', password });
    expect((await signIn(PASSWORD)).status).toBe(401);
    expect((await signIn(NEW_PASSWORD)).status).toBe(200);
  });

  test('of an unknown address gets the same answer and no e-mail', async () => {
    await using service = await startService();
    const client = await signedUp(service, 'jana@example.com');

    const known = await client.post(RESET, { email: 'jana@example.com' });
    const unknown = await client.post(RESET, { email: 'nobody@example.com' });

    expect([unknown.status, unknown.text]).toEqual([known.status, known.text]);
    expect(service.log.some((line) => line.to === 'nobody@example.com')).toBe(false);
  });

  test('can be asked for five times an hour for an address, known or not', async () => {
    await using service = await startService();
    const client = pageClient(service);

    const statuses = [];
    for (let i = 0; i < 6; i++) statuses.push((await client.post(RESET, { email: 'nobody@example.com' })).status);

    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });
});

describe('signing up twice', () => {
  test('looks like the first time, and an e-mail tells the owner', async () => {
    await using service = await startService();
    await signedUp(service, 'jana@example.com');
    const stranger = pageClient(service);
    const signUp = (email: string) =>
      stranger.post('/api/auth/sign-up/email', { name: 'X', email, password: NEW_PASSWORD });

    const taken = await signUp('jana@example.com');
    const free = await signUp('free@example.com');

    expect([taken.status, taken.text]).toEqual([free.status, free.text]);
    expect(linkFor(service, 'jana@example.com', 'already-registered')).toContain('/api/auth/reset-password/');
    const signIn = await stranger.post('/api/auth/sign-in/email', {
      email: 'jana@example.com',
      password: NEW_PASSWORD,
    });
    expect(signIn.status).toBe(401);
  });

  test('takes an address back from a stranger who was first and could not confirm it', async () => {
    await using service = await startService();
    const stranger = pageClient(service);
    const owner = pageClient(service);
    const email = 'jana@example.com';
    await stranger.post('/api/auth/sign-up/email', { name: 'Stranger', email, password: 'the password of a stranger' });

    await owner.post('/api/auth/sign-up/email', { name: 'Jana', email, password: PASSWORD });
    const landing = await owner.get(pathOf(linkFor(service, email, 'already-registered')));
    const token = new URL(landing.headers.get('location')!, 'http://x').searchParams.get('token');
    await owner.post('/api/auth/reset-password', { token, newPassword: NEW_PASSWORD });

    expect((await owner.post('/api/auth/sign-in/email', { email, password: NEW_PASSWORD })).status).toBe(200);
    const old = await stranger.post('/api/auth/sign-in/email', { email, password: 'the password of a stranger' });
    expect(old.status).toBe(401);
  });
});

describe('changing the address', () => {
  test('takes the link sent to the new one, moves the account along and tells the old one', async () => {
    await using service = await startService();
    const client = await signedUp(service, 'jana@example.com');
    const before = await client.get('/api/me');

    const asked = await client.post('/api/auth/change-email', { newEmail: 'Jana@New.example' });
    const unchanged = await client.get('/api/me');
    await client.get(pathOf(linkFor(service, 'jana@new.example', 'verify')));
    const after = await client.get('/api/me');

    expect(asked.status).toBe(200);
    expect(unchanged.json.email).toBe('jana@example.com');
    expect(after.json).toMatchObject({
      email: 'jana@new.example',
      account: { ...(before.json.account as object), email: 'jana@new.example' },
    });
    expect(await service.stores.accounts.find('jana@new.example')).toMatchObject({ id: accountIdOf(before.json) });
    expect(service.log.some((line) => line.emailKind === 'email-changed' && line.to === 'jana@example.com')).toBe(true);
  });

  test('by the link alone, without being signed in, changes nothing and starts no session', async () => {
    await using service = await startService();
    const client = await signedUp(service, 'jana@example.com');
    await client.post('/api/auth/change-email', { newEmail: 'new@example.com' });
    const stranger = pageClient(service);

    const answer = await stranger.get(pathOf(linkFor(service, 'new@example.com', 'verify')));

    expect(answer.headers.get('location')).toEndWith('/sign-in?error=sign_in_first');
    expect(stranger.cookies.size).toBe(0);
    expect((await client.get('/api/me')).json.email).toBe('jana@example.com');
  });

  test('to the address of an account that waits for its owner is refused', async () => {
    await using service = await startService();
    const client = await signedUp(service, 'jana@example.com');
    await service.stores.accounts.create({ id: 'acc_other', email: 'o@example.com', status: 'active', createdAtMs: 1 });

    await client.post('/api/auth/change-email', { newEmail: 'o@example.com' });
    const answer = await client.get(pathOf(linkFor(service, 'o@example.com', 'verify')));

    expect([answer.status, answer.json.error?.code]).toEqual([400, 'email_taken']);
    expect((await client.get('/api/me')).json.email).toBe('jana@example.com');
  });
});

describe('a mail server', () => {
  test('gets the e-mail in the language of the page, and the log gets no link', async () => {
    await using mail = await startMailServer();
    await using service = await startService({ env: { BOREAL_SMTP: mail.setting } });
    const client = pageClient(service);

    await client.post('/api/auth/sign-up/email', {
      name: 'Jana',
      email: 'jana@example.com',
      password: PASSWORD,
      language: 'cs',
    });
    await until('the e-mail has arrived', () => mail.emails.length === 1);
    const [email] = mail.emails;
    const link = /http:\/\/localhost:\d+\/api\/auth\/verify-email\S+/.exec(email!.text)?.[0];
    const verified = await client.get(pathOf(link!));

    expect(email).toMatchObject({ from: 'boreal@example.com', to: ['jana@example.com'] });
    expect(email!.text).toContain('Potvrďte prosím');
    expect(verified.status).toBe(302);
    expect(service.log.some((line) => JSON.stringify(line).includes('verify-email'))).toBe(false);
    expect((await client.get('/api/service')).json).toMatchObject({ mail: 'smtp', signUp: 'open', name: 'Boreal' });
  });

  test('that is down is an error in the log, and the page hears nothing of it', async () => {
    const mail = await startMailServer();
    await mail[Symbol.asyncDispose]();
    await using service = await startService({ env: { BOREAL_SMTP: mail.setting } });
    const client = pageClient(service);

    const answer = await client.post('/api/auth/sign-up/email', {
      name: 'J',
      email: 'j@example.com',
      password: PASSWORD,
    });

    expect(answer.status).toBe(200);
    await until('the failure is in the log', () =>
      service.log.some((line) => line.level === 'error' && line.message.startsWith('an e-mail could not be sent')),
    );
    expect(JSON.stringify(service.log)).not.toContain('smtp-secret');
  });
});

const accountIdOf = (me: object): string => (me as { account: { id: string } }).account.id;
