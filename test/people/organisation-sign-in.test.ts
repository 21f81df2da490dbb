/** Signing in by the provider of an organisation: a whole service, a real provider and a real name server on this machine. */
import { describe, expect } from 'bun:test';
import type { DomainsView } from '../../src/features/organisations/contract.ts';
import { MEMBERS_MAX } from '../../src/features/organisations/members.ts';
import type { MeView } from '../../src/features/sign-in/contract.ts';
import { accountShow } from '../../src/server/commands/accounts.ts';
import { OPERATOR_EMAIL, signedUpOperator } from '../support/busy-operator.ts';
import {
  begin,
  codeOf,
  endOf,
  JANA,
  meOf,
  person,
  setProvider,
  signInAtCompany,
  startWithNames,
  verifiedDomain,
} from '../support/company-sign-in.ts';
import { test } from '../support/databases.ts';
import { startNameServer } from '../support/name-server.ts';
import { startProvider, type TestProvider } from '../support/oidc-provider.ts';
import { linkFor, PASSWORD, pageClient, signedUp } from '../support/page-client.ts';
import { enrolled } from '../support/second-factor.ts';
import { testConfig } from '../support/test-config.ts';
import { testPlatform } from '../support/test-platform.ts';

describe('the provider of an organisation', () => {
  test('signs a new colleague up as a member in the chosen role, without keeping its tokens', async () => {
    await using names = await startNameServer();
    await using provider = startProvider();
    await using service = await startWithNames(names);
    const olga = await signedUpOperator(service);
    const anna = await signedUp(service, 'anna@firma.example');
    const id = await verifiedDomain(anna, names);
    const answer = await setProvider(anna, id, provider, { role: 'viewer' });
    provider.person = { sub: 'jana', email: 'Jana@Firma.example' };
    const jana = pageClient(service);

    const end = await signInAtCompany(jana, provider);
    const again = await signInAtCompany(pageClient(service), provider);
    const me = await meOf(jana);

    expect(codeOf(answer)).toEqual([200, null]);
    expect([answer.text, JSON.stringify(service.log)].join()).not.toContain('oidc-secret');
    expect([end, again]).toEqual(['/keys', '/keys']);
    expect(me).toMatchObject({ email: JANA, account: { id: (await meOf(anna)).account.id, role: 'viewer' } });
    expect(me.accounts).toHaveLength(1);
    const [link] = await service.stores.authRows
      .find({ model: 'account', where: [], limit: 9 })
      .then((rows) => rows.filter(({ providerId }) => providerId === id));
    expect([link?.accessToken ?? null, link?.idToken ?? null]).toEqual([null, null]);
    const { actions } = (await olga.get('/api/operator/actions')).json as unknown as { actions: { kind: string }[] };
    expect(actions.filter(({ kind }) => kind === 'join-by-domain')).toHaveLength(1);
    expect(JSON.stringify(actions)).not.toContain('oidc-secret');
    expect((await anna.get('/api/account/export')).text).not.toContain('sealed');
    // Operators see where the customer's people sign in.
    const customer = await olga.get(`/api/operator/customers/${me.account.id}?dayFromMs=0`);
    expect(customer.json.domains).toEqual([
      {
        domain: 'firma.example',
        verifiedAtMs: expect.any(Number),
        provider: expect.objectContaining({ issuer: provider.issuer, role: 'viewer', isRequired: false }),
      },
    ]);
    const needs = { stores: service.stores, platform: testPlatform(service.stores), config: testConfig() };
    const shown = await accountShow.run({ account: me.account.id }, needs);
    expect(shown.text).toContain(`mail domain firma.example, sign-in at ${provider.issuer}`);
    expect(customer.text + JSON.stringify(shown)).not.toContain('sealed');
  });

  test('signs in no address outside its domain, no operator, and no one by a false token', async () => {
    await using names = await startNameServer();
    await using provider = startProvider();
    await using service = await startWithNames(names);
    await signedUpOperator(service);
    const anna = await signedUp(service, 'anna@firma.example');
    await signedUp(service, 'victim@example.com');
    const id = await verifiedDomain(anna, names);
    await setProvider(anna, id, provider);
    const tried = async (claims: TestProvider['person']) => {
      const thief = pageClient(service);
      provider.person = claims;
      return [await signInAtCompany(thief, provider), (await thief.get('/api/me')).status];
    };
    const people = await service.stores.authRows.count('user', []);

    const outside = '/sign-in?error=organisation_domain';
    for (const email of [
      'victim@example.com',
      OPERATOR_EMAIL,
      'x@sub.firma.example',
      'x@firma.example.com',
      'a@b@x.example',
    ])
      expect([email, ...(await tried(person(email, 'thief')))]).toEqual([email, outside, 401]);
    expect(await tried({ ...person(), email_verified: false })).toEqual([
      '/sign-in?error=organisation_unverified',
      401,
    ]);
    expect(await tried({ ...person(), nonce: 'another' })).toEqual([expect.stringContaining('error='), 401]);
    expect(await tried({ ...person(), aud: 'another' })).toEqual([expect.stringContaining('error='), 401]);
    expect(await tried({ ...person(), iss: 'https://another.example' })).toEqual([
      expect.stringContaining('error='),
      401,
    ]);
    expect(await service.stores.authRows.count('user', [])).toBe(people);
    // Who is linked and then has another address is not the provider's any more.
    expect((await tried(person()))[0]).toBe('/keys');
    const [jana] = (await service.stores.authRows.find({ model: 'user', where: [], limit: 9 })).filter(
      ({ email }) => email === JANA,
    );
    const is = { field: 'id', operator: 'eq', value: String(jana!.id), connector: 'AND', mode: 'sensitive' } as const;
    await service.stores.authRows.updateOne({ model: 'user', where: [is], set: { email: 'jana@private.example' } });
    expect(await tried(person())).toEqual([outside, 401]);
    await service.stores.authRows.updateOne({ model: 'user', where: [is], set: { email: JANA, role: 'operator' } });
    expect(await tried(person())).toEqual(['/sign-in?error=organisation_not_linked', 401]);
  });

  test('does not take a state twice, of another browser, or of a sign-in at another provider', async () => {
    await using names = await startNameServer();
    await using provider = startProvider();
    await using evil = startProvider();
    await using service = await startWithNames(names);
    const anna = await signedUp(service, 'anna@firma.example');
    const ben = await signedUp(service, 'ben@evil.example');
    await setProvider(anna, await verifiedDomain(anna, names), provider);
    const evilId = await verifiedDomain(ben, names, 'evil.example');
    await setProvider(ben, evilId, evil);
    provider.person = person();
    const jana = pageClient(service);
    const back = await provider.agree(String((await begin(jana)).json.url));

    const stolen = endOf(await pageClient(service).get(back));
    const fresh = pageClient(service);
    const begun = await provider.agree(String((await begin(fresh)).json.url));
    const elsewhere = endOf(await fresh.get(begun.replace(/dom_[^?]+/, evilId)));
    const third = pageClient(service);
    const once = await provider.agree(String((await begin(third)).json.url));
    const ends = [endOf(await third.get(once)), endOf(await third.get(once))];

    expect([stolen, elsewhere, ends[1]].map((end) => end?.includes('error='))).toEqual([true, true, true]);
    expect(ends[0]).toBe('/keys');
    expect((await fresh.get('/api/me')).status).toBe(401);
  });

  test('lets no one in while it is disabled, while its domain is not verified, or after the person was removed', async () => {
    await using names = await startNameServer();
    await using provider = startProvider();
    await using service = await startWithNames(names);
    const anna = await signedUp(service, 'anna@firma.example');
    const id = await verifiedDomain(anna, names);
    await setProvider(anna, id, provider);
    provider.person = person();
    const jana = pageClient(service);
    await signInAtCompany(jana, provider);
    const late = pageClient(service);
    const back = await provider.agree(String((await begin(late)).json.url));

    await setProvider(anna, id, provider, { isEnabled: false });
    const ended = endOf(await late.get(back));
    const known = { issuer: provider.issuer, clientId: 'boreal' };
    await anna.patch(`/api/domains/${id}/provider`, known);
    const disabled = await begin(late);
    await anna.patch(`/api/domains/${id}/provider`, { ...known, isEnabled: true });
    const { members } = (await anna.get('/api/members')).json as unknown as {
      members: { id: string; email: string }[];
    };
    await anna.post(`/api/members/${members.find(({ email }) => email === JANA)!.id}/remove`);
    const removed = await signInAtCompany(pageClient(service), provider);
    await anna.post('/api/invitations', { email: JANA, role: 'billing' });
    const invited = pageClient(service);
    const welcome = await signInAtCompany(invited, provider);
    const role = (await invited.get(`/api/me?account=${(await meOf(anna)).account.id}`)).json as unknown as MeView;
    // Another organisation takes the domain over.
    const ben = await signedUp(service, 'ben@example.com');
    await verifiedDomain(ben, names);
    const lost = await begin(pageClient(service));

    expect(ended).toBe('/sign-in?error=organisation_off');
    expect([disabled, lost].map(codeOf)).toEqual(Array(2).fill([404, 'organisation_sign_in_unknown']));
    expect([removed, welcome]).toEqual(['/sign-in?error=organisation_left', '/keys']);
    expect(role.account.role).toBe('billing');
  });

  test('that is required keeps members from other ways in, and leaves the owner theirs', async () => {
    await using names = await startNameServer();
    await using provider = startProvider();
    await using service = await startWithNames(names);
    const anna = await signedUp(service, 'anna@firma.example');
    const jana = await signedUp(service, JANA);
    await meOf(jana);
    const id = await verifiedDomain(anna, names);
    await setProvider(anna, id, provider, { isRequired: true });
    const byPassword = async (email: string) =>
      codeOf(await pageClient(service).post('/api/auth/sign-in/email', { email, password: PASSWORD }));

    const before = await byPassword(JANA);
    provider.person = person();
    const end = await signInAtCompany(pageClient(service), provider);
    const firma = await jana.get(`/api/me?account=${(await meOf(anna)).account.id}`);
    provider.person = person('petr@firma.example', 'petr');
    await signInAtCompany(pageClient(service), provider, 'petr@firma.example');
    await pageClient(service).post('/api/auth/request-password-reset', { email: 'petr@firma.example' });
    const token = new URL(linkFor(service, 'petr@firma.example', 'reset')).pathname.split('/').at(-1);
    await pageClient(service).post('/api/auth/reset-password', { token, newPassword: PASSWORD });

    expect([before, end]).toEqual([[200, null], '/keys']);
    expect(codeOf(firma)).toEqual([403, 'organisation_sign_in_required']);
    // Jana has an account of her own, which stays hers; Petr has nothing but the organisation.
    expect(await byPassword(JANA)).toEqual([200, null]);
    expect((await meOf(jana)).accounts).toHaveLength(1);
    expect(await byPassword('petr@firma.example')).toEqual([403, 'organisation_sign_in_required']);
    expect(await byPassword('anna@firma.example')).toEqual([200, null]);
  });

  test('does not take the place of a second factor of a person who is no member, and signs them in once they are', async () => {
    await using names = await startNameServer();
    await using provider = startProvider();
    await using service = await startWithNames(names);
    const anna = await signedUp(service, 'anna@firma.example');
    await setProvider(anna, await verifiedDomain(anna, names), provider);
    const { client: jana } = await enrolled(service, JANA);
    await meOf(jana);
    provider.person = person();
    const stranger = pageClient(service);

    const refused = await signInAtCompany(stranger, provider);
    const status = (await stranger.get('/api/me')).status;
    await anna.post('/api/invitations', { email: JANA, role: 'viewer' });
    const invitation = URL.parse(linkFor(service, JANA, 'invited'))!.searchParams.get('invitation')!;
    const joined = await jana.post('/api/invitation/join', { token: invitation });
    const member = pageClient(service);
    const end = await signInAtCompany(member, provider);

    expect([refused, status]).toEqual(['/sign-in?error=organisation_not_linked', 401]);
    expect([codeOf(joined), end]).toEqual([[200, null], '/keys']);
    expect((await meOf(member)).account.id).toBe((await meOf(anna)).account.id);
  });

  test('lets no one into an organisation that is full, and the next one in when there is room', async () => {
    await using names = await startNameServer();
    await using provider = startProvider();
    await using service = await startWithNames(names);
    const anna = await signedUp(service, 'anna@firma.example');
    await setProvider(anna, await verifiedDomain(anna, names), provider);
    for (let count = 1; count <= MEMBERS_MAX; count++) {
      // So many in an hour are not sent.
      await service.stores.attempts.forgetEnded(Number.MAX_SAFE_INTEGER);
      const invited = await anna.post('/api/invitations', { email: `p${count}@example.com`, role: 'viewer' });
      expect(codeOf(invited)).toEqual([200, null]);
    }
    provider.person = person();
    const jana = pageClient(service);

    const full = await signInAtCompany(jana, provider);
    const status = (await jana.get('/api/me')).status;
    const { invitations } = (await anna.get('/api/members')).json as unknown as { invitations: { id: string }[] };
    await anna.post(`/api/invitations/${invitations[0]!.id}/withdraw`);
    const end = await signInAtCompany(jana, provider);

    expect([full, status]).toEqual(['/sign-in?error=organisation_full', 401]);
    expect(end).toBe('/keys');
    expect(await meOf(jana)).toMatchObject({ email: JANA, account: { id: (await meOf(anna)).account.id } });
  });

  test('gets no secret that was given for another issuer', async () => {
    await using names = await startNameServer();
    await using provider = startProvider();
    await using thief = startProvider();
    await using service = await startWithNames(names);
    const anna = await signedUp(service, 'anna@firma.example');
    const id = await verifiedDomain(anna, names);
    await setProvider(anna, id, provider);
    const change = (issuer: string, more: object = {}) =>
      anna.patch(`/api/domains/${id}/provider`, { issuer, clientId: 'boreal', ...more });

    const [same, other] = [await change(provider.issuer, { role: 'viewer' }), await change(thief.issuer)];
    thief.person = person();
    const begun = await begin(pageClient(service));
    const given = await change(thief.issuer, { clientSecret: 'secret of the thief' });
    const end = await signInAtCompany(pageClient(service), thief);

    expect(codeOf(same)).toEqual([200, null]);
    expect([other.status, other.json.error]).toMatchObject([400, { param: 'clientSecret' }]);
    expect(String(begun.json.url)).toStartWith(provider.issuer);
    expect([codeOf(given), end]).toEqual([[200, null], '/keys']);
    expect(thief.secrets).toEqual(['secret of the thief']);
  });

  test('is refused in words where it cannot be used, and set by the owner alone', async () => {
    await using names = await startNameServer();
    await using provider = startProvider();
    await using service = await startWithNames(names);
    await using strict = await startWithNames(names, {});
    const anna = await signedUp(service, 'anna@firma.example');
    const id = await verifiedDomain(anna, names);
    const other = await signedUp(strict, 'anna@firma.example');

    const private_ = await setProvider(other, await verifiedDomain(other, names), provider);
    const silent = await setProvider(anna, id, { issuer: 'http://127.0.0.1:9' });
    const named = await setProvider(anna, id, { issuer: provider.issuer.replace('127.0.0.1', 'localhost') });
    const unsecret = await anna.patch(`/api/domains/${id}/provider`, { issuer: provider.issuer, clientId: 'boreal' });
    const open = (await anna.post('/api/domains', { domain: 'open.example' })).json as unknown as DomainsView;
    const unverified = await setProvider(anna, open.domains.at(-1)!.id, provider);

    expect([private_, silent, named, unsecret, unverified].map(codeOf)).toEqual([
      [400, 'provider_unreachable'],
      [400, 'provider_unreachable'],
      [400, 'provider_mismatch'],
      [400, null],
      [400, null],
    ]);
    expect(codeOf(await begin(pageClient(service)))).toEqual([404, 'organisation_sign_in_unknown']);
    expect(codeOf(await begin(pageClient(service), 'nobody'))).toEqual([404, 'organisation_sign_in_unknown']);
  });
});
