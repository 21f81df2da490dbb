/** A strict JSON schema is kept to: every answer is held against it, whichever dialect and engine. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { answerText, answerToolCalls, finish, json, sse, sseHead } from '../support/scripted-upstream.ts';
import { startService, type TestService } from '../support/service.ts';
import { CITY_SCHEMA, collect, expectRightLedger, HELLO, paid, rejection, toolNamed } from './client.fixture.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());
beforeEach(() => service.upstream.restart());

const openai = () => new OpenAI({ apiKey: service.key, baseURL: service.url, maxRetries: 0 });
const anthropic = () => new Anthropic({ apiKey: service.key, baseURL: service.url.replace('/v1', ''), maxRetries: 0 });

const USAGE = { usage: { prompt_tokens: 9, completion_tokens: 4 } };
const HOLDS = '{"city":"Brno"}';
const WRONG = '{"city":7}';

const format = (schema: object = CITY_SCHEMA, strict = true) => ({
  type: 'json_schema' as const,
  json_schema: { name: 'city', strict, schema: schema as Record<string, unknown> },
});
const CHAT = { model: 'svc-frost', messages: HELLO, response_format: format() };
const TEXT = { format: { type: 'json_schema' as const, name: 'city', strict: true, schema: CITY_SCHEMA } };
const RESPONSE = { model: 'svc-frost', input: 'Hello', text: TEXT };
const MESSAGE = {
  ...{ model: 'svc-frost', max_tokens: 100, messages: HELLO },
  output_config: { format: { type: 'json_schema' as const, schema: CITY_SCHEMA } },
};

/** The mark of an answer, which the types of the clients do not know. */
const markOf = (holder: object | undefined) => (holder as { structured_output?: string }).structured_output;

async function receiptOf(id: string) {
  const headers = { authorization: `Bearer ${service.key}` };
  return (await (await fetch(`${service.url}/receipts/${id}`, { headers })).json()) as Record<string, unknown>;
}

describe('an answer that holds', () => {
  beforeEach(() => service.upstream.play(answerText(HOLDS, USAGE)));

  test('is marked in every dialect, and on its receipt', async () => {
    const chat = await openai().chat.completions.create(CHAT);
    const response = await openai().responses.create(RESPONSE);
    const message = await anthropic().messages.create(MESSAGE);

    expect(markOf(chat.choices[0])).toBe('held');
    expect(markOf(response)).toBe('held');
    expect(markOf(message)).toBe('held');
    for (const { id } of [chat, response, message]) {
      expect(await receiptOf(id)).toMatchObject({ structured_output: 'held' });
    }
  });

  test('is marked at the end of a stream of every dialect', async () => {
    const chunks = await collect(await openai().chat.completions.create({ ...CHAT, stream: true }));
    const events = await collect(await openai().responses.create({ ...RESPONSE, stream: true }));
    const blocks = await collect(await anthropic().messages.create({ ...MESSAGE, stream: true }));

    expect(chunks.map(({ choices }) => markOf(choices[0] ?? {})).filter(Boolean)).toEqual(['held']);
    const completed = events.find((event) => event.type === 'response.completed');
    expect(markOf(completed?.response)).toBe('held');
    const delta = blocks.find((event) => event.type === 'message_delta');
    expect(markOf(delta?.delta)).toBe('held');
  });
});

describe('an answer that does not hold', () => {
  test.each(['not JSON at all', WRONG, '{"city":"Brno","more":1}', '```json\n{"city":"Brno"}\n```'])(
    'is a 502 in every dialect, and free: %s',
    async (text) => {
      service.upstream.play(answerText(text, USAGE));
      const before = await paid(service);

      const chat = await rejection(openai().chat.completions.create(CHAT));
      const response = await rejection(openai().responses.create(RESPONSE));
      const message = await rejection(anthropic().messages.create(MESSAGE));

      expect([chat.status, response.status, message.status]).toEqual([502, 502, 502]);
      expect(chat).toMatchObject({ code: 'structured_output_failed', type: 'upstream_error' });
      expect(chat.message).toContain('JSON schema');
      expect(chat.message).not.toContain('Brno');
      expect(await paid(service)).toEqual(before);
      const [newest] = (await requests()).rows;
      expect(newest).toMatchObject({ outcome: 'free', freeReason: 'engine-failed', structured: 'failed' });
    },
  );

  test('is given as a stream, charged, and marked', async () => {
    service.upstream.play(answerText(WRONG, USAGE));

    const chunks = await collect(await openai().chat.completions.create({ ...CHAT, stream: true }));

    expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toBe(WRONG);
    expect(markOf(chunks.at(-1)?.choices[0])).toBe('failed');
    expect(await receiptOf(chunks[0]!.id)).toMatchObject({ structured_output: 'failed', outcome: 'finished' });
  });

  test('because it was cut for its length is given, charged, and marked', async () => {
    service.upstream.play(answerText('{"city":"Br', { ...USAGE, finishReason: 'length' }));

    const chat = await openai().chat.completions.create(CHAT);

    expect(chat.choices[0]).toMatchObject({ finish_reason: 'length', structured_output: 'failed' });
    expect(await receiptOf(chat.id)).toMatchObject({ structured_output: 'failed' });
  });

  test('is not kept for its Idempotency-Key: the repeat gets a new answer', async () => {
    const headers = { 'Idempotency-Key': 'structured-1' };
    service.upstream.play((_, n) => answerText(n === 0 ? WRONG : HOLDS, USAGE));

    const first = await rejection(openai().chat.completions.create(CHAT, { headers }));
    const second = await openai().chat.completions.create(CHAT, { headers });
    const third = await openai().chat.completions.create(CHAT, { headers });

    expect(first.status).toBe(502);
    expect(second.choices[0]).toMatchObject({ message: { content: HOLDS }, structured_output: 'held' });
    expect(third).toEqual(second);
  });
});

describe('what is not checked', () => {
  test('a refusal of the model: its words are the text, and the reason is that of a filter', async () => {
    const message = { role: 'assistant', content: null, refusal: 'I will not.' };
    service.upstream.play((request) => {
      const delta = { ...message, content: '' };
      const choice = { index: 0, finish_reason: 'stop' };
      if (!(request.body as { stream?: boolean }).stream) return json({ choices: [{ ...choice, message }], ...USAGE });
      return [sseHead(), sse({ choices: [{ ...choice, delta }], ...USAGE }), sse('[DONE]'), finish()];
    });

    const chat = await openai().chat.completions.create(CHAT);
    const chunks = await collect(await openai().chat.completions.create({ ...CHAT, stream: true }));

    expect(chat.choices[0]).toMatchObject({ finish_reason: 'content_filter', message: { content: 'I will not.' } });
    expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toBe('I will not.');
    expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe('content_filter');
  });

  test('a schema that is not strict, a call of a tool, and an answer that a filter has ended', async () => {
    service.upstream.play(answerText(WRONG, USAGE));
    const loose = await openai().chat.completions.create({ ...CHAT, response_format: format(CITY_SCHEMA, false) });
    service.upstream.play(answerToolCalls([{ name: 'weather', arguments: { city: 'Brno' } }], USAGE));
    const calls = await openai().chat.completions.create({ ...CHAT, tools: [toolNamed('weather')] });
    service.upstream.play(answerText('I will not.', { ...USAGE, finishReason: 'content_filter' }));
    const filtered = await openai().chat.completions.create(CHAT);

    for (const { id, choices } of [loose, calls, filtered]) {
      expect(choices[0]).not.toHaveProperty('structured_output');
      expect(await receiptOf(id)).toMatchObject({ structured_output: null });
    }
  });

  test.each([
    ['too large', { type: 'string', enum: Array.from({ length: 11_000 }, (_, n) => `v${n}`) }],
    ['a reference that leads nowhere', { $ref: '#/$defs/none' }],
    ['a reference to itself', { $ref: '#' }],
  ])('%s: the answer is given, charged, and marked', async (_, schema) => {
    service.upstream.play(answerText('"v1"', USAGE));

    const chat = await openai().chat.completions.create({ ...CHAT, response_format: format(schema) });

    expect(markOf(chat.choices[0])).toBe('unchecked');
    expect(await receiptOf(chat.id)).toMatchObject({ structured_output: 'unchecked' });
  });
});

test('a schema that no answer can keep to uses engines for nothing only so often', async () => {
  await using other = await startService();
  other.upstream.play(answerText(HOLDS, USAGE));
  const body = { ...CHAT, response_format: format({ not: {} }) };

  const statuses: number[] = [];
  for (let n = 0; n < 36; n += 1) statuses.push((await other.post(body)).status);

  expect(statuses.slice(0, 30)).toEqual(Array(30).fill(502));
  expect(statuses.at(-1)).toBe(200);
  expect((await paid(other)).spent).toBeGreaterThan(0n);
});

describe('with structuredRepair', () => {
  const repairing = () => startService({ env: { BOREAL_STRUCTURED_REPAIR: 'true' } });

  test('the engine is asked once more, and the customer pays for the first answer', async () => {
    await using other = await repairing();
    other.upstream.play((_, n) =>
      n === 0 ? answerText(WRONG, USAGE) : answerText(HOLDS, { usage: { prompt_tokens: 90, completion_tokens: 40 } }),
    );
    const client = new OpenAI({ apiKey: other.key, baseURL: other.url, maxRetries: 0 });
    const headers = { 'Idempotency-Key': 'repaired' };

    const chat = await client.chat.completions.create(CHAT, { headers });
    const again = await client.chat.completions.create(CHAT, { headers });

    expect(chat.choices[0]).toMatchObject({ message: { content: HOLDS }, structured_output: 'repaired' });
    expect(chat.usage).toMatchObject({ prompt_tokens: 9, completion_tokens: 4 });
    expect(again).toEqual(chat);
    const [first, second] = other.upstream.requests.map(({ body }) => body as { messages: { content: string }[] });
    expect(second!.messages.slice(0, -2)).toEqual(first!.messages);
    expect(second!.messages.at(-2)!.content).toBe(WRONG);
    expect(second!.messages.at(-1)!.content).toContain('#/city');
    await expectRightLedger(other);
  });

  test('one that fails again, or breaks off, is a 502 after two questions; a stream is asked for once', async () => {
    await using other = await repairing();
    const seconds = [answerText('{"city":8}', USAGE), answerText(HOLDS, { finishReason: null, done: false })];
    for (const second of seconds) {
      other.upstream.restart();
      other.upstream.play((_, n) => (n === 0 ? answerText(WRONG, USAGE) : second));
      expect((await other.post(CHAT)).status).toBe(502);
      expect(other.upstream.requests).toHaveLength(2);
    }
    other.upstream.restart();
    other.upstream.play(answerText(WRONG, USAGE));
    await (await other.post({ ...CHAT, stream: true })).text();

    expect(other.upstream.requests).toHaveLength(1);
    expect((await paid(other)).held).toBe(0n);
  });
});

test('the ledger adds up', () => expectRightLedger(service));

const requests = () =>
  service.stores.usages.page({ accountId: service.accountId, filter: {}, before: null, rowsMax: 1 });
