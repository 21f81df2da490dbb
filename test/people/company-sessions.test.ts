/** A session that the provider of an organisation has opened reaches that organisation, and nothing else of its person. */
import { describe, expect } from 'bun:test';
import {
  codeOf,
  JANA,
  meOf,
  person,
  setProvider,
  signInAtCompany,
  startWithNames,
  verifiedDomain,
} from '../support/company-sign-in.ts';
import { test } from '../support/databases.ts';
import { startNameServer, type TestNameServer } from '../support/name-server.ts';
import { startProvider, type TestProvider } from '../support/oidc-provider.ts';
import { linkFor, PASSWORD, type PageClient, pageClient, signedUp } from '../support/page-client.ts';
import { enrolled, nextCode, VERIFY_CODE } from '../support/second-factor.ts';
import type { TestService } from '../support/service.ts';

const ANNA = 'anna@firma.example';
const OWN = [403, 'own_sign_in_required'];

async function invite(service: TestService, owner: PageClient, email: string): Promise<string> {
  expect(codeOf(await owner.post('/api/invitations', { email, role: 'viewer' }))).toEqual([200, null]);
  return URL.parse(linkFor(service, email, 'invited'))!.searchParams.get('invitation')!;
}

/** Jana, with a second factor and an account of her own, is a member of Anna's company. */
async function company(service: TestService, names: TestNameServer, provider: TestProvider) {
  const anna = await signedUp(service, ANNA);
  const domainId = await verifiedDomain(anna, names);
  await setProvider(anna, domainId, provider);
  const { client: jana, address } = await enrolled(service, JANA);
  const { account: own } = await meOf(jana);
  await jana.post('/api/invitation/join', { token: await invite(service, anna, JANA) });
  provider.person = person();
  const byCompany = pageClient(service);
  expect(await signInAtCompany(byCompany, provider)).toBe('/keys');
  return { anna, domainId, jana, address, ownId: own.id, firmaId: (await meOf(anna)).account.id, byCompany };
}

describe('a session by the provider of an organisation', () => {
  test('reaches the organisation; the own account takes the own sign-in with the code', async () => {
    await using names = await startNameServer();
    await using provider = startProvider();
    await using service = await startWithNames(names);
    const { jana, address, ownId, firmaId, byCompany } = await company(service, names, provider);

    const me = await meOf(byCompany);
    const beyond = [
      await byCompany.get(`/api/me?account=${ownId}`),
      await byCompany.get(`/api/keys?account=${ownId}`),
      await byCompany.post(`/api/keys?account=${ownId}`, { name: 'mine' }),
    ];
    const another = await byCompany.get('/api/me?account=acc_nobody');
    await byCompany.post('/api/auth/sign-in/email', { email: JANA, password: PASSWORD });
    const half = await byCompany.get('/api/me');
    await byCompany.post(VERIFY_CODE, { code: nextCode(address) });

    expect(me).toMatchObject({ signedInBy: 'organisation', account: { id: firmaId } });
    expect(me.accounts.map(({ id }) => id)).toEqual([firmaId]);
    expect(beyond.map(codeOf)).toEqual(Array(3).fill(OWN));
    expect(another.status).toBe(404);
    expect(half.status).toBe(401);
    for (const client of [jana, byCompany]) {
      const whole = await meOf(client);
      expect([whole.signedInBy, ...whole.accounts.map(({ id }) => id)]).toEqual(['self', ownId, firmaId]);
    }
  });

  test('changes nothing of how its person signs in, sees no session, and joins no other organisation', async () => {
    await using names = await startNameServer();
    await using provider = startProvider();
    await using service = await startWithNames(names);
    const { jana, byCompany } = await company(service, names, provider);
    const ben = await signedUp(service, 'ben@example.com');
    const token = await invite(service, ben, JANA);
    const posts: readonly (readonly [string, object])[] = [
      ['/api/auth/change-password', { currentPassword: PASSWORD, newPassword: 'another long password' }],
      ['/api/auth/change-email', { newEmail: 'other@firma.example', password: PASSWORD }],
      ['/api/auth/revoke-session', { token: 'x' }],
      ['/api/auth/revoke-sessions', {}],
      ['/api/auth/revoke-other-sessions', {}],
      ['/api/auth/two-factor/enable', { password: PASSWORD }],
      ['/api/auth/two-factor/disable', { password: PASSWORD }],
      ['/api/auth/two-factor/generate-backup-codes', { password: PASSWORD }],
      ['/api/auth/two-factor/verify-totp', { code: '000000' }],
      ['/api/auth/two-factor/verify-backup-code', { code: 'x' }],
      ['/api/auth/passkey/verify-registration', { response: {} }],
      ['/api/auth/passkey/update-passkey', { id: 'x', name: 'x' }],
      ['/api/auth/passkey/delete-passkey', { id: 'x', password: PASSWORD }],
      ['/api/invitation/join', { token }],
    ];
    const gets = ['list-sessions', 'passkey/list-user-passkeys', 'passkey/generate-register-options'];

    const answers: unknown[] = [];
    for (const [path, body] of posts) answers.push([path, ...codeOf(await byCompany.post(path, body))]);
    for (const path of gets) answers.push([path, ...codeOf(await byCompany.get(`/api/auth/${path}`))]);

    expect(answers).toEqual([...posts.map(([path]) => path), ...gets].map((path) => [path, ...OWN]));
    expect((await meOf(jana)).hasTwoFactor).toBe(true);
  });

  test('neither finishes a change of the address that was asked for elsewhere', async () => {
    await using names = await startNameServer();
    await using provider = startProvider();
    await using service = await startWithNames(names);
    const { jana, byCompany } = await company(service, names, provider);
    await jana.post('/api/auth/change-email', { newEmail: 'other@firma.example', password: PASSWORD });
    const { pathname, search } = new URL(linkFor(service, 'other@firma.example', 'verify'));

    const { headers } = await byCompany.get(pathname + search);

    expect(headers.get('location')).toEndWith('/sign-in?error=sign_in_first');
    expect((await meOf(jana)).email).toBe(JANA);
  });

  test('of its owner neither hands the organisation over nor deletes it', async () => {
    await using names = await startNameServer();
    await using provider = startProvider();
    await using service = await startWithNames(names);
    const { anna } = await company(service, names, provider);
    provider.person = person(ANNA, 'anna');
    const byCompany = pageClient(service);
    await signInAtCompany(byCompany, provider, ANNA);
    const { members } = (await anna.get('/api/members')).json as unknown as {
      members: { id: string; email: string }[];
    };
    const memberId = members.find(({ email }) => email === JANA)!.id;

    const handOver = await byCompany.post('/api/organisation/hand-over', { memberId, password: PASSWORD });
    const deletion = await byCompany.post('/api/account/delete', { email: ANNA, password: PASSWORD });

    expect([handOver, deletion].map(codeOf)).toEqual([OWN, OWN]);
    expect((await meOf(anna)).account.role).toBe('owner');
  });

  test('is over with the membership', async () => {
    await using names = await startNameServer();
    await using provider = startProvider();
    await using service = await startWithNames(names);
    const { jana, firmaId, byCompany } = await company(service, names, provider);

    await jana.post(`/api/organisation/leave?account=${firmaId}`);

    expect((await byCompany.get('/api/me')).status).toBe(401);
    expect((await meOf(jana)).accounts).toHaveLength(1);
  });
});

describe('an organisation that requires its provider', () => {
  test('is out of reach of every other sign-in at once, and leaves members their own account', async () => {
    await using names = await startNameServer();
    await using provider = startProvider();
    await using service = await startWithNames(names);
    const { anna, domainId, jana, ownId, firmaId, byCompany } = await company(service, names, provider);

    await setProvider(anna, domainId, provider, { isRequired: true });

    const whole = await meOf(jana);
    const refused = [
      await jana.get(`/api/me?account=${firmaId}`),
      await jana.get(`/api/keys?account=${firmaId}`),
      await jana.post('/api/auth/change-email', { newEmail: 'jana@private.example', password: PASSWORD }),
    ];
    expect(whole.accounts.map(({ id }) => id)).toEqual([ownId]);
    expect(refused.map(codeOf)).toEqual(Array(3).fill([403, 'organisation_sign_in_required']));
    expect((await meOf(byCompany)).account.id).toBe(firmaId);
    expect((await meOf(anna)).account.id).toBe(firmaId);
  });
});
