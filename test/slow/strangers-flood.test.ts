/** Very many anonymous calls, through the door that strangers use, and what is left for everyone else afterwards. */
import { expect } from 'bun:test';
import { test } from '../support/databases.ts';
import { providerIsKnown, startProvider } from '../support/oidc-provider.ts';
import { linkFor, PASSWORD, type PageClient, pageClient, signedUp } from '../support/page-client.ts';
import { startService, type TestService } from '../support/service.ts';
import { createSoftPasskey } from '../support/soft-passkey.ts';
import { times } from '../support/thorough.ts';

const EMAIL = 'jana@example.com';
const ADDRESSES = 101;
/** In a long run every address asks as often as it may. */
const TIMES = times(30, 298);
const ENV = { BOREAL_TRUST_PROXY: 'true', BOREAL_LIMITS_PAGE_REQUESTS_PER_MINUTE: '1000000' };

const from = (service: TestService, address: string): PageClient => pageClient(service, { 'x-forwarded-for': address });

async function flood(service: TestService) {
  const strangers = Array.from({ length: ADDRESSES }, (_, i) => from(service, `198.51.100.${i}`));
  for (let asked = 0; asked < TIMES; asked += 1) {
    await Promise.all(strangers.map((one) => one.get('/api/auth/passkey/generate-authenticate-options')));
  }
}

test(`after ${ADDRESSES * TIMES} beginnings from ${ADDRESSES} addresses everyone else signs in and up, and gets a new password`, async () => {
  await using provider = startProvider();
  await using service = await startService({ env: { ...ENV, BOREAL_OIDC: provider.setting } });
  const passkey = createSoftPasskey(service);
  await passkey.register(await signedUp(service, EMAIL), { isUserVerified: true });
  await providerIsKnown(from(service, '192.0.2.1'));
  const rowsBefore = await service.stores.authRows.count('verification', []);

  await flood(service);

  const [atPasskey, atProvider, other] = [1, 2, 3].map((n) => from(service, `192.0.2.${n}`));
  expect((await passkey.signIn(atPasskey!, { isUserVerified: true })).status).toBe(200);
  const begun = await atProvider!.post('/api/auth/sign-in/social', { provider: 'work', callbackURL: '/keys' });
  await atProvider!.get(await provider.agree(String(begun.json.url)));
  expect((await atProvider!.get('/api/me')).status).toBe(200);
  expect(await service.stores.authRows.count('verification', [])).toBe(rowsBefore);
  const person = { name: 'Petr', email: 'petr@example.com', password: PASSWORD };
  expect((await other!.post('/api/auth/sign-up/email', person)).status).toBe(200);
  expect((await other!.post('/api/auth/request-password-reset', { email: EMAIL })).status).toBe(200);
  expect(linkFor(service, EMAIL, 'reset')).toContain('/reset-password/');
}, 600_000);
