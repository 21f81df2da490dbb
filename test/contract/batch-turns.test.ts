/** Batches of several accounts, an account without credit, a pause, an expiry, and the webhook at the end. */
import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test';
import { toFile } from 'openai';
import { nanos } from '../../src/core/money.ts';
import { type MovableClock, movableClock } from '../support/movable-clock.ts';
import { answerText, waitFor } from '../support/scripted-upstream.ts';
import { startService, type TestService, until } from '../support/service.ts';
import { expectRightLedger, HELLO } from './client.fixture.ts';

let service: TestService;
let clock: MovableClock;
beforeAll(async () => {
  clock = movableClock(Date.now());
  service = await startService({
    clock,
    env: { BOREAL_LIMITS_BATCH_LINES_AT_ONCE: '2', BOREAL_LIMITS_REQUESTS_PER_MINUTE: '1000000' },
  });
});
afterAll(() => service.stop());
afterEach(() => service.upstream.restart());

type Client = ReturnType<TestService['client']>;

const lineOf = (name: string) =>
  JSON.stringify({
    custom_id: name,
    method: 'POST',
    url: '/v1/chat/completions',
    body: { model: 'svc-frost', messages: [...HELLO, { role: 'user', content: name }], max_tokens: 50 },
  });

async function make(client: Client, names: readonly string[]) {
  const file = await toFile(Buffer.from(names.map(lineOf).join('\n')), 'in.jsonl');
  const { id } = await client.files.create({ file, purpose: 'batch' });
  return client.batches.create({ input_file_id: id, endpoint: '/v1/chat/completions', completion_window: '24h' });
}

const statusIs = (client: Client, id: string, status: string) =>
  until(`it is ${status}`, async () => (await client.batches.retrieve(id)).status === status);

async function clientOf(creditNanos?: bigint) {
  const accountId = await service.newAccount(creditNanos);
  return { accountId, client: service.client({ apiKey: (await service.newKey({ accountId })).secret }) };
}

const askedNames = () =>
  service.upstream.requests.map(({ rawBody }) => /"content":"([ab]\d+)"/.exec(rawBody)?.[1] ?? '');

test('two accounts take turns, however many lines one of them has', async () => {
  const [one, other] = [await clientOf(), await clientOf()];
  const gate = Promise.withResolvers<void>();
  service.upstream.play((_, n) => (n < 2 ? [waitFor(gate.promise), answerText('pong')] : answerText('pong')));
  const long = await make(
    one.client,
    Array.from({ length: 40 }, (_, n) => `a${n}`),
  );
  await until('the long one has all places', () => service.upstream.requests.length === 2);
  const short = await make(other.client, ['b0', 'b1', 'b2']);
  await until(
    'the short one is read',
    async () => (await other.client.batches.retrieve(short.id)).status === 'in_progress',
  );

  gate.resolve();
  await statusIs(other.client, short.id, 'completed');
  await statusIs(one.client, long.id, 'completed');

  // Three of the short one are among the first that were asked after it came.
  const before = askedNames().slice(0, askedNames().indexOf('b2'));
  expect(before.filter((name) => name.startsWith('a')).length).toBeLessThan(12);
});

test('without credit a batch waits, says so, and goes on when there is some', async () => {
  const { accountId, client } = await clientOf(1n);
  const { id } = await make(client, ['a1', 'a2']);
  await until('it waits', async () => {
    const batch = (await client.batches.retrieve(id)) as unknown as { waiting_for: string | null };
    return batch.waiting_for === 'insufficient_credit';
  });

  const grant = { accountId, amount: nanos(1_000_000_000n), reason: 'test', actor: 'test', atMs: clock.nowMs() };
  await service.stores.credits.grant(grant);
  clock.pass(60_000);

  await statusIs(client, id, 'completed');
});

test('an operator pauses all batches, and lets them go on', async () => {
  const { client } = await clientOf();
  const pause = (isPaused: boolean) =>
    service.stores.actionLog.act({
      ...{ id: crypto.randomUUID(), reason: 'test', actor: 'test', atMs: clock.nowMs() },
      action: { kind: 'pause-batches', isPaused },
    });
  await pause(true);
  const { id } = await make(client, ['a1']);
  await statusIs(client, id, 'in_progress');
  const { id: second } = await make(client, ['a2']);
  await statusIs(client, second, 'in_progress');
  expect(service.upstream.requests).toEqual([]);

  await pause(false);

  await statusIs(client, id, 'completed');
  await statusIs(client, second, 'completed');
  await expectRightLedger(service);
});

test('a line costs the per cent of its model for batches, and its receipt says so', async () => {
  const price = { input: '3', cachedInput: '1', output: '7', reasoning: '9' };
  const model = { engine: 'main', maxOutputTokens: 500, price, tiers: { batch: 25 } };
  const env = { BOREAL_LIMITS_REQUESTS_PER_MINUTE: '1000000', BOREAL_MODELS: JSON.stringify({ 'svc-frost': model }) };
  await using cheap = await startService({ env });
  cheap.upstream.play(answerText('pong', { usage: { prompt_tokens: 10, completion_tokens: 5 } }));
  const client = cheap.client();

  const { id } = await make(client, ['a1', 'a2']);
  await statusIs(client, id, 'completed');

  const batch = (await client.batches.retrieve(id)) as unknown as { cost_czk: string; output_file_id: string };
  const [line] = (await (await client.files.content(batch.output_file_id)).text()).split('\n');
  const { request_id: requestId } = JSON.parse(line!).response;
  const headers = { authorization: `Bearer ${cheap.key}` };
  const receipt = await (await fetch(`${cheap.url}/receipts/${requestId}`, { headers })).json();
  // A quarter of 10 tokens at 3 and 5 at 7 CZK per million, twice.
  expect(batch.cost_czk).toBe('0.0000325');
  expect(receipt).toMatchObject({ service_tier: 'batch', cost_czk: '0.00001625' });
  await expectRightLedger(cheap);
});

test('a request never waits for a batch: the line gives way, costs nothing, and is answered later', async () => {
  const env = { BOREAL_LIMITS_BATCH_LINES_AT_ONCE: '2', BOREAL_LIMITS_REQUESTS_PER_MINUTE: '1000000' };
  await using single = await startService({ env, engine: { concurrencyMax: 1 } });
  const gate = Promise.withResolvers<void>();
  const isLine = (rawBody: string) => rawBody.includes('"a1"') || rawBody.includes('"a2"');
  single.upstream.play(({ rawBody }) =>
    isLine(rawBody) ? [waitFor(gate.promise), answerText('late')] : answerText('at once'),
  );
  const client = single.client();
  const { id } = await make(client, ['a1', 'a2']);
  await until('a line has the only slot', () => single.upstream.requests.length === 1);

  const answer = await client.chat.completions.create({ model: 'svc-frost', messages: HELLO });
  gate.resolve();
  await statusIs(client, id, 'completed');

  expect(answer.choices[0]!.message.content).toBe('at once');
  expect((await client.batches.retrieve(id)).request_counts).toEqual({ total: 2, completed: 2, failed: 0 });
  // The status of the model does not suffer from it.
  const metrics = await (await fetch(new URL('/metrics', single.url))).text();
  expect(metrics).toContain('outcome="service-stopped"');
  expect(metrics).not.toContain('outcome="engine-failed"');
  await expectRightLedger(single);
});

test('a batch that waits for credit for a day expires, and its errors say why', async () => {
  const { client } = await clientOf(1n);
  const { id } = await make(client, ['a1', 'a2']);
  await until('it waits', async () => {
    const batch = (await client.batches.retrieve(id)) as unknown as { waiting_for: string | null };
    return batch.waiting_for === 'insufficient_credit';
  });

  clock.pass(24 * 60 * 60 * 1000 + 1);
  await statusIs(client, id, 'expired');

  const batch = await client.batches.retrieve(id);
  const text = await (await client.files.content(batch.error_file_id!)).text();
  const [first] = text.split('\n').map((line) => line && JSON.parse(line));
  expect(batch.request_counts).toEqual({ total: 2, completed: 0, failed: 2 });
  expect(first).toMatchObject({ response: null, error: { code: 'batch_expired' } });
  expect(first.error.message).toContain('insufficient_quota');
  expect((await client.files.retrieve(batch.error_file_id!)).bytes).toBe(Buffer.byteLength(text));
});
