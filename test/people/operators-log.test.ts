/** The action log about operators themselves, and of a look at a customer's pages. */
import { expect } from 'bun:test';
import { OPERATOR_EMAIL, signedUpOperator } from '../support/busy-operator.ts';
import { test } from '../support/databases.ts';
import { providerIsKnown, startProvider } from '../support/oidc-provider.ts';
import { PASSWORD, pageClient, signedUp } from '../support/page-client.ts';
import { startService } from '../support/service.ts';

type Line = { readonly kind: string; readonly actor: string; readonly object: string; readonly after: object };

test('becoming the operator by the first link is in the log', async () => {
  await using service = await startService();

  await signedUpOperator(service);

  const [line] = (await service.stores.actionLog.actions({ rowsMax: 10 })) as readonly Line[];
  expect(line).toMatchObject({
    kind: 'become-operator',
    actor: OPERATOR_EMAIL,
    object: OPERATOR_EMAIL,
    after: { result: { invitedBy: 'first start' } },
  });
});

test('becoming an operator through a provider is in the log, and becoming a customer does not', async () => {
  await using provider = startProvider();
  await using service = await startService({ env: { BOREAL_OIDC: provider.setting } });
  const nowMs = Date.now();
  await service.stores.invitations.add({
    ...{ id: 'inv_1', role: 'operator', fingerprint: 'x', email: 'jana@example.com', createdBy: 'command line' },
    ...{ createdAtMs: nowMs, expiresAtMs: nowMs + 60_000 },
  });
  const client = pageClient(service);
  await providerIsKnown(client);

  await signedUp(service, 'customer@example.com');
  const begun = await client.post('/api/auth/sign-in/social', { provider: 'work' });
  await client.get(await provider.agree(String(begun.json.url)));

  const lines = (await service.stores.actionLog.actions({ rowsMax: 10 })) as readonly Line[];
  expect((await client.get('/api/me')).json).toMatchObject({ role: 'operator' });
  expect(lines).toMatchObject([
    { kind: 'become-operator', actor: 'jana@example.com', after: { result: { invitation: 'inv_1' } } },
  ]);
});

test('a sign-up with an invitation that was used already writes nothing', async () => {
  await using service = await startService();
  await signedUpOperator(service);
  const invitation = 'no invitation at all';

  await pageClient(service).post('/api/auth/sign-up/email', {
    ...{ name: 'Eve', email: 'eve@example.com', password: PASSWORD, invitation },
  });

  expect(await service.stores.actionLog.actions({ rowsMax: 10 })).toHaveLength(1);
});

test('one look as a customer is one line, whatever is opened meanwhile, and a look later is another', async () => {
  await using service = await startService();
  const operator = await signedUpOperator(service);
  const customer = await signedUp(service, 'customer@example.com');
  const { account } = (await customer.get('/api/me')).json as unknown as { readonly account: { readonly id: string } };
  const paths = ['/api/me', '/api/billing', '/api/requests', `/api/keys?dayFromMs=${Date.now()}`, '/api/me'];
  const look = (path: string) => operator.get(`${path}${path.includes('?') ? '&' : '?'}as=${account.id}`);

  const statuses = await Promise.all(paths.map(async (path) => (await look(path)).status));
  for (const path of paths) await look(path);
  const lines = await service.stores.actionLog.actions({ kind: 'look', rowsMax: 50 });

  expect(statuses).toEqual(paths.map(() => 200));
  // Two where the hour has changed between two lines of this test.
  expect(lines.length).toBeWithin(1, 3);
  expect(lines[0]).toMatchObject({ actor: OPERATOR_EMAIL, accountId: account.id });
});
