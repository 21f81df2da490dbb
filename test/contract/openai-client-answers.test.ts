/** The official client: JSON answers, streams and the list of models, in both variants. */
import { describe, expect, test } from 'bun:test';
import OpenAI from 'openai';
import { parseCzk } from '../../src/core/money.ts';
import { lendServices } from '../support/lent-services.ts';
import {
  answerReasoning,
  answerText,
  firstEvents,
  flatten,
  type Script,
  waitFor,
} from '../support/scripted-upstream.ts';
import { startService, until } from '../support/service.ts';
import { asked, collect, HELLO, MODELS, orderOf, PRICED_USAGE, paid } from './client.fixture.ts';

const lendService = lendServices();

const USAGE = {
  prompt_tokens: 200,
  completion_tokens: 7,
  total_tokens: 207,
  prompt_tokens_details: { cached_tokens: 40 },
  completion_tokens_details: { reasoning_tokens: 3 },
};
const HEAD = { id: expect.stringMatching(/^chatcmpl-[0-9A-Za-z]{24,}$/), created: expect.any(Number) };

describe.each(MODELS)('$model of Variant $catalogue', ({ catalogue, model, costCzk, maxTokens, isReasoning }) => {
  test('answers in JSON with every published field and its exact price', async () => {
    await using service = await lendService({ catalogue });
    service.upstream.play(answerText('Good day', { usage: PRICED_USAGE, model: 'something-else' }));

    const completion = await service.client().chat.completions.create({ model, messages: HELLO });

    expect<object>(completion).toEqual({
      ...HEAD,
      object: 'chat.completion',
      model,
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: 'Good day', refusal: null },
          logprobs: null,
          finish_reason: 'stop',
        },
      ],
      usage: { ...USAGE, cost_czk: costCzk },
    });
    expect(completion.choices[0]?.message).not.toHaveProperty('tool_calls');
    expect(completion.created).toBeGreaterThan(1_700_000_000);
    expect(await paid(service)).toEqual({ spent: parseCzk(costCzk), held: 0n });
  });

  test('streams role, text, finish, usage, and is paid the same', async () => {
    await using service = await lendService({ catalogue });
    service.upstream.play(answerText('Good day', { usage: PRICED_USAGE }));

    const stream = await service
      .client()
      .chat.completions.create({ model, messages: HELLO, stream: true, stream_options: { include_usage: true } });
    const chunks = await collect(stream);

    const head = { ...HEAD, object: 'chat.completion.chunk', model };
    const choice = (delta: object, finish_reason: string | null = null) => ({
      ...head,
      choices: [{ index: 0, delta, logprobs: null, finish_reason }],
    });
    expect<object[]>(chunks).toEqual([
      choice({ role: 'assistant', content: '' }),
      choice({ content: 'Good' }),
      choice({ content: ' day' }),
      choice({}, 'stop'),
      { ...head, choices: [], usage: { ...USAGE, cost_czk: costCzk } },
    ]);
    expect(new Set(chunks.map((chunk) => `${chunk.id} ${chunk.created}`)).size).toBe(1);
    expect((await paid(service)).spent).toBe(parseCzk(costCzk));
  });

  test('is asked for no more than its maximum, and with the temperature its variant publishes', async () => {
    await using service = await lendService({ catalogue });

    await service.client().chat.completions.create({ model, messages: HELLO });

    expect(asked(service)).toEqual({
      model: 'test-model',
      messages: [{ role: 'user', content: 'Hello' }],
      max_tokens: maxTokens,
      ...(catalogue === 'B' && !isReasoning && { temperature: 0.7 }),
      stream: false,
    });
  });
});

test.each([
  ['A', 'svc-glacier'],
  ['B', 'svc-1'],
] as const)('a request without a model goes to the default of Variant %s', async (catalogue, model) => {
  await using service = await lendService({ catalogue });
  const client = service.client();

  const absent = await client.chat.completions.create(orderOf({ messages: HELLO }));
  const isNull = await client.chat.completions.create(orderOf({ model: null, messages: HELLO }));

  expect([absent.model, isNull.model]).toEqual([model, model]);
});

test.each([undefined, null, {}, { include_usage: false }, { include_usage: null }])(
  'a stream with stream_options %j has no usage, and is counted all the same',
  async (stream_options) => {
    await using service = await lendService();
    service.upstream.play(answerText('Good day', { usage: PRICED_USAGE }));

    const order = { model: 'svc-glacier', messages: HELLO, stream: true as const, stream_options };
    const chunks = await collect(await service.client().chat.completions.create(order as never as typeof STREAMED));

    expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe('stop');
    expect(chunks.filter((chunk) => 'usage' in chunk || chunk.choices.length === 0)).toEqual([]);
    expect((await paid(service)).spent).toBe(4_950_000n);
  },
);

const STREAMED = { model: 'svc-glacier', messages: HELLO, stream: true as const };

test('a stream is bytes that the strictest readers take: LF, one data line per event, no event or id', async () => {
  await using service = await lendService();
  service.upstream.play(answerText('two\nlines, and "quotes" \u2028 ☃'));

  const response = await service.post({ ...STREAMED, stream_options: { include_usage: true } });
  const text = await response.text();

  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(text).not.toContain('\r');
  expect(text).toEndWith('\n\ndata: [DONE]\n\n');
  const events = text.slice(0, -2).split('\n\n');
  for (const event of events) expect(event).toMatch(/^data: (\{[^\n]*\}|\[DONE\])$/);
  const chunks = events.slice(0, -1).map((event) => JSON.parse(event.slice('data: '.length)));
  expect(chunks.at(-2).choices[0].finish_reason).toBe('stop');
  expect(chunks.slice(0, -2).every((chunk) => chunk.choices[0].finish_reason === null)).toBe(true);
});

test('a silent engine is bridged by comment lines that the client does not see', async () => {
  await using service = await startService({ env: { BOREAL_LIMITS_PING_MS: '5' } });
  const gate = Promise.withResolvers<void>();
  const whole = answerText('slow but sure');
  service.upstream.play([firstEvents(2, whole), waitFor(gate.promise), afterEvents(2, whole)]);

  const text = { read: '' };
  const watching = async (...call: Parameters<typeof fetch>): Promise<Response> => {
    const response = await fetch(...call);
    const [forClient, forTest] = response.body!.tee();
    void readInto(text, forTest);
    return new Response(forClient, response);
  };
  const client = service.client().withOptions({ fetch: watching });
  const answer = collect(await client.chat.completions.create(STREAMED));
  await until('a second ping', () => text.read.split(': ping\n').length > 2);
  gate.resolve();
  const chunks = await answer;

  expect(text.read).toMatch(/\n\n(: ping\n){2,}data: /);
  expect(chunks.map((chunk) => chunk.choices[0]?.delta.content ?? '').join('')).toBe('slow but sure');
});

/** The rest of a script after its n-th event. */
const afterEvents =
  (n: number, script: Script): Script =>
  (request, nth) =>
    flatten(script, request, nth).slice(flatten(firstEvents(n, script), request, nth).length);

async function readInto(text: { read: string }, body: ReadableStream<Uint8Array>): Promise<void> {
  const decoder = new TextDecoder();
  for await (const piece of body) text.read += decoder.decode(piece, { stream: true });
}

test.each([
  ['A', 'svc-glacier'],
  ['B', 'svc-1'],
] as const)('the stream helper of the client builds the whole answer in Variant %s', async (catalogue, model) => {
  await using service = await lendService({ catalogue });
  service.upstream.play(answerText('Good day', { usage: PRICED_USAGE }));

  const runner = service.client().chat.completions.stream({ ...STREAMED, model });
  const pieces: string[] = [];
  runner.on('content', (delta) => pieces.push(delta));
  const completion = await runner.finalChatCompletion();

  expect(pieces).toEqual(['Good', ' day']);
  expect(completion).toMatchObject({ object: 'chat.completion', model });
  expect(completion.choices[0]).toMatchObject({
    finish_reason: 'stop',
    message: { role: 'assistant', content: 'Good day' },
  });
});

test('a stream can be passed on to another reader by the helper of the client', async () => {
  await using service = await lendService();
  service.upstream.play(answerReasoning({ reasoning: 'Hm', content: 'Good day', style: 'reasoning' }));
  const { ChatCompletionStream } = await import('openai/lib/ChatCompletionStream');

  const passedOn = service.client().chat.completions.stream(STREAMED).toReadableStream();
  const read = ChatCompletionStream.fromReadableStream(passedOn);

  expect(await read.finalContent()).toBe('Good day');
});

test.each([
  ['A', ['svc-frost', 'svc-glacier', 'svc-polaris']],
  ['B', ['svc-1', 'svc-1-think']],
] as const)('the client lists the models of Variant %s and shows each one', async (catalogue, ids) => {
  await using service = await lendService({ catalogue });
  const client = service.client();

  const page = await client.models.list();
  const shown = await Promise.all(ids.map((id) => client.models.retrieve(id)));

  expect<object>(page).toMatchObject({ object: 'list' });
  expect(page.data.map((model) => model.id)).toEqual([...ids]);
  expect(shown).toEqual(page.data);
  for (const model of shown) {
    expect(model).toMatchObject({ object: 'model', created: expect.any(Number), owned_by: expect.any(String) });
  }
});

test('a key that may use one model is shown that one', async () => {
  await using service = await lendService();
  const { secret } = await service.newKey({ allowedModels: ['svc-frost'] });

  const page = await service.client({ apiKey: secret }).models.list();

  expect(page.data.map((model) => model.id)).toEqual(['svc-frost']);
});

test('a base address with a slash at its end works', async () => {
  await using service = await lendService();
  const client = new OpenAI({ baseURL: `${service.url}//`, apiKey: service.key, maxRetries: 0 });

  const completion = await client.chat.completions.create({ model: 'svc-glacier', messages: HELLO });
  const raw = await fetch(`${service.url}//chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ messages: HELLO }),
  });

  expect(completion.choices[0]?.message.content).toBe('pong');
  expect(raw.status).toBe(200);
});
