/** The second factor: codes of an app, codes on paper, and what a passkey needs to begin. */
import { describe, expect } from 'bun:test';
import { longTest as test } from '../support/databases.ts';
import { PASSWORD, type PageClient, pageClient, signedUp } from '../support/page-client.ts';
import { startService, type TestService } from '../support/service.ts';
import { totpCode } from '../support/totp.ts';

const EMAIL = 'jana@example.com';
const VERIFY = '/api/auth/two-factor/verify-totp';

type Enrolled = { readonly client: PageClient; readonly address: string; readonly backupCodes: readonly string[] };

async function enrolled(service: TestService): Promise<Enrolled> {
  const client = await signedUp(service, EMAIL);
  const { json } = await client.post('/api/auth/two-factor/enable', { password: PASSWORD });
  const address = String(json.totpURI);
  const confirmed = await client.post(VERIFY, { code: totpCode(address, Date.now()) });
  expect(confirmed.status).toBe(200);
  return { client, address, backupCodes: json.backupCodes as string[] };
}

const signIn = (client: PageClient) => client.post('/api/auth/sign-in/email', { email: EMAIL, password: PASSWORD });

describe('a second factor', () => {
  test('is set up with the password and one code, and from then on a password is not enough', async () => {
    await using service = await startService();
    const { client, address } = await enrolled(service);
    const other = pageClient(service);

    const first = await signIn(other);
    const between = await other.get('/api/me');
    const second = await other.post(VERIFY, { code: totpCode(address, Date.now()) });

    expect(new URL(address).searchParams.get('issuer')).toBe('Boreal');
    expect((await client.get('/api/me')).json.hasTwoFactor).toBe(true);
    expect(first.json).toMatchObject({ twoFactorRedirect: true });
    expect(between.status).toBe(401);
    expect(second.status).toBe(200);
    expect((await other.get('/api/me')).status).toBe(200);
  });

  test('that was begun and not confirmed is not asked for', async () => {
    await using service = await startService();
    const client = await signedUp(service, EMAIL);

    await client.post('/api/auth/two-factor/enable', { password: PASSWORD });
    const later = pageClient(service);

    expect((await signIn(later)).json.twoFactorRedirect).toBeUndefined();
    expect((await later.get('/api/me')).json.hasTwoFactor).toBe(false);
  });

  test('needs the right password to be set up or taken away', async () => {
    await using service = await startService();
    const { client } = await enrolled(service);

    const disabled = await client.post('/api/auth/two-factor/disable', { password: 'a wrong password' });
    const missing = await client.post('/api/auth/two-factor/disable', {});

    expect([disabled.status, disabled.json.error?.code]).toEqual([400, 'wrong_password']);
    expect(missing.status).toBe(400);
    expect((await client.get('/api/me')).json.hasTwoFactor).toBe(true);
  });

  test('can be guessed five times, then the sign-in begins anew', async () => {
    await using service = await startService();
    const { address } = await enrolled(service);
    const guesser = pageClient(service);
    await signIn(guesser);

    const wrong = [];
    for (let i = 0; i < 5; i++) wrong.push((await guesser.post(VERIFY, { code: '000000' })).json.error?.code);
    const late = await guesser.post(VERIFY, { code: totpCode(address, Date.now()) });

    expect(wrong).toEqual(Array(5).fill('invalid_code'));
    expect([late.status, late.json.error?.code]).toEqual([401, 'sign_in_again']);
    expect((await guesser.get('/api/me')).status).toBe(401);
  });

  test('is replaced by a code on paper, once', async () => {
    await using service = await startService();
    const { backupCodes } = await enrolled(service);
    const [code] = backupCodes;
    const use = async () => {
      const client = pageClient(service);
      await signIn(client);
      return client.post('/api/auth/two-factor/verify-backup-code', { code });
    };

    const first = await use();
    const again = await use();

    expect(backupCodes).toHaveLength(10);
    expect(first.status).toBe(200);
    expect([again.status, again.json.error?.code]).toEqual([401, 'invalid_code']);
  });

  test('is kept so that the books alone do not give it away', async () => {
    await using service = await startService();
    const { address, backupCodes } = await enrolled(service);

    const [row] = await service.stores.authRows.find({ model: 'twoFactor', where: [], limit: 1 });

    const secret = new URL(address).searchParams.get('secret')!;
    expect(JSON.stringify(row)).not.toContain(secret);
    for (const code of backupCodes) expect(JSON.stringify(row)).not.toContain(code);
  });
});

describe('a passkey', () => {
  test('begins with a challenge for this host, for whoever is signed in', async () => {
    await using service = await startService();
    const client = await signedUp(service, EMAIL);

    const own = await client.get('/api/auth/passkey/generate-register-options');
    const stranger = await pageClient(service).get('/api/auth/passkey/generate-register-options');
    const open = await pageClient(service).get('/api/auth/passkey/generate-authenticate-options');

    expect(own.json).toMatchObject({ rp: { id: 'localhost', name: 'Boreal' } });
    expect([...client.cookies.keys()].every((name) => name.startsWith('__Host-boreal.'))).toBe(true);
    expect(stranger.status).toBe(401);
    expect(open.json).toMatchObject({ rpId: 'localhost' });
  });

  test('that nobody has is refused', async () => {
    await using service = await startService();
    const client = pageClient(service);
    await client.get('/api/auth/passkey/generate-authenticate-options');

    const answer = await client.post('/api/auth/passkey/verify-authentication', {
      response: { id: 'AAAA', rawId: 'AAAA', type: 'public-key', response: {}, clientExtensionResults: {} },
    });

    expect([answer.status, answer.json.error?.code]).toEqual([401, 'passkey_refused']);
  });
});
