/** Devices that need no code of the second factor for a while, and what ends that. */
import { describe, expect } from 'bun:test';
import { orderBecause, performAction, signedUpOperator } from '../support/busy-operator.ts';
import { test } from '../support/databases.ts';
import { linkFor, PASSWORD, type PageClient, pageClient } from '../support/page-client.ts';
import { enrolled, nextCode, signIn, VERIFY_CODE } from '../support/second-factor.ts';
import { startService, type TestService } from '../support/service.ts';
import { totpCode } from '../support/totp.ts';

const EMAIL = 'jana@example.com';

describe('a trusted device', () => {
  type Ending = (service: TestService, owner: PageClient) => Promise<unknown>;

  const ENDINGS: readonly (readonly [string, Ending])[] = [
    ['signing out everywhere', (_, owner) => owner.post('/api/auth/revoke-sessions')],
    ['signing out everywhere else', (_, owner) => owner.post('/api/auth/revoke-other-sessions')],
    [
      'a new password',
      (_, owner) =>
        owner.post('/api/auth/change-password', {
          currentPassword: PASSWORD,
          newPassword: PASSWORD,
          revokeOtherSessions: true,
        }),
    ],
    [
      'a password reset',
      async (service, owner) => {
        await owner.post('/api/auth/request-password-reset', { email: EMAIL });
        const token = new URL(linkFor(service, EMAIL, 'reset')).pathname.split('/').at(-1);
        return pageClient(service).post('/api/auth/reset-password', { token, newPassword: PASSWORD });
      },
    ],
  ];

  async function trusted(service: TestService, address: string): Promise<PageClient> {
    const device = pageClient(service);
    await signIn(device, EMAIL);
    const answer = await device.post(VERIFY_CODE, { code: nextCode(address), trustDevice: true });
    expect(answer.status).toBe(200);
    await device.post('/api/auth/sign-out');
    return device;
  }

  test('needs no code the next time', async () => {
    await using service = await startService();
    const device = await trusted(service, (await enrolled(service, EMAIL)).address);

    expect((await signIn(device, EMAIL)).json.twoFactorRedirect).toBeUndefined();
    expect((await device.get('/api/me')).status).toBe(200);
  });

  test.each(ENDINGS)('ends with %s', async (_, end) => {
    await using service = await startService();
    const { client, address } = await enrolled(service, EMAIL);
    const device = await trusted(service, address);

    const ended = (await end(service, client)) as { readonly status: number };
    const again = await signIn(device, EMAIL);

    expect(ended.status).toBe(200);
    expect(again.json).toMatchObject({ twoFactorRedirect: true });
    expect((await device.get('/api/me')).status).toBe(401);
  });

  test('is not trusted for a second factor that was set up anew', async () => {
    await using service = await startService();
    const { client, address } = await enrolled(service, EMAIL);
    const device = await trusted(service, address);

    await client.post('/api/auth/two-factor/disable', { password: PASSWORD });
    const { json } = await client.post('/api/auth/two-factor/enable', { password: PASSWORD });
    await client.post(VERIFY_CODE, { code: totpCode(String(json.totpURI), Date.now()) });

    expect((await signIn(device, EMAIL)).json).toMatchObject({ twoFactorRedirect: true });
  });

  test('is no longer trusted when an operator has ended the sessions of its owner', async () => {
    await using service = await startService();
    const operator = await signedUpOperator(service);
    const { client, address } = await enrolled(service, EMAIL);
    const device = await trusted(service, address);
    const { account } = (await client.get('/api/me')).json as unknown as { readonly account: { readonly id: string } };

    await performAction(operator, `customers/${account.id}/sessions/end`, orderBecause('A stolen laptop'));

    expect((await signIn(device, EMAIL)).json).toMatchObject({ twoFactorRedirect: true });
  });
});
