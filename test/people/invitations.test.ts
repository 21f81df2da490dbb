/** Sign-up for all, the invited, or none; and how the first operator gets in. */
import { describe, expect, test as testOnFiles } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInvitation, type WantedInvitation } from '../../src/features/organisations/invitation-service.ts';
import { createIds, systemClock } from '../../src/platform/clock.ts';
import { keyFingerprint, serverSecret } from '../../src/platform/secrets.ts';
import { test } from '../support/databases.ts';
import { operatorInvitation, PASSWORD, type PageClient, pageClient } from '../support/page-client.ts';
import { startService, type TestService } from '../support/service.ts';

const INVITED_ONLY = { env: { BOREAL_SIGN_UP: 'invitation' } };

async function invited(service: TestService, wanted: Partial<WantedInvitation> = {}): Promise<string> {
  const { config, stores } = service;
  const { token } = await createInvitation(
    {
      clock: systemClock,
      ids: createIds(),
      fingerprint: keyFingerprint(serverSecret(config.secret, config.dataDir)),
    },
    stores.invitations,
    { role: 'customer', email: null, days: 7, createdBy: 'test', ...wanted },
  );
  return token;
}

const signUp = (client: PageClient, email: string, invitation?: string) =>
  client.post('/api/auth/sign-up/email', { name: 'X', email, password: PASSWORD, invitation });
const signIn = (client: PageClient, email: string) =>
  client.post('/api/auth/sign-in/email', { email, password: PASSWORD });

describe('by invitation', () => {
  test('only the invited sign up, each invitation once', async () => {
    await using service = await startService(INVITED_ONLY);
    const client = pageClient(service);
    const token = await invited(service);

    const without = await signUp(client, 'a@example.com');
    const made = await signUp(client, 'b@example.com', token);
    const again = await signUp(client, 'c@example.com', token);
    const wrong = await signUp(client, 'd@example.com', `${token}x`);

    expect([without.status, without.json.error?.code]).toEqual([403, 'invitation_required']);
    expect(made.status).toBe(200);
    expect([again.status, again.json.error?.code]).toEqual([403, 'invitation_invalid']);
    expect([wrong.status, wrong.json.error?.code]).toEqual([403, 'invitation_invalid']);
    // The invitation names no address: the address must still be confirmed.
    expect((await signIn(client, 'b@example.com')).json.error?.code).toBe('email_not_verified');
  });

  test('two at once with one invitation are one', async () => {
    await using service = await startService(INVITED_ONLY);
    const token = await invited(service);
    const emails = ['a@example.com', 'b@example.com', 'c@example.com', 'd@example.com'];

    const answers = await Promise.all(emails.map((email) => signUp(pageClient(service), email, token)));

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await service.stores.authRows.count('user', [])).toBe(1);
  });

  test('a slip does not cost the invitation', async () => {
    await using service = await startService(INVITED_ONLY);
    const client = pageClient(service);
    const token = await invited(service);

    const short = await client.post('/api/auth/sign-up/email', {
      name: 'X',
      email: 'a@example.com',
      password: 'short',
      invitation: token,
    });
    const right = await signUp(client, 'a@example.com', token);

    expect([short.status, short.json.error?.code]).toEqual([400, 'password_length']);
    expect(right.status).toBe(200);
  });

  test('one that names an address is for that address, which is believed', async () => {
    await using service = await startService(INVITED_ONLY);
    const client = pageClient(service);
    const token = await invited(service, { email: 'jana@example.com' });

    const other = await signUp(client, 'petr@example.com', token);
    const named = await signUp(client, 'Jana@example.com', token);

    expect([other.status, other.json.error?.code]).toEqual([403, 'invitation_invalid']);
    expect(named.status).toBe(200);
    expect((await signIn(client, 'jana@example.com')).status).toBe(200);
  });

  test('one that has expired is none', async () => {
    await using service = await startService(INVITED_ONLY);
    const token = await invited(service, { days: 0 });

    expect((await signUp(pageClient(service), 'a@example.com', token)).json.error?.code).toBe('invitation_invalid');
  });
});

describe('closed', () => {
  test('only an operator signs up, not even the invited', async () => {
    await using service = await startService({ env: { BOREAL_SIGN_UP: 'closed' } });
    const client = pageClient(service);

    const without = await signUp(client, 'a@example.com');
    const customer = await signUp(client, 'a@example.com', await invited(service));
    const operator = await signUp(client, 'a@example.com', operatorInvitation(service));

    expect([without.status, without.json.error?.code]).toEqual([403, 'sign_up_closed']);
    expect([customer.status, customer.json.error?.code]).toEqual([403, 'sign_up_closed']);
    expect(operator.status).toBe(200);
  });
});

describe('the first start', () => {
  test('logs a link that makes one operator, who need not confirm an address', async () => {
    await using service = await startService();
    const client = pageClient(service);
    const token = operatorInvitation(service);

    await signUp(client, 'operator@example.com', token);
    const signedIn = await signIn(client, 'operator@example.com');
    const again = await signUp(pageClient(service), 'second@example.com', token);

    expect(signedIn.status).toBe(200);
    expect((await client.get('/api/me')).json).toMatchObject({ email: 'operator@example.com', role: 'operator' });
    expect(again.json.error?.code).toBe('invitation_invalid');
  });

  // A folder is what outlives a service in a test.
  testOnFiles('a later start replaces an unused link, and writes none once there is an operator', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'boreal-first-'));
    const tokenOfOneStart = async (use: 'use' | 'leave') => {
      await using service = await startService({ dataDir });
      const token = operatorInvitation(service);
      if (use === 'use') await signUp(pageClient(service), 'operator@example.com', token);
      return token;
    };
    try {
      const first = await tokenOfOneStart('leave');
      const second = await tokenOfOneStart('leave');
      await using third = await startService({ dataDir });
      const old = await Promise.all(
        [first, second].map((token) => signUp(pageClient(third), 'operator@example.com', token)),
      );
      await signUp(pageClient(third), 'operator@example.com', operatorInvitation(third));
      await third.stop();
      await using last = await startService({ dataDir });

      expect(new Set([first, second]).size).toBe(2);
      expect(old.map(({ json }) => json.error?.code)).toEqual(['invitation_invalid', 'invitation_invalid']);
      expect(last.log.some((line) => line.message.includes('operator'))).toBe(false);
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
});
