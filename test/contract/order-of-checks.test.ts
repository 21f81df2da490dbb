/** 401, 429, 413, 400, 402, then the engine: a request guilty of two gets the first, and has cost nothing. */
import { expect, test } from 'bun:test';
import { RawClient } from '../support/raw-client.ts';
import { jsonError } from '../support/scripted-upstream.ts';
import { startService, type TestService, until } from '../support/service.ts';
import { CHAT, expectRefused, INVALID, INVALID_BODY, NO_KEY, WRONG_TYPE } from './bad-input.fixture.ts';

const TOO_MANY = { status: 429, type: 'rate_limit_error', code: 'rate_limit_exceeded', param: null } as const;
const TOO_LARGE = { status: 413, type: 'request_too_large', code: 'request_too_large', param: null } as const;
const NO_CREDIT = { status: 402, type: 'insufficient_credit', code: 'insufficient_quota', param: null } as const;

/** A service where everything is scarce: 2 requests, 1000 bytes, no credit. */
const startScarce = () =>
  startService({
    creditNanos: 0n,
    env: { BOREAL_LIMITS_REQUESTS_PER_MINUTE: '2', BOREAL_LIMITS_BODY_BYTES_MAX: '1000' },
  });

const LARGE = JSON.stringify({ ...CHAT, user: 'u'.repeat(2000) });

async function useUp(service: TestService): Promise<void> {
  for (let n = 0; n < 2; n++) expect((await service.post(CHAT)).status).toBe(402);
  expect((await service.post(CHAT)).status).toBe(429);
}

const statusOf = async (sent: Promise<Response>): Promise<number> => (await sent).status;

test('401 comes before 429: a revoked key that is over its limit is a revoked key', async () => {
  await using service = await startScarce();
  await useUp(service);

  await service.stores.keys.revoke(service.keyId, Date.now());

  await until('the key is refused', async () => (await statusOf(service.post(CHAT))) === 401);
  const response = await expectRefused(service, () => service.post(LARGE), NO_KEY);
  expect(response.headers.get('x-ratelimit-limit-requests')).toBeNull();
});

test('401 comes before 413 and 400: nothing is said of the body of a stranger', async () => {
  await using service = await startScarce();
  const headers = { authorization: 'Bearer sk-boreal-stranger' };

  await expectRefused(service, () => service.post(LARGE, { headers }), NO_KEY);
  await expectRefused(service, () => service.post('not JSON', { headers }), NO_KEY);
});

test('429 comes before 413', async () => {
  await using service = await startScarce();
  await useUp(service);

  await expectRefused(service, () => service.post(LARGE), TOO_MANY);
});

test('429 comes before 400', async () => {
  await using service = await startScarce();
  await useUp(service);

  await expectRefused(service, () => service.post('not JSON'), TOO_MANY);
});

test('413 comes before 400: for a large body that is no JSON, and for one of another type', async () => {
  await using service = await startScarce();
  const headers = { 'content-type': 'text/plain' };

  await expectRefused(service, () => service.post('x'.repeat(2000)), TOO_LARGE);
  await expectRefused(service, () => service.post('x'.repeat(2000), { headers }), TOO_LARGE);
});

test('400 comes before 402: a poor caller hears of a bad request', async () => {
  await using service = await startService({ creditNanos: 0n });
  const unknown = { ...INVALID, code: 'model_not_found', param: 'model' };
  const plain = { 'content-type': 'text/plain' };
  const idempotent = { 'idempotency-key': 'a b' };

  await expectRefused(service, () => service.post('not JSON'), INVALID_BODY);
  await expectRefused(service, () => service.post(CHAT, { headers: plain }), WRONG_TYPE);
  await expectRefused(service, () => service.post({ ...CHAT, messages: [] }), { ...INVALID, param: 'messages' });
  await expectRefused(service, () => service.post({ ...CHAT, model: 'x' }), unknown);
  await expectRefused(service, () => service.post({ ...CHAT, max_tokens: 9000 }), { ...INVALID, param: 'max_tokens' });
  const badKey = { ...INVALID, code: 'idempotency_key_invalid', param: null };
  await expectRefused(service, () => service.post(CHAT, { headers: idempotent }), badKey);
});

test('402 comes before 502: a poor caller never reaches a broken engine', async () => {
  await using service = await startService({ creditNanos: 0n });
  service.upstream.play(jsonError(500));

  await expectRefused(service, () => service.post(CHAT), NO_CREDIT);
  await expectRefused(service, () => service.post({ ...CHAT, stream: true }), NO_CREDIT);
});

test('502 comes last, and costs nothing', async () => {
  await using service = await startService();
  service.upstream.play(jsonError(500));
  const before = await service.stores.ledger.balanceOf(service.accountId, Date.now());

  expect(await statusOf(service.post(CHAT))).toBe(502);
  expect(await service.stores.ledger.balanceOf(service.accountId, Date.now())).toEqual(before);
});

test('a request refused with 401 is not counted', async () => {
  await using service = await startService({ env: { BOREAL_LIMITS_REQUESTS_PER_MINUTE: '5' } });
  const elsewhere = await service.newKey({ allowedRanges: ['10.0.0.0/8'] });
  const twice = { authorization: `Bearer ${service.key}, Bearer ${service.key}` };

  for (let n = 0; n < 10; n++) {
    const headers = { authorization: `Bearer ${elsewhere.secret}` };
    expect(await statusOf(service.post(CHAT, { headers }))).toBe(401);
    expect(await statusOf(service.post(CHAT, { headers: twice }))).toBe(401);
  }

  expect((await service.post(CHAT)).headers.get('x-ratelimit-remaining-requests')).toBe('4');
});

const HEAD = 'POST /v1/chat/completions HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n';
const announcing = (bytes: number, key: string) =>
  `${HEAD}authorization: Bearer ${key}\r\ncontent-length: ${bytes}\r\n\r\n`;

// Side by side: some wait for seconds until their connection is closed.
test.concurrent('a stranger who sends no body is answered, and the connection is closed', async () => {
  await using service = await startService();
  using client = new RawClient(service.port);

  client.send(announcing(100_000_000, 'sk-boreal-stranger'));

  expect(await client.over).toBe('fin');
  expect(client.text).toStartWith('HTTP/1.1 401 ');
});

test.concurrent('the body of a caller who is over the limit is not waited for', async () => {
  await using service = await startScarce();
  await useUp(service);
  using client = new RawClient(service.port);

  client.send(announcing(900, service.key));

  await client.hasText('rate_limit_exceeded');
  expect(client.text).toStartWith('HTTP/1.1 429 ');
});

test.concurrent('a client that announces too large a body and sends nothing is answered, and the connection is closed', async () => {
  await using service = await startScarce();
  using client = new RawClient(service.port);

  client.send(announcing(1001, service.key));

  expect(await client.over).toBe('fin');
  expect(client.text).toStartWith('HTTP/1.1 413 ');
  expect(client.text).toMatch(/\r\nx-should-retry: false\r\n/i);
});
