/** New passwords: long enough, not common, and not made of public facts. */
import { describe, expect } from 'bun:test';
import { test } from '../support/databases.ts';
import { linkFor, PASSWORD, pageClient, signedUp } from '../support/page-client.ts';
import { startService, type TestService } from '../support/service.ts';

const EMAIL = 'jana.novakova@example.com';
const WEAK = [
  ['too short', 'horse batt', 'password_length'],
  ['common', 'Password12345', 'password_weak'],
  ['the address', 'jana.novakova 7', 'password_weak'],
  ['the service', 'my boreal account', 'password_weak'],
] as const;

const tokenFor = (service: TestService) => new URL(linkFor(service, EMAIL, 'reset')).pathname.split('/').at(-1);

describe('a new password that is', () => {
  test.each(WEAK)('%s is refused when signing up, changing it and setting it by a link', async (_, weak, code) => {
    await using service = await startService();
    const fresh = await pageClient(service).post('/api/auth/sign-up/email', {
      name: 'J',
      email: EMAIL,
      password: weak,
    });
    const client = await signedUp(service, EMAIL);
    const changed = await client.post('/api/auth/change-password', { currentPassword: PASSWORD, newPassword: weak });
    await client.post('/api/auth/request-password-reset', { email: EMAIL });
    const token = tokenFor(service);
    const set = await pageClient(service).post('/api/auth/reset-password', { token, newPassword: weak });
    const again = await pageClient(service).post('/api/auth/reset-password', {
      token,
      newPassword: 'a better one: 14 yaks',
    });

    expect([fresh, changed, set].map(({ status, json }) => [status, json.error?.code])).toEqual(
      Array(3).fill([400, code]),
    );
    expect(again.status).toBe(200);
  });
});

test('an older, shorter password still signs in', async () => {
  await using service = await startService();
  await signedUp(service, EMAIL);
  const hash = await Bun.password.hash('short1', { algorithm: 'argon2id', memoryCost: 64, timeCost: 1 });
  await service.stores.authRows.updateMany({ model: 'account', where: [], set: { password: hash } });

  const answer = await pageClient(service).post('/api/auth/sign-in/email', { email: EMAIL, password: 'short1' });

  expect(answer.status).toBe(200);
});
