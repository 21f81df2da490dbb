/** Terms that a new person has to accept, with their version and the time. */
import { describe, expect } from 'bun:test';
import { signedUpOperator } from '../support/busy-operator.ts';
import { test } from '../support/databases.ts';
import { providerIsKnown, startProvider } from '../support/oidc-provider.ts';
import { linkFor, PASSWORD, type PageClient, pageClient } from '../support/page-client.ts';
import { startService, type TestService } from '../support/service.ts';

const ADDRESSES = { cs: 'https://shop.example/cs', en: 'https://shop.example/en' };
const LEGAL = { BOREAL_LEGAL: JSON.stringify({ version: '2026-11-01', terms: ADDRESSES, privacy: ADDRESSES }) };
const EMAIL = 'jana@example.com';

const signUp = (client: PageClient, more: object) =>
  client.post('/api/auth/sign-up/email', { name: 'Jana', email: EMAIL, password: PASSWORD, ...more });

/** Opens the link of the e-mail, which signs in, and has an account then. */
async function confirm(client: PageClient, service: TestService): Promise<void> {
  const { pathname, search } = new URL(linkFor(service, EMAIL, 'verify'));
  await client.get(pathname + search);
  await client.get('/api/me');
}

async function acceptedBy(service: TestService, email: string): Promise<unknown> {
  const operator = await signedUpOperator(service);
  const account = await service.stores.accounts.find(email);
  const { json } = await operator.get(`/api/operator/customers/${account!.id}?dayFromMs=0`);
  return (json as { owner?: { terms: unknown } }).owner?.terms;
}

describe('where the operator has terms', () => {
  test('a sign-up without them, or with another version, is refused and makes no one', async () => {
    await using service = await startService({ env: LEGAL });
    const client = pageClient(service);

    const answers = [await signUp(client, {}), await signUp(client, { acceptedTerms: '2025-01-01' })];

    expect(answers.map(({ status, json }) => [status, json.error?.code])).toEqual([
      [400, 'terms_not_accepted'],
      [400, 'terms_not_accepted'],
    ]);
    expect(service.log.filter(({ to }) => to === EMAIL)).toEqual([]);
  });

  test('the version and the time are kept, and pages know what to show', async () => {
    await using service = await startService({ env: LEGAL });
    const client = pageClient(service);
    const before = Date.now();

    const answer = await signUp(client, { acceptedTerms: '2026-11-01' });
    await confirm(client, service);

    expect(answer.status).toBe(200);
    const accepted = (await acceptedBy(service, EMAIL)) as { readonly version: string; readonly atMs: number };
    expect(accepted.version).toBe('2026-11-01');
    expect(accepted.atMs).toBeWithin(before, Date.now() + 1);
    expect((await client.get('/api/service')).json.legal).toEqual({
      version: '2026-11-01',
      terms: ADDRESSES,
      privacy: ADDRESSES,
    });
    expect((await client.get('/api/account/export')).json.acceptedTerms).toEqual(accepted);
  });

  test('a new person of a provider accepts them by continuing, as the button says', async () => {
    await using provider = startProvider();
    await using service = await startService({ env: { ...LEGAL, BOREAL_OIDC: provider.setting } });
    const client = pageClient(service);
    await providerIsKnown(client);

    const begun = await client.post('/api/auth/sign-in/social', { provider: 'work', callbackURL: '/keys' });
    await client.get(await provider.agree(String(begun.json.url)));
    await client.get('/api/me');

    expect(await acceptedBy(service, EMAIL)).toMatchObject({ version: '2026-11-01' });
  });
});

test('without terms of the operator nothing is asked, and nothing is kept', async () => {
  await using service = await startService();
  const client = pageClient(service);

  const answer = await signUp(client, {});
  await confirm(client, service);

  expect(answer.status).toBe(200);
  expect(await acceptedBy(service, EMAIL)).toBeNull();
});
