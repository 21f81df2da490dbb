/** `background: true` of /v1/responses through the official client: made at once, read, streamed and cancelled later. */
import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test';
import type OpenAI from 'openai';
import { openDatabase } from '../../src/platform/database/database-place.ts';
import { ledgerPlace } from '../../src/server/ledger-place.ts';
import { currentDatabase, test as testOnEach } from '../support/databases.ts';
import {
  answerText,
  chunk,
  finish,
  jsonError,
  type Script,
  sse,
  sseHead,
  waitFor,
} from '../support/scripted-upstream.ts';
import { startService, type TestService, until } from '../support/service.ts';
import { expectRightLedger, paid, rejection } from './client.fixture.ts';

/** Tests look often how a response does. */
const PATIENT = { BOREAL_LIMITS_REQUESTS_PER_MINUTE: '1000000', BOREAL_LIMITS_BACKGROUND_MAX: '3' };
let service: TestService;
beforeAll(async () => {
  service = await startService({ env: PATIENT });
});
afterAll(() => service.stop());
afterEach(() => service.upstream.restart());

type Event = OpenAI.Responses.ResponseStreamEvent;
const ORDER = { model: 'svc-frost', input: 'Hello', background: true } as const;
const USAGE = { usage: { prompt_tokens: 9, completion_tokens: 3 } };
const OPEN = ['queued', 'in_progress'];

async function untilEnded(id: string, client = service.client()) {
  let response = await client.responses.retrieve(id);
  await until('the response has ended', async () => {
    response = await client.responses.retrieve(id);
    return !OPEN.includes(response.status!);
  });
  return response;
}

const receiptOf = async (id: string) => {
  const answer = await fetch(`${service.url}/receipts/${id}`, { headers: { authorization: `Bearer ${service.key}` } });
  return { status: answer.status, receipt: (await answer.json()) as Record<string, unknown> };
};

/** Says one word, and the rest when the gate is open. */
const halfway =
  (gate: Promise<unknown>): Script =>
  (request) => [
    sseHead(),
    sse(chunk(request, { role: 'assistant', content: 'Good ' })),
    waitFor(gate),
    sse(chunk(request, { content: 'day ' })),
    sse(chunk(request, { content: 'to you' })),
    sse({ ...chunk(request, {}), choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }),
    sse({ ...chunk(request, {}), choices: [], usage: { prompt_tokens: 9, completion_tokens: 5, total_tokens: 14 } }),
    sse('[DONE]'),
    finish(),
  ];

const textIn = (events: readonly Event[]): string =>
  events.map((event) => (event.type === 'response.output_text.delta' ? event.delta : '')).join('');
const numbersIn = (events: readonly Event[]) => events.map(({ sequence_number }) => sequence_number);

test('it is queued at once, runs, and is read whole with what it cost', async () => {
  const gate = Promise.withResolvers<void>();
  service.upstream.play([waitFor(gate.promise), answerText('pong', USAGE)]);
  const before = await paid(service);
  const client = service.client();

  const made = await client.responses.create({ ...ORDER, metadata: { job: 'nightly' } });
  await until('it runs', async () => (await client.responses.retrieve(made.id)).status === 'in_progress');
  const early = await rejection(
    client.responses.create({ model: 'svc-frost', input: 'x', previous_response_id: made.id }),
  );
  gate.resolve();
  const response = await untilEnded(made.id);
  const items = await client.responses.inputItems.list(made.id);
  const next = await client.responses.create({ model: 'svc-frost', input: 'And?', previous_response_id: made.id });
  const { status, receipt } = await receiptOf(made.id);
  const after = await paid(service);

  expect(made).toMatchObject({ object: 'response', status: 'queued', background: true, store: true, output: [] });
  expect(early).toMatchObject({ status: 400, param: 'previous_response_id' });
  expect(response).toMatchObject({ id: made.id, status: 'completed', background: true, created_at: made.created_at });
  expect(response.output_text).toBe('pong');
  expect(response.usage).toMatchObject({ input_tokens: 9, output_tokens: 3 });
  expect(items.data).toMatchObject([{ role: 'user', content: [{ text: 'Hello' }] }]);
  expect(next.output_text).toBe('pong');
  expect(status).toBe(200);
  expect(receipt).toMatchObject({ model: 'svc-frost', outcome: 'finished', metadata: { job: 'nightly' } });
  expect(receipt.background).toBe(made.id);
  const costs = [receipt, (await receiptOf(next.id)).receipt].map(({ cost_czk }) => Number(cost_czk));
  expect(Number(after.spent - before.spent) / 1e9).toBeCloseTo(costs[0]! + costs[1]!, 9);
  expect((response.usage as unknown as { cost_czk: string }).cost_czk).toBe(String(receipt.cost_czk));
  expect(after.held).toBe(0n);
  await expectRightLedger(service);
});

test('its stream goes on from a number, while it runs and after it', async () => {
  const gate = Promise.withResolvers<void>();
  service.upstream.play(halfway(gate.promise));
  const client = service.client();

  const stream = await client.responses.create({ ...ORDER, stream: true });
  const seen: Event[] = [];
  for await (const event of stream) {
    seen.push(event);
    if (event.type === 'response.output_text.delta') break;
  }
  const created = seen[0] as OpenAI.Responses.ResponseCreatedEvent;
  const { id } = created.response;
  const last = seen.at(-1)!.sequence_number;
  const rest = client.responses.retrieve(id, { stream: true, starting_after: last }).then(Array.fromAsync<Event>);
  const running = await client.responses.retrieve(id);
  gate.resolve();
  const events = [...seen, ...(await rest)];
  const again: Event[] = await Array.fromAsync(await client.responses.retrieve(id, { stream: true }));
  const tail: Event[] = await Array.fromAsync(
    await client.responses.retrieve(id, { stream: true, starting_after: last + 1 }),
  );
  const helped = await client.responses.stream({ response_id: id }).finalResponse();

  expect(seen.slice(0, 3).map(({ type }) => type)).toEqual([
    'response.created',
    'response.queued',
    'response.in_progress',
  ]);
  expect(created.response).toMatchObject({ status: 'queued', background: true });
  expect(running.status).toBe('in_progress');
  expect(textIn(events)).toBe('Good day to you');
  expect(numbersIn(events)).toEqual(events.map((_, n) => n));
  expect(again).toEqual(events);
  expect(tail).toEqual(events.slice(last + 2));
  expect(events.at(-1)).toMatchObject({ type: 'response.completed', response: { id, status: 'completed' } });
  expect((events.at(-1) as OpenAI.Responses.ResponseCompletedEvent).response).toEqual(
    JSON.parse(JSON.stringify({ ...(await client.responses.retrieve(id)), output_text: undefined })),
  );
  expect(helped.output_text).toBe('Good day to you');
  await expectRightLedger(service);
});

test('cancelled while it runs, it stops its engine, is billed for what was done, and stays cancelled', async () => {
  const gate = Promise.withResolvers<void>();
  service.upstream.play(halfway(gate.promise));
  const before = await paid(service);
  const client = service.client();
  const stream = await client.responses.create({ ...ORDER, stream: true });
  const events: Event[] = [];
  let cancelled: OpenAI.Responses.Response | undefined;
  for await (const event of stream) {
    events.push(event);
    if (event.type !== 'response.output_text.delta') continue;
    const { id } = (events[0] as OpenAI.Responses.ResponseCreatedEvent).response;
    cancelled = await client.responses.cancel(id);
  }
  const { id } = cancelled!;
  const again = await client.responses.cancel(id);
  gate.resolve();
  const { receipt } = await receiptOf(id);
  const after = await paid(service);

  const output = [{ type: 'message', status: 'incomplete', content: [{ type: 'output_text', text: 'Good ' }] }];
  expect(cancelled).toMatchObject({ status: 'cancelled', output });
  expect(again).toEqual(cancelled!);
  expect(await client.responses.retrieve(id)).toMatchObject({ status: 'cancelled', output });
  expect(events.at(-1)).toMatchObject({ type: 'response.incomplete', response: { status: 'cancelled', output } });
  expect(receipt).toMatchObject({ outcome: 'client-left' });
  expect(after.spent - before.spent).toBeGreaterThan(0n);
  expect((again.usage as unknown as { cost_czk: string }).cost_czk).toBe(String(receipt.cost_czk));
  expect(Number(after.spent - before.spent) / 1e9).toBeCloseTo(Number(receipt.cost_czk), 9);
  expect(after.held).toBe(0n);
  await expectRightLedger(service);
});

test('those that wait are limited, cost nothing when they are cancelled, and go with DELETE', async () => {
  await using one = await startService({ env: { ...PATIENT, BOREAL_LIMITS_BACKGROUND_AT_ONCE: '1' } });
  const gate = Promise.withResolvers<void>();
  one.upstream.play([waitFor(gate.promise), answerText('pong', USAGE)]);
  const client = one.client();

  const runs = await client.responses.create(ORDER);
  await until('the first runs', () => one.upstream.requests.length === 1);
  const waits = await client.responses.create(ORDER);
  const leaves = await client.responses.create(ORDER);
  const refused = await rejection(client.responses.create(ORDER));
  const waiting = await client.responses.retrieve(waits.id);
  const cancelled = await client.responses.cancel(waits.id);
  await client.responses.delete(leaves.id);
  gate.resolve();
  const response = await untilEnded(runs.id, client);
  const left = await rejection(client.responses.retrieve(leaves.id));

  expect(refused).toMatchObject({ status: 429 });
  expect(refused.message).toContain('3');
  expect(waiting.status).toBe('queued');
  expect(cancelled.status).toBe('cancelled');
  expect(response.status).toBe('completed');
  expect(left.status).toBe(404);
  expect(one.upstream.requests.length).toBe(1);
  await expectRightLedger(one);
});

test('what an engine refuses is a response that failed, in its stream too, and costs nothing', async () => {
  service.upstream.play(jsonError(400, { error: { message: 'no such thing', type: 'invalid_request_error' } }));
  const before = await paid(service);
  const client = service.client();

  const { id } = await client.responses.create(ORDER);
  const response = await untilEnded(id);
  const stream = await client.responses.create({ ...ORDER, stream: true });
  const thrown = await rejection(Array.fromAsync(stream));
  const cancelled = await client.responses.cancel(id);

  expect(response).toMatchObject({ status: 'failed', output: [], usage: null });
  expect(response.error?.message).toBeString();
  expect(thrown.message).toBeString();
  expect(cancelled.status).toBe('failed');
  expect((await paid(service)).spent).toBe(before.spent);
});

test('an engine that is ill for a moment is asked again', async () => {
  service.upstream.play((_, n) => (n === 0 ? jsonError(500) : answerText('pong', USAGE)));
  const client = service.client();

  const { id } = await client.responses.create(ORDER);
  const response = await untilEnded(id);
  const { status, receipt } = await receiptOf(id);

  expect(response).toMatchObject({ id, status: 'completed' });
  expect(status).toBe(200);
  expect(receipt.cost_czk).toBe((response.usage as unknown as { cost_czk: string }).cost_czk);
  await expectRightLedger(service);
});

test('without credit it is refused when it is made', async () => {
  const { secret } = await service.newKey({ accountId: await service.newAccount(0n) });

  const refused = await rejection(service.client({ apiKey: secret }).responses.create(ORDER));
  const asked = await rejection(service.client({ apiKey: secret }).responses.create({ ...ORDER, background: false }));

  expect(refused).toMatchObject({ status: asked.status, code: asked.code });
  expect(service.upstream.requests).toEqual([]);
});

test.each([
  [{ store: false }, 400, 'store'],
  [{ model: 'gpt-none' }, 400, 'model'],
  [{ previous_response_id: 'resp_none' }, 400, 'previous_response_id'],
  [{ top_logprobs: 2 }, 400, 'top_logprobs'],
] as const)('with %j it is refused when it is made', async (extra, status, param) => {
  const refused = await rejection(service.client().responses.create({ ...ORDER, ...extra }));

  expect(refused).toMatchObject({ status, param });
});

testOnEach('its key ends while it waits: it fails, and says why', async () => {
  await using one = await startService({ env: { ...PATIENT, BOREAL_LIMITS_BACKGROUND_AT_ONCE: '1' } });
  const { id: keyId, secret } = await one.newKey();
  const gate = Promise.withResolvers<void>();
  one.upstream.play([waitFor(gate.promise), answerText('pong', USAGE)]);

  const first = await one.client().responses.create(ORDER);
  await until('the first runs', () => one.upstream.requests.length === 1);
  const { id } = await one.client({ apiKey: secret }).responses.create(ORDER);
  await one.stores.keys.revoke(keyId, Date.now());
  gate.resolve();
  await untilEnded(first.id, one.client());
  const response = await untilEnded(id, one.client());

  expect(response).toMatchObject({ status: 'failed' });
  expect(response.error?.message).toContain('revoked');
  expect(one.upstream.requests.length).toBe(1);
});

test.each([
  ['waits', '0', 0],
  ['runs', '1', 1],
])('one that still %s when its time is over has failed, and costs nothing', async (_, atOnce, asked) => {
  const times = { BOREAL_LIMITS_BACKGROUND_MS: '1500', BOREAL_LIMITS_BACKGROUND_AT_ONCE: atOnce };
  await using one = await startService({ env: { ...PATIENT, ...times } });
  one.upstream.play([waitFor(new Promise(() => {})), answerText('late')]);
  const before = await paid(one);

  const { id } = await one.client().responses.create(ORDER);
  const response = await untilEnded(id, one.client());

  expect(response).toMatchObject({ status: 'failed', usage: null });
  expect(response.error?.message).toContain('in the time that it may take');
  expect(one.upstream.requests.length).toBe(asked);
  expect(await paid(one)).toEqual({ spent: before.spent, held: 0n });
  await expectRightLedger(one);
});

test('another account sees nothing of it', async () => {
  const { secret } = await service.newKey({ accountId: await service.newAccount() });
  const stranger = service.client({ apiKey: secret });
  const { id } = await service.client().responses.create(ORDER);
  await untilEnded(id);

  expect(await rejection(stranger.responses.retrieve(id))).toMatchObject({ status: 404 });
  expect(await rejection(stranger.responses.retrieve(id, { stream: true }))).toMatchObject({ status: 404 });
  expect(await rejection(stranger.responses.cancel(id))).toMatchObject({ status: 404 });
  expect(await rejection(stranger.responses.delete(id))).toMatchObject({ status: 404 });
  expect(await rejection(service.client().batches.retrieve(id))).toMatchObject({ status: 404 });
});

test('the same Idempotency-Key makes one response', async () => {
  service.upstream.play(answerText('pong', USAGE));
  const client = service.client();
  const headers = { 'Idempotency-Key': 'twice' };

  const first = await client.responses.create(ORDER, { headers });
  const second = await client.responses.create(ORDER, { headers });
  const other = await rejection(client.responses.create({ ...ORDER, input: 'Other' }, { headers }));
  await untilEnded(first.id);

  expect(second.id).toBe(first.id);
  expect(other).toMatchObject({ status: 400, code: 'idempotency_key_reused' });
  expect(service.upstream.requests.length).toBe(1);
});

test('in a conversation it adds what was sent and answered', async () => {
  service.upstream.play(answerText('pong', USAGE));
  const client = service.client();
  const conversation = await client.conversations.create();

  const { id } = await client.responses.create({ ...ORDER, conversation: conversation.id });
  await untilEnded(id);
  const items = await client.conversations.items.list(conversation.id);

  expect(items.data.map((item) => (item as { role?: string }).role).toSorted()).toEqual(['assistant', 'user']);
});

/** Statements that let something in the database fail, as long as they are there. */
async function withTrigger(when: string, work: () => Promise<void>): Promise<void> {
  const database = openDatabase(ledgerPlace(service.config));
  await database.sql.run(`CREATE TRIGGER fails BEFORE ${when} BEGIN SELECT RAISE(FAIL, 'out of order'); END`);
  try {
    await work();
  } finally {
    await database.sql.run('DROP TRIGGER fails');
    await database.close();
  }
}

test.skipIf(currentDatabase() === 'PostgreSQL').each([
  ['its end', 'UPDATE OF response ON stored_responses'],
  ['what it says', 'INSERT ON batch_pieces WHEN NEW.n > 2'],
])('paid for while %s cannot be written, it is whole later, and paid once', async (_, when) => {
  const gate = Promise.withResolvers<void>();
  service.upstream.play(halfway(gate.promise));
  const client = service.client();
  const before = await paid(service);
  const stream = await client.responses.create({ ...ORDER, stream: true });
  const events: Event[] = [];
  const reading = (async () => {
    for await (const event of stream) events.push(event);
  })();
  await until('a word was said', () => textIn(events) !== '');

  await withTrigger(when, async () => {
    gate.resolve();
    await until('it is paid for', async () => (await paid(service)).spent > before.spent);
    await until('it could not be written', () =>
      service.log.some(({ message }) => message.startsWith('batches: a step')),
    );
  });
  await reading;
  const { id } = (events[0] as OpenAI.Responses.ResponseCreatedEvent).response;
  const response = await client.responses.retrieve(id);
  const { receipt } = await receiptOf(id);
  const again: Event[] = await Array.fromAsync(await client.responses.retrieve(id, { stream: true }));

  expect(textIn(events)).toBe('Good day to you');
  expect(response).toMatchObject({ status: 'completed' });
  expect(response.output_text).toBe('Good day to you');
  expect(again).toEqual(events);
  expect(service.upstream.requests.length).toBe(1);
  expect(Number((await paid(service)).spent - before.spent) / 1e9).toBeCloseTo(Number(receipt.cost_czk), 9);
  await expectRightLedger(service);
});
