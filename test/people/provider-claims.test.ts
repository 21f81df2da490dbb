/** A provider's claims about a person are text by a stranger: it is checked as at sign-up, before anything is written. */
import { describe, expect } from 'bun:test';
import { MEMBERS_MAX } from '../../src/features/organisations/members.ts';
import {
  codeOf,
  meOf,
  person,
  setProvider,
  signInAtCompany,
  startWithNames,
  verifiedDomain,
} from '../support/company-sign-in.ts';
import { test } from '../support/databases.ts';
import { startNameServer } from '../support/name-server.ts';
import { providerIsKnown, startProvider, type TestProvider } from '../support/oidc-provider.ts';
import { type PageClient, pageClient, signedUp } from '../support/page-client.ts';
import { startService } from '../support/service.ts';

const LINE_MAX = 10_000;
const long = (chars: number, rest = '') => `${'a'.repeat(chars)}${rest}`;

/** Texts that are no address, as a company's provider could send them. */
const NO_ADDRESSES: readonly (readonly [string, unknown])[] = [
  ['180,000 characters', long(180_000, '@firma.example')],
  ['255 characters', long(255 - '@firma.example'.length, '@firma.example')],
  ['several addresses', 'jana@firma.example,ben@firma.example'],
  ['a line break', 'jana\r\nBcc: all@firma.example'],
  ['markup', '<img/src=x>@firma.example'],
  ['a name around it', 'Jana <jana@firma.example>'],
  ['two signs @', 'victim@example.com@firma.example'],
  ['a letter that only looks like one', 'jаna@firma.example'],
  ['a list', ['jana@firma.example']],
  ['nothing', undefined],
];

const NO_SUBJECTS: readonly (readonly [string, unknown])[] = [
  ['256 characters', long(256)],
  ['a line break', 'jana\r\n'],
  ['nothing in it', ''],
  ['a number', 7],
];

async function signInByOperators(client: PageClient, provider: TestProvider): Promise<string> {
  const begun = await client.post('/api/auth/sign-in/social', { provider: 'work', callbackURL: '/keys' });
  const { headers } = await client.get(await provider.agree(String(begun.json.url)));
  return headers.get('location') ?? '';
}

describe('a provider', () => {
  test('of an organisation that names no one address, or no usable subject, writes nothing', async () => {
    await using names = await startNameServer();
    await using provider = startProvider();
    await using service = await startWithNames(names);
    const anna = await signedUp(service, 'anna@firma.example');
    await setProvider(anna, await verifiedDomain(anna, names), provider);
    const people = await service.stores.authRows.count('user', []);

    const ends: unknown[] = [];
    for (const [what, email] of NO_ADDRESSES) {
      provider.person = { ...person(), email };
      ends.push([what, await signInAtCompany(pageClient(service), provider)]);
    }
    for (const [what, sub] of NO_SUBJECTS) {
      provider.person = { ...person(), sub };
      ends.push([what, (await signInAtCompany(pageClient(service), provider)).includes('error=')]);
    }

    expect(ends).toEqual([
      ...NO_ADDRESSES.map(([what]) => [what, '/sign-in?error=organisation_domain']),
      ...NO_SUBJECTS.map(([what]) => [what, true]),
    ]);
    expect(await service.stores.authRows.count('user', [])).toBe(people);
    expect(service.log.filter((line) => JSON.stringify(line).length > LINE_MAX)).toEqual([]);
    provider.person = { ...person(), name: `Jana\r\n${long(180_000)}` };
    const jana = pageClient(service);
    expect(await signInAtCompany(jana, provider)).toBe('/keys');
    expect((await meOf(jana)).name).toBe(`Jana  ${long(94)}`);
  });

  test('of the operator that names no one address, or no usable subject, writes nothing', async () => {
    await using provider = startProvider();
    await using service = await startService({ env: { BOREAL_OIDC: provider.setting } });
    await providerIsKnown(pageClient(service));

    const ends: unknown[] = [];
    for (const [what, email] of NO_ADDRESSES) {
      provider.person = { ...person(), email };
      ends.push([what, (await signInByOperators(pageClient(service), provider)).includes('/sign-in?error=')]);
    }
    for (const [what, sub] of NO_SUBJECTS) {
      provider.person = { ...person(), sub };
      ends.push([what, (await signInByOperators(pageClient(service), provider)).includes('/sign-in?error=')]);
    }

    expect(ends).toEqual([...NO_ADDRESSES, ...NO_SUBJECTS].map(([what]) => [what, true]));
    expect(await service.stores.authRows.count('user', [])).toBe(0);
    expect(await service.stores.authRows.count('account', [])).toBe(0);
    provider.person = { ...person(), name: `Jana\r\n${long(180_000)}` };
    const jana = pageClient(service);
    expect(await signInByOperators(jana, provider)).toEndWith('/keys');
    expect((await meOf(jana)).name).toBe(`Jana  ${long(94)}`);
    const [link] = await service.stores.authRows.find({ model: 'account', where: [], limit: 1 });
    expect([link?.accountId, link?.accessToken, link?.idToken]).toEqual(['jana', null, null]);
  });

  test('of an organisation without room makes no person', async () => {
    await using names = await startNameServer();
    await using provider = startProvider();
    await using service = await startWithNames(names);
    const anna = await signedUp(service, 'anna@firma.example');
    await setProvider(anna, await verifiedDomain(anna, names), provider);
    for (let count = 1; count <= MEMBERS_MAX; count++) {
      // So many in an hour are not sent.
      await service.stores.attempts.forgetEnded(Number.MAX_SAFE_INTEGER);
      const email = count === 1 ? 'ben@firma.example' : `p${count}@example.com`;
      expect(codeOf(await anna.post('/api/invitations', { email, role: 'viewer' }))).toEqual([200, null]);
    }
    const rows = async () => [
      await service.stores.authRows.count('user', []),
      await service.stores.authRows.count('account', []),
    ];
    const before = await rows();

    provider.person = person();
    const refused = await signInAtCompany(pageClient(service), provider);
    const after = await rows();
    provider.person = person('ben@firma.example', 'ben');
    const invited = await signInAtCompany(pageClient(service), provider, 'ben@firma.example');

    expect([refused, after]).toEqual(['/sign-in?error=organisation_full', before]);
    expect(invited).toBe('/keys');
  });

  test('that calls itself by a long name is refused in a short sentence', async () => {
    await using names = await startNameServer();
    await using service = await startWithNames(names);
    const anna = await signedUp(service, 'anna@firma.example');
    const id = await verifiedDomain(anna, names);
    using talkative = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch: ({ url }): Response => {
        const at = new URL(url).origin;
        const endpoints = { authorization_endpoint: at, token_endpoint: at, jwks_uri: at };
        return Response.json({ issuer: long(200_000), ...endpoints });
      },
    });

    const answer = await setProvider(anna, id, { issuer: `http://127.0.0.1:${talkative.port}` });

    expect(codeOf(answer)).toEqual([400, 'provider_mismatch']);
    expect(answer.text.length).toBeLessThan(1000);
  });
});
