/** A company with a verified mail domain whose people sign in at its own provider. */
import { expect } from 'bun:test';
import type { DomainsView } from '../../src/features/organisations/contract.ts';
import type { MeView } from '../../src/features/sign-in/contract.ts';
import type { TestNameServer } from './name-server.ts';
import type { TestProvider } from './oidc-provider.ts';
import type { PageAnswer, PageClient } from './page-client.ts';
import { startService, type TestService } from './service.ts';

export const codeOf = ({ status, json }: PageAnswer) => [status, json.error?.code ?? null];
export const meOf = async (client: PageClient) => (await client.get('/api/me')).json as unknown as MeView;
export const JANA = 'jana@firma.example';

export const startWithNames = (
  names: TestNameServer,
  more: object = { allowPrivateProviders: true },
): Promise<TestService> =>
  startService({ env: { BOREAL_ORGANISATIONS: JSON.stringify({ dnsServers: [names.address], ...more }) } });

export async function verifiedDomain(
  client: PageClient,
  names: TestNameServer,
  domain = 'firma.example',
): Promise<string> {
  const claimed = (await client.post('/api/domains', { domain })).json as unknown as DomainsView;
  const { id, record } = claimed.domains.at(-1)!;
  names.records.set(record.name, [record.value]);
  expect(codeOf(await client.post(`/api/domains/${id}/check`))).toEqual([200, null]);
  return id;
}

export const setProvider = (
  client: PageClient,
  id: string,
  { issuer }: Pick<TestProvider, 'issuer'>,
  more: object = {},
) => client.patch(`/api/domains/${id}/provider`, { issuer, clientId: 'boreal', clientSecret: 'oidc-secret', ...more });

export const begin = (client: PageClient, email = JANA) =>
  client.post('/api/auth/sign-in/organisation', { email, callbackURL: '/keys' });

/** Where the browser ends up: a path with its query. */
export async function signInAtCompany(client: PageClient, provider: TestProvider, email = JANA): Promise<string> {
  const begun = await begin(client, email);
  expect(codeOf(begun)).toEqual([200, null]);
  return endOf(await client.get(await provider.agree(String(begun.json.url))));
}

export const endOf = ({ headers, status, text }: PageAnswer): string => {
  const url = URL.parse(headers.get('location') ?? '', 'http://localhost');
  return url && headers.has('location') ? `${url.pathname}${url.search.split('&')[0]}` : `${status} ${text}`;
};

export const person = (email = JANA, sub = 'jana') => ({ sub, email, email_verified: true });
