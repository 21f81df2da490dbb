/** The same Idempotency-Key and body is one request, however often it is sent: one answer, one charge. */
import { afterAll, beforeAll, describe, expect } from 'bun:test';
import { type Seen, seen } from '../support/asking.ts';
import { test } from '../support/databases.ts';
import { answerText, answerToolCalls, waitFor } from '../support/scripted-upstream.ts';
import type { TestService } from '../support/service.ts';
import { CHAT, expectRefused, INVALID, startOpenService } from './bad-input.fixture.ts';

let service: TestService;
beforeAll(async () => {
  service = await startOpenService();
});
afterAll(() => service.stop());

const STREAM = { ...CHAT, stream: true, stream_options: { include_usage: true } };
const REUSED = {
  ...INVALID,
  code: 'idempotency_key_reused',
  param: null,
  message: /another request body; use a new key/,
};
/** svc-frost, 9 tokens of input and 1 of output, as the scripted upstream reports. */
const ONE_CHARGE = 9n * 5_000n + 1n * 20_000n;

let keys = 0;
const newIdempotencyKey = () => `key-${++keys}`;

const idOf = ({ body }: Seen): string | undefined => /"id":"(chatcmpl-\w+)"/.exec(body)?.[1];
const isReplay = ({ headers }: Seen): boolean => headers.get('idempotent-replayed') === 'true';

async function ask(key: string | undefined, body: object | string = CHAT, apiKey = service.key): Promise<Seen> {
  const headers = { authorization: `Bearer ${apiKey}`, ...(key !== undefined && { 'idempotency-key': key }) };
  return seen(await service.post(body, { headers }), 'json');
}

/** The requests to the upstream and the payments while this ran. */
async function during<T>(run: () => Promise<T>): Promise<{ result: T; asked: number; paid: bigint }> {
  const asked = service.upstream.requests.length;
  const before = await service.stores.ledger.balanceOf(service.accountId, Date.now());
  const result = await run();
  const after = await service.stores.ledger.balanceOf(service.accountId, Date.now());
  expect(after.held).toBe(0n as typeof after.held);
  return { result, asked: service.upstream.requests.length - asked, paid: before.credit - after.credit };
}

test('a repeat gets the first answer again, to the letter, and costs nothing', async () => {
  const key = newIdempotencyKey();

  const { result, asked, paid } = await during(async () => [await ask(key), await ask(key), await ask(key)]);

  expect(result.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(new Set(result.map(({ body }) => body)).size).toBe(1);
  expect(result.map(isReplay)).toEqual([false, true, true]);
  expect({ asked, paid }).toEqual({ asked: 1, paid: ONE_CHARGE });
});

test('a repeat of a stream is a stream with the same text, usage and id', async () => {
  service.upstream.play(answerText('one two three four five'));
  const key = newIdempotencyKey();

  const { result, asked, paid } = await during(async () => [await ask(key, STREAM), await ask(key, STREAM)]);

  const [first, second] = result as [Seen, Seen];
  expect([first.text, second.text]).toEqual(['one two three four five', 'one two three four five']);
  expect([first.isDone, second.isDone]).toEqual([true, true]);
  expect([first.finishReason, second.finishReason]).toEqual(['stop', 'stop']);
  expect(second.usage).toEqual(first.usage!);
  expect(idOf(second)).toBe(idOf(first)!);
  expect(second.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect([isReplay(first), isReplay(second)]).toEqual([false, true]);
  expect({ asked, paid }).toEqual({ asked: 1, paid: ONE_CHARGE });
});

test('a repeat of a tool call has the same call', async () => {
  service.upstream.play(answerToolCalls([{ name: 'look', arguments: { at: 'the "snow"', n: [1, 2] } }]));
  const body = { ...CHAT, tools: [{ type: 'function', function: { name: 'look' } }] };
  const key = newIdempotencyKey();

  const [first, second] = [await ask(key, body), await ask(key, body)];

  expect(first.finishReason).toBe('tool_calls');
  expect(second.body).toBe(first.body);
  service.upstream.play(answerText('pong'));
});

describe.each([
  ['JSON', CHAT],
  ['a stream', STREAM],
] as const)('as %s', (_, body) => {
  test('fifty at once are one request to the engine and one charge', async () => {
    const key = newIdempotencyKey();

    const { result, asked, paid } = await during(() => Promise.all(Array.from({ length: 50 }, () => ask(key, body))));

    expect(result.map(({ status }) => status)).toEqual(Array(50).fill(200));
    expect(new Set(result.map(idOf)).size).toBe(1);
    expect(new Set(result.map(({ text }) => text))).toEqual(new Set(['pong']));
    expect(result.filter(isReplay)).toHaveLength(49);
    expect({ asked, paid }).toEqual({ asked: 1, paid: ONE_CHARGE });
  });
});

test('without the header nothing is shared: two calls are two answers and two charges', async () => {
  const { result, asked, paid } = await during(async () => [await ask(undefined), await ask(undefined)]);

  expect(new Set(result.map(idOf)).size).toBe(2);
  expect(result.map(isReplay)).toEqual([false, false]);
  expect({ asked, paid }).toEqual({ asked: 2, paid: 2n * ONE_CHARGE });
});

test.each([
  ['another text', { ...CHAT, messages: [{ role: 'user', content: 'Something else.' }] }],
  ['another model', { ...CHAT, model: 'svc-glacier' }],
  ['the same as a stream', STREAM],
  ['the same with one more space', `${JSON.stringify(CHAT)} `],
])('%s under the same key is refused', async (_, body) => {
  const key = newIdempotencyKey();
  const first = await ask(key);

  await expectRefused(service, () => service.post(body, { headers: { 'idempotency-key': key } }), REUSED);
  expect((await ask(key)).body).toBe(first.body);
});

test('another body under a key that is still running is refused at once', async () => {
  const gate = Promise.withResolvers<void>();
  service.upstream.play([waitFor(gate.promise), answerText('late')]);
  const key = newIdempotencyKey();
  const first = ask(key);
  await service.upstream.nextRequest();

  const other = await ask(key, { ...CHAT, max_tokens: 7 });
  gate.resolve();

  expect(other.error?.code).toBe('idempotency_key_reused');
  expect((await first).text).toBe('late');
  service.upstream.play(answerText('pong'));
});

test('two API keys do not share an Idempotency-Key, not even within one account', async () => {
  const other = await service.newKey();
  const stranger = await service.newKey({ accountId: await service.newAccount() });
  const key = newIdempotencyKey();

  const answers = [await ask(key), await ask(key, CHAT, other.secret), await ask(key, CHAT, stranger.secret)];

  expect(answers.map(isReplay)).toEqual([false, false, false]);
  expect(new Set(answers.map(idOf)).size).toBe(3);
});

test.each([
  'a',
  '~',
  '!',
  'k'.repeat(255),
  'a/b?c=d&e',
  '"quoted"',
  "'; DROP TABLE recorded_answers; --".replaceAll(' ', '_'),
])('the key %s is taken and works', async (key) => {
  const [first, second] = [await ask(key), await ask(key)];

  expect([first.status, second.status]).toEqual([200, 200]);
  expect(second.body).toBe(first.body);
});

test('keys differ by case', async () => {
  const [lower, upper] = [await ask('case-x'), await ask('CASE-X')];

  expect(idOf(upper)).not.toBe(idOf(lower)!);
});

test('a refused request leaves its key free: what is mended may use it', async () => {
  const key = newIdempotencyKey();

  const refused = await ask(key, { ...CHAT, model: 'svc-none' });
  const mended = await ask(key, CHAT);

  expect(refused.status).toBe(400);
  expect(mended.status).toBe(200);
  expect(isReplay(mended)).toBe(false);
});

test('a caller without credit may repeat the request with the same key once there is some', async () => {
  const accountId = await service.newAccount(0n);
  const { secret } = await service.newKey({ accountId });
  const key = newIdempotencyKey();

  const poor = await ask(key, CHAT, secret);
  await service.stores.credits.grant({
    accountId,
    amount: (10n ** 9n) as never,
    reason: 'test',
    actor: 'test',
    atMs: Date.now(),
  });
  const rich = await ask(key, CHAT, secret);

  expect([poor.status, rich.status]).toEqual([402, 200]);
  expect(isReplay(rich)).toBe(false);
});
