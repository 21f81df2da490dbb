/** How a person signs in is changed only by that person, and they hear of it. */
import { describe, expect } from 'bun:test';
import { test } from '../support/databases.ts';
import { startMailServer } from '../support/mail-server.ts';
import { signedInAt, startProvider } from '../support/oidc-provider.ts';
import { linkFor, PASSWORD, type PageClient, pageClient, signedUp } from '../support/page-client.ts';
import { enrol, nextCode, VERIFY_CODE } from '../support/second-factor.ts';
import { startService, type TestService, until } from '../support/service.ts';
import { createSoftPasskey } from '../support/soft-passkey.ts';

const EMAIL = 'jana@example.com';
const HOUR_MS = 60 * 60 * 1000;

/** As if the sign-in had been an hour ago. */
const madeOlder = (service: TestService) =>
  service.stores.authRows.updateMany({ model: 'session', where: [], set: { createdAt: Date.now() - HOUR_MS } });

async function withPasskey(service: TestService) {
  const client = await signedUp(service, EMAIL);
  await createSoftPasskey(service).register(client, { isUserVerified: true });
  const [{ id }] = (await client.get('/api/auth/passkey/list-user-passkeys')).json as unknown as [{ id: string }];
  return { client, id };
}

type Change = (client: PageClient, proof: object) => Promise<{ status: number; json: { error?: { code: string } } }>;

type Prepared = { readonly client: PageClient; readonly change: Change };

const CHANGES: readonly (readonly [string, (service: TestService) => Promise<Prepared>, string | undefined])[] = [
  [
    'changing the address',
    async (service) => ({
      client: await signedUp(service, EMAIL),
      change: (client, proof) => client.post('/api/auth/change-email', { newEmail: 'new@example.com', ...proof }),
    }),
    undefined,
  ],
  [
    'removing a passkey',
    async (service) => {
      const { client, id } = await withPasskey(service);
      return { client, change: (one, proof) => one.post('/api/auth/passkey/delete-passkey', { id, ...proof }) };
    },
    'passkey-removed',
  ],
  [
    'turning the second factor off',
    async (service) => ({
      client: (await enrol(await signedUp(service, EMAIL))).client,
      change: (client, proof) => client.post('/api/auth/two-factor/disable', proof),
    }),
    'second-factor-off',
  ],
];

describe('after a while', () => {
  test.each(CHANGES)('%s takes the password, and an e-mail tells of it', async (_, prepare, emailKind) => {
    await using service = await startService();
    const { client, change } = await prepare(service);
    await madeOlder(service);

    const without = await change(client, {});
    const wrong = await change(client, { password: 'a wrong password' });
    const told = service.log.filter((line) => line.emailKind === emailKind && line.to === EMAIL);
    const right = await change(client, { password: PASSWORD });

    expect([without.status, without.json.error?.code]).toEqual([401, 'sign_in_again']);
    expect([wrong.status, wrong.json.error?.code]).toEqual([400, 'wrong_password']);
    expect(right.status).toBe(200);
    if (emailKind === undefined) return;
    expect(told).toEqual([]);
    expect(service.log.some((line) => line.emailKind === emailKind && line.to === EMAIL)).toBe(true);
  });

  test('a wrong password there is a guess like any other', async () => {
    await using service = await startService();
    const { client, id } = await withPasskey(service);

    const statuses: number[] = [];
    for (let i = 0; i < 31; i++) {
      const answer = await client.post('/api/auth/passkey/delete-passkey', { id, password: `wrong number ${i}` });
      statuses.push(answer.status);
    }

    expect(statuses).toEqual([...Array(30).fill(400), 429]);
  });
});

describe('a person without a password', () => {
  test('hands an organisation over, and deletes an account, right after signing in and not later', async () => {
    await using provider = startProvider();
    await using service = await startService({ env: { BOREAL_OIDC: provider.setting } });
    const client = await signedInAt(service, provider);
    await client.post('/api/invitations', { email: 'dan@example.com', role: 'admin' });
    const token = URL.parse(linkFor(service, 'dan@example.com', 'invited'))!.searchParams.get('invitation')!;
    const dan = await signedUp(service, 'dan@example.com');
    await dan.post('/api/invitation/join', { token });
    const { members } = (await client.get('/api/members')).json as unknown as { members: { id: string }[] };
    const handOver = () => client.post('/api/organisation/hand-over', { memberId: members[1]!.id });
    const remove = () => client.post('/api/account/delete', { email: EMAIL });

    await madeOlder(service);
    const late = [await handOver(), await remove()];
    provider.person = { sub: 'one', email: EMAIL, email_verified: true };
    const begun = await client.post('/api/auth/sign-in/social', { provider: 'work', callbackURL: '/keys' });
    await client.get(await provider.agree(String(begun.json.url)));
    const fresh = await handOver();

    expect(late.map(({ status, json }) => [status, json.error?.code])).toEqual(Array(2).fill([401, 'sign_in_again']));
    expect(fresh.status).toBe(200);
  });
});

describe('right after signing in', () => {
  test('a passkey is removed without the password', async () => {
    await using service = await startService();
    const { client, id } = await withPasskey(service);

    expect((await client.post('/api/auth/passkey/delete-passkey', { id })).status).toBe(200);
  });

  test('a session that a code has opened counts as fresh as well', async () => {
    await using service = await startService();
    const { address } = await enrol(await signedUp(service, EMAIL));
    await madeOlder(service);
    const again = pageClient(service);
    await again.post('/api/auth/sign-in/email', { email: EMAIL, password: PASSWORD });
    await again.post(VERIFY_CODE, { code: nextCode(address) });

    const changed = await again.post('/api/auth/change-email', { newEmail: 'new@example.com' });

    expect(changed.status).toBe(200);
    expect(linkFor(service, 'new@example.com', 'verify')).toContain('/verify-email');
  });
});

describe('an e-mail', () => {
  test('tells of a new passkey, one that is gone and a new password, in the language of the person', async () => {
    await using mail = await startMailServer();
    await using service = await startService({ env: { BOREAL_SMTP: mail.setting } });
    const client = pageClient(service);
    const person = { name: 'Jana', email: EMAIL, password: PASSWORD, language: 'cs' };
    const arrived = async (words: string) =>
      until(`an e-mail says ${words}`, () => mail.emails.some(({ text }) => text.includes(words)));
    await client.post('/api/auth/sign-up/email', person);
    await arrived('Potvrďte prosím');
    const { pathname, search } = new URL(/http:\S+verify-email\S+/.exec(mail.emails[0]!.text)![0]);
    await client.get(pathname + search);
    await client.post('/api/auth/sign-in/email', person);

    await createSoftPasskey(service).register(client, { isUserVerified: true });
    await arrived('se lze přihlásit novým přístupovým klíčem');
    const [{ id }] = (await client.get('/api/auth/passkey/list-user-passkeys')).json as unknown as [{ id: string }];
    await client.post('/api/auth/passkey/delete-passkey', { id });
    await arrived('Jedním z vašich přístupových klíčů');
    await client.post('/api/auth/change-password', { currentPassword: PASSWORD, newPassword: 'another long password' });
    await arrived('bylo změněno');

    expect(mail.emails.every(({ to }) => to.includes(EMAIL))).toBe(true);
  });
});
