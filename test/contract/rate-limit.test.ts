import { expect, test } from 'bun:test';
import { startService, type TestService } from '../support/service.ts';
import { CHAT, expectErrorBody } from './bad-input.fixture.ts';

const REFUSED = {
  status: 429,
  type: 'rate_limit_error',
  code: 'rate_limit_exceeded',
  param: null,
  message: /^Rate limit reached: \d+ requests per minute for one API key; try again in \d+\.\d seconds\.$/,
} as const;

const startLimited = (max: number) => startService({ env: { BOREAL_LIMITS_REQUESTS_PER_MINUTE: String(max) } });

const models = (service: TestService, key = service.key): Promise<Response> =>
  fetch(`${service.url}/models`, { headers: { authorization: `Bearer ${key}` } });

const together = (count: number, send: () => Promise<Response>): Promise<Response[]> =>
  Promise.all(Array.from({ length: count }, send));

const countOf = (responses: readonly Response[], status: number): number =>
  responses.filter((response) => response.status === status).length;

const limitHeaders = ({ headers }: Response) => ({
  limit: headers.get('x-ratelimit-limit-requests'),
  remaining: headers.get('x-ratelimit-remaining-requests'),
  reset: headers.get('x-ratelimit-reset-requests'),
});

test('of 150 requests at once exactly the published 120 are admitted', async () => {
  await using service = await startService();

  const responses = await together(150, () => models(service));

  expect(countOf(responses, 200)).toBe(120);
  expect(countOf(responses, 429)).toBe(30);
});

test('of 40 completions at once exactly as many as the limit are answered and charged', async () => {
  await using service = await startLimited(25);
  const before = await service.stores.ledger.balanceOf(service.accountId, Date.now());

  const responses = await together(40, () => service.post(CHAT));

  expect(countOf(responses, 200)).toBe(25);
  expect(countOf(responses, 429)).toBe(15);
  expect(service.upstream.requests).toHaveLength(25);
  const after = await service.stores.ledger.balanceOf(service.accountId, Date.now());
  expect(before.credit - after.credit).toBe(25n * (9n * 5_000n + 1n * 20_000n));
  expect(after.held).toBe(0n as typeof after.held);
});

test('a refusal has the published form and says when to come back', async () => {
  await using service = await startLimited(1);
  await service.post(CHAT);

  const response = await service.post(CHAT);

  expectErrorBody(await response.text(), REFUSED, response.status);
  const seconds = Number(response.headers.get('retry-after'));
  const ms = Number(response.headers.get('retry-after-ms'));
  expect(seconds).toBe(Math.ceil(ms / 1000));
  expect(ms).toBeGreaterThan(0);
  expect(ms).toBeLessThanOrEqual(60_000);
  expect(response.headers.get('x-should-retry')).toBeNull();
});

test('every answer says the limit, what is left of it, and when there will be more', async () => {
  await using service = await startLimited(6);

  const answers = [
    await service.post(CHAT),
    await service.post({ ...CHAT, stream: true }),
    await service.post({ ...CHAT, messages: [] }),
    await service.post('not JSON'),
    await models(service),
    await fetch(`${service.url}/models/none`, { headers: { authorization: `Bearer ${service.key}` } }),
    await service.post(CHAT),
  ];

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 400, 400, 200, 404, 429]);
  const headers = answers.map(limitHeaders);
  expect(headers.map(({ limit }) => limit)).toEqual(Array(7).fill('6'));
  expect(headers.map(({ remaining }) => remaining)).toEqual(['5', '4', '3', '2', '1', '0', '0']);
  for (const { reset } of headers) {
    expect(reset).toMatch(/^\d{1,2}\.\d{3}s$/);
    expect(Number.parseFloat(reset!)).toBeLessThanOrEqual(60);
  }
  await Promise.all(answers.map((answer) => answer.text()));
});

test('an answer of 402 and of 502 counts and carries the headers too', async () => {
  await using service = await startLimited(5);
  const { secret } = await service.newKey({ accountId: await service.newAccount(0n) });
  const poor = await service.post(CHAT, { headers: { authorization: `Bearer ${secret}` } });
  service.upstream.play([{ type: 'reset' }]);
  const broken = await service.post(CHAT);

  expect([poor.status, broken.status]).toEqual([402, 502]);
  expect([limitHeaders(poor), limitHeaders(broken)]).toMatchObject([{ remaining: '4' }, { remaining: '4' }]);
});

test('each key has a limit of its own, also within one account', async () => {
  await using service = await startLimited(3);
  const other = await service.newKey();

  const [mine, theirs] = await Promise.all([
    together(5, () => models(service)),
    together(5, () => models(service, other.secret)),
  ]);

  expect([countOf(mine, 200), countOf(theirs, 200)]).toEqual([3, 3]);
});

test('refused requests do not count: hammering does not move the moment of the next admission away', async () => {
  await using service = await startLimited(1);
  await models(service);

  const waits: number[] = [];
  for (let n = 0; n < 20; n++) waits.push(Number((await models(service)).headers.get('retry-after-ms')));

  expect(waits).toEqual(waits.toSorted((a, b) => b - a));
});

test('a replayed answer is a request like any other', async () => {
  await using service = await startLimited(2);
  const headers = { 'idempotency-key': 'once' };

  const statuses = [];
  for (let n = 0; n < 3; n++) statuses.push((await service.post(CHAT, { headers })).status);

  expect(statuses).toEqual([200, 200, 429]);
});

test('a request without a good key, or outside the API, has no limit headers and uses up no limit', async () => {
  await using service = await startLimited(2);

  const strangers = await together(10, () => models(service, 'sk-boreal-stranger'));
  const health = await together(10, () => fetch(new URL('/healthz', service.url)));
  const preflights = await together(10, () => fetch(`${service.url}/models`, { method: 'OPTIONS' }));
  const known = await models(service);

  for (const response of [...strangers, ...health, ...preflights]) expect(limitHeaders(response).limit).toBeNull();
  expect(limitHeaders(known).remaining).toBe('1');
});
