/** Signing up, confirming the address and signing in, over HTTP with a real service. */
import { describe, expect } from 'bun:test';
import { test } from '../support/databases.ts';
import { linkFor, PASSWORD, pageClient, signedUp } from '../support/page-client.ts';
import { startService } from '../support/service.ts';

describe('signing up', () => {
  test('leads from the form over the link in the log to the own account', async () => {
    await using service = await startService();
    const client = pageClient(service);

    const signUp = await client.post('/api/auth/sign-up/email', {
      name: 'Jana',
      email: 'Jana@Example.com',
      password: PASSWORD,
      language: 'cs',
    });
    const early = await client.post('/api/auth/sign-in/email', { email: 'jana@example.com', password: PASSWORD });
    const { pathname, search } = new URL(linkFor(service, 'jana@example.com', 'verify'));
    const verified = await client.get(pathname + search);
    const signIn = await client.post('/api/auth/sign-in/email', { email: 'jana@example.com', password: PASSWORD });
    const me = await client.get('/api/me');

    expect(signUp.status).toBe(200);
    expect([early.status, early.json.error?.code]).toEqual([403, 'email_not_verified']);
    expect([verified.status, verified.headers.get('location')]).toEqual([302, '/sign-in?verified=1']);
    expect(signIn.status).toBe(200);
    expect(me.json).toMatchObject({
      email: 'jana@example.com',
      name: 'Jana',
      role: 'customer',
      language: 'cs',
      hasPassword: true,
      hasTwoFactor: false,
      account: { status: 'active' },
    });
  });

  test('gives cookies that no other site, script or plain connection can use', async () => {
    await using service = await startService();
    await signedUp(service, 'jana@example.com');
    const client = pageClient(service);

    const signIn = await client.post('/api/auth/sign-in/email', { email: 'jana@example.com', password: PASSWORD });

    const [cookie = ''] = signIn.headers.getSetCookie();
    expect(cookie).toMatch(/^__Host-boreal\.session_token=/);
    expect(cookie.split('; ').slice(1).sort()).toEqual([
      'HttpOnly',
      `Max-Age=${30 * 24 * 60 * 60}`,
      'Path=/',
      'SameSite=Lax',
      'Secure',
    ]);
  });
});
