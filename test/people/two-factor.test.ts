/** The second factor: codes of an app, and codes on paper. */
import { describe, expect } from 'bun:test';
import { test } from '../support/databases.ts';
import { PASSWORD, pageClient, signedUp } from '../support/page-client.ts';
import { enrolled, nextCode, STEP_MS, signIn, VERIFY_CODE } from '../support/second-factor.ts';
import { startService, until } from '../support/service.ts';
import { totpCode } from '../support/totp.ts';

const EMAIL = 'jana@example.com';
type Entry = { readonly action: string; readonly details: { readonly by: string } };

describe('a second factor', () => {
  test('is set up with the password and one code, and from then on a password is not enough', async () => {
    await using service = await startService();
    const { client, address } = await enrolled(service, EMAIL);
    const other = pageClient(service);

    const first = await signIn(other, EMAIL);
    const between = await other.get('/api/me');
    const second = await other.post(VERIFY_CODE, { code: nextCode(address) });

    expect(new URL(address).searchParams.get('issuer')).toBe('Boreal');
    expect((await client.get('/api/me')).json.hasTwoFactor).toBe(true);
    expect(first.json).toMatchObject({ twoFactorRedirect: true });
    expect(between.status).toBe(401);
    expect(second.status).toBe(200);
    expect((await other.get('/api/me')).status).toBe(200);
  });

  test('makes a sign-in of the activity log; a password alone or a new session does not', async () => {
    await using service = await startService();
    const { client, address } = await enrolled(service, EMAIL);
    await client.get('/api/me');
    const other = pageClient(service);

    await signIn(other, EMAIL);
    const before = (await client.get('/api/activity')).json.entries;
    await other.post(VERIFY_CODE, { code: nextCode(address) });
    await other.post('/api/auth/change-password', { currentPassword: PASSWORD, newPassword: `${PASSWORD}!` });

    expect(before).toEqual([]);
    expect((await other.get('/api/activity')).json.entries).toMatchObject([
      { action: 'sign-in', actor: EMAIL, details: { by: 'code' } },
    ]);
  });

  test('that fails is in the activity log once an hour for each proof, and nothing of an unknown address', async () => {
    await using service = await startService();
    const { client } = await enrolled(service, EMAIL);
    await client.get('/api/me');
    const other = pageClient(service);
    const failedBy = async () => {
      const entries = (await client.get('/api/activity')).json.entries as readonly Entry[];
      return entries.filter(({ action }) => action === 'sign-in-failed').map(({ details }) => details.by);
    };

    for (const email of [EMAIL, EMAIL, 'nobody@example.com']) {
      await pageClient(service).post('/api/auth/sign-in/email', { email, password: 'a wrong password' });
    }
    await signIn(other, EMAIL);
    for (const code of ['000000', '111111']) await other.post(VERIFY_CODE, { code });
    // Of a session that is there it is no sign-in.
    await client.post(VERIFY_CODE, { code: '000000' });
    await until('both are written', async () => (await failedBy()).length === 2);

    expect((await failedBy()).toSorted()).toEqual(['password', 'second factor']);
    const lines = await service.stores.actionLog.actions({ kind: 'sign-in-failed', rowsMax: 10 });
    expect(new Set(lines.map(({ actor }) => actor))).toEqual(new Set([EMAIL]));
  });

  test('that was begun and not confirmed is not asked for', async () => {
    await using service = await startService();
    const client = await signedUp(service, EMAIL);

    await client.post('/api/auth/two-factor/enable', { password: PASSWORD });
    const later = pageClient(service);

    expect((await signIn(later, EMAIL)).json.twoFactorRedirect).toBeUndefined();
    expect((await later.get('/api/me')).json.hasTwoFactor).toBe(false);
  });

  test('needs the right password to be set up or taken away', async () => {
    await using service = await startService();
    const { client } = await enrolled(service, EMAIL);

    const disabled = await client.post('/api/auth/two-factor/disable', { password: 'a wrong password' });
    const missing = await client.post('/api/auth/two-factor/disable', {});

    expect([disabled.status, disabled.json.error?.code]).toEqual([400, 'wrong_password']);
    expect(missing.status).toBe(400);
    expect((await client.get('/api/me')).json.hasTwoFactor).toBe(true);
  });

  test('can be guessed five times, then the sign-in begins anew', async () => {
    await using service = await startService();
    const { address } = await enrolled(service, EMAIL);
    const guesser = pageClient(service);
    await signIn(guesser, EMAIL);

    const wrong = [];
    for (let i = 0; i < 5; i++) wrong.push((await guesser.post(VERIFY_CODE, { code: '000000' })).json.error?.code);
    const late = await guesser.post(VERIFY_CODE, { code: nextCode(address) });

    expect(wrong).toEqual(Array(5).fill('invalid_code'));
    expect([late.status, late.json.error?.code]).toEqual([401, 'sign_in_again']);
    expect((await guesser.get('/api/me')).status).toBe(401);
  });

  test('takes each code once, also from two who use it at the same moment', async () => {
    await using service = await startService();
    const { address } = await enrolled(service, EMAIL);
    const code = nextCode(address);
    const clients = await Promise.all(Array.from({ length: 4 }, () => pageClient(service)));
    for (const client of clients) await signIn(client, EMAIL);

    const settingUp = await clients[0]!.post(VERIFY_CODE, { code: totpCode(address, Date.now()) });
    const answers = await Promise.all(clients.map((client) => client.post(VERIFY_CODE, { code })));
    const late = pageClient(service);
    await signIn(late, EMAIL);
    const again = await late.post(VERIFY_CODE, { code });

    expect([settingUp.status, settingUp.json.error?.code]).toEqual([401, 'invalid_code']);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401]);
    expect([again.status, again.json.error?.code]).toEqual([401, 'invalid_code']);
    expect((await late.get('/api/me')).status).toBe(401);
  });

  test.each([-3, -2, -1, 0, 1, 2, 3])('takes a code of %i steps from now at most once', async (steps) => {
    await using service = await startService();
    const { address } = await enrolled(service, EMAIL);
    await service.stores.authRows.updateMany({ model: 'twoFactor', where: [], set: { lastStep: 0 } });
    const code = totpCode(address, Date.now() + steps * STEP_MS);
    const use = async () => {
      const client = pageClient(service);
      await signIn(client, EMAIL);
      return (await client.post(VERIFY_CODE, { code })).status;
    };

    const [first, second] = [await use(), await use()];

    // The others may have become too old, or good, between two lines of this test: also between the two uses.
    if (steps === 0 || steps === 1) expect(first).toBe(200);
    expect([first, second]).toContain(401);
  });

  test('is replaced by a code on paper, once', async () => {
    await using service = await startService();
    const { backupCodes } = await enrolled(service, EMAIL);
    const [code] = backupCodes;
    const use = async () => {
      const client = pageClient(service);
      await signIn(client, EMAIL);
      return client.post('/api/auth/two-factor/verify-backup-code', { code });
    };

    const first = await use();
    const again = await use();

    expect(backupCodes).toHaveLength(10);
    expect(first.status).toBe(200);
    expect([again.status, again.json.error?.code]).toEqual([401, 'invalid_code']);
  });

  test('is kept so that the database alone does not give it away', async () => {
    await using service = await startService();
    const { address, backupCodes } = await enrolled(service, EMAIL);

    const [row] = await service.stores.authRows.find({ model: 'twoFactor', where: [], limit: 1 });

    const secret = new URL(address).searchParams.get('secret')!;
    expect(JSON.stringify(row)).not.toContain(secret);
    for (const code of backupCodes) expect(JSON.stringify(row)).not.toContain(code);
  });
});
