/** The operator's area on the whole service, with real people who sign in. */
import { expect, test } from 'bun:test';
import { signedUpOperator } from '../support/busy-operator.ts';
import { PASSWORD, type PageClient, pageClient, signedUp } from '../support/page-client.ts';
import { jsonError } from '../support/scripted-upstream.ts';
import { startService } from '../support/service.ts';

let orders = 0;
const order = () => ({ id: `order-0000000000-${++orders}`, reason: 'test' });
const accountOf = async (client: PageClient) =>
  (await client.get('/api/me')).json as unknown as { readonly account: { readonly id: string } };

test('only an operator finds the area, and sees the customer with an open session', async () => {
  await using service = await startService();
  const operator = await signedUpOperator(service);
  const customer = await signedUp(service, 'customer@example.com');
  const { account } = await accountOf(customer);

  const path = `/api/operator/customers/${account.id}?dayFromMs=${Date.now()}`;

  expect((await pageClient(service).get(path)).status).toBe(401);
  expect((await customer.get(path)).status).toBe(404);
  expect((await operator.get(path)).json).toMatchObject({
    email: 'customer@example.com',
    status: 'active',
    owner: { role: 'customer', isVerified: true, sessions: 1 },
  });
});

test("an operator ends a customer's sessions, and keeps their own", async () => {
  await using service = await startService();
  const operator = await signedUpOperator(service);
  const customer = await signedUp(service, 'customer@example.com');
  const { account } = await accountOf(customer);

  const ended = await operator.post(`/api/operator/customers/${account.id}/sessions/end`, order());

  expect(ended.status).toBe(200);
  expect((await customer.get('/api/me')).status).toBe(401);
  expect((await operator.get('/api/me')).status).toBe(200);
});

test('a sign-up mode that the operator sets counts at once, and is given back to the configuration', async () => {
  await using service = await startService();
  const operator = await signedUpOperator(service);
  const signUp = async (email: string) =>
    (await pageClient(service).post('/api/auth/sign-up/email', { name: 'X', email, password: PASSWORD })).status;

  await operator.post('/api/operator/sign-up', { ...order(), mode: 'closed' });
  const closed = await signUp('a@example.com');
  const shown = (await operator.get('/api/service')).json;
  await operator.post('/api/operator/sign-up', { ...order(), mode: null });

  expect(closed).toBe(403);
  expect(shown).toMatchObject({ signUp: 'closed' });
  expect(await signUp('a@example.com')).toBe(200);
});

test('an engine is tested through the whole service, and the audit runs beside it', async () => {
  await using service = await startService({ env: { BOREAL_LIMITS_PAGE_REQUESTS_PER_MINUTE: '1000000' } });
  const operator = await signedUpOperator(service);

  const tested = await operator.post('/api/operator/engines/main/test', { model: 'svc-glacier' });
  const engines = (await operator.get('/api/operator/engines')).json;
  await operator.post('/api/operator/audit');
  let audit = (await operator.get('/api/operator/audit')).json;
  while (audit.running) audit = (await operator.get('/api/operator/audit')).json;

  expect(tested.json).toMatchObject({ ok: true });
  expect(engines).toMatchObject({ engines: [{ name: 'main', ok: true, answered: 1, failed: 0 }] });
  expect(audit).toMatchObject({ last: { ok: true, problems: [], actor: 'operator@example.com' } });
});

test('the feed says why a request was refused or has failed, without a word of it', async () => {
  await using service = await startService();
  const operator = await signedUpOperator(service);
  const watching = operator.get('/api/operator/feed');

  await (await service.post({ messages: [{ role: 'user', content: 'a secret question' }], temperature: 9 })).text();
  service.upstream.play(jsonError(500));
  await (await service.post({ messages: [{ role: 'user', content: 'a secret question' }] })).text();
  await service.stop();

  const { text } = await watching;
  expect(text).toMatch(/"status":400,"reason":"invalid_request: temperature"/);
  expect(text).toMatch(/"status":502,"reason":"upstream_failed: main, 500"/);
  expect(text).not.toContain('secret');
});

test('a server that stops ends the feed of the operator who watches', async () => {
  const service = await startService();
  const operator = await signedUpOperator(service);
  const watching = operator.get('/api/operator/feed');

  const answered = await service.post({ messages: [{ role: 'user', content: 'a secret question' }] });
  await answered.text();
  await service.stop();

  const { status, text } = await watching;
  expect(status).toBe(200);
  expect(text).toContain('"status":200');
  expect(text).not.toContain('secret');
  await service[Symbol.asyncDispose]();
});
