/** The official client: each error it can meet, what it makes of it, and what it repeats by itself. */
import { describe, expect, test } from 'bun:test';
import OpenAI from 'openai';
import { lendServices } from '../support/lent-services.ts';
import {
  answerText,
  firstEvents,
  inTurn,
  jsonError,
  reset,
  type Script,
  sse,
  status429,
} from '../support/scripted-upstream.ts';
import { startService, type TestService } from '../support/service.ts';
import { collect, HELLO, orderOf, paid, rejection, skipWaits, type Waits } from './client.fixture.ts';

const lendService = lendServices();

const ORDER = { model: 'svc-glacier', messages: HELLO };

/** A client with its usual two retries, whose every call is counted. */
function retrying(service: TestService, waits: Waits, apiKey = service.key) {
  const calls: number[] = [];
  const counting = async (...call: Parameters<typeof fetch>): Promise<Response> => {
    const response = await waits.fetch(...call);
    calls.push(response.status);
    return response;
  };
  return { client: new OpenAI({ baseURL: service.url, apiKey, fetch: counting }), calls };
}

describe('a bad request is a BadRequestError, and is not repeated', () => {
  test.each([
    [{ messages: [] }, 'messages', null, 'messages must have at least 1 element.'],
    [
      { messages: Array.from({ length: 301 }, () => HELLO[0]) },
      'messages',
      'context_length_exceeded',
      'maximum context length is 300 messages',
    ],
    [{ model: 'gpt-9' }, 'model', 'model_not_found', 'use one of svc-frost, svc-glacier, svc-polaris'],
    [{ temperature: -0.1 }, 'temperature', null, 'temperature must be at least 0.'],
    [{ n: 5 }, 'n', null, 'n must be at most 4'],
    [{ n: 0 }, 'n', null, 'n must be'],
    [
      { messages: [...HELLO, { role: 'user', content: [{ type: 'image_url', image_url: { url: 'x' } }] }] },
      'messages[1].content[0].image_url.url',
      null,
      'must be a data: URL in base64, or an https address',
    ],
    [{ messages: [{ role: 'user', content: null }] }, 'messages[0].content', null, 'must be'],
    [{ stream_options: { include_usage: true } }, 'stream_options', null, 'only when stream is true'],
  ])('%j', async (extra, param, code, sentence) => {
    await using service = await startService();
    using waits = skipWaits();
    const { client, calls } = retrying(service, waits);

    const error = await rejection(client.chat.completions.create(orderOf({ ...ORDER, ...extra })));

    expect(error).toBeInstanceOf(OpenAI.BadRequestError);
    expect(error).toMatchObject({ status: 400, type: 'invalid_request_error', param, code });
    expect(error.message).toStartWith('400 ');
    expect(error.message).toContain(sentence);
    expect(error.requestID).toMatch(/^req_/);
    expect((error.headers as Headers).get('x-should-retry')).toBe('false');
    expect(calls).toEqual([400]);
    expect(service.upstream.requests).toHaveLength(0);
  });
});

test.each([
  ["This model's maximum context length is 4096 tokens. However, you requested 9000 tokens.", '4096 tokens'],
  ['the request exceeds the available context size', 'maximum context length'],
])('a conversation that is too long is a 400 in the words that agents look for: %s', async (message, words) => {
  await using service = await lendService();
  service.upstream.play(jsonError(400, { error: { message, type: 'x', code: null } }));

  const error = await rejection(service.client().chat.completions.create(ORDER));

  expect(error).toBeInstanceOf(OpenAI.BadRequestError);
  expect(error).toMatchObject({ code: 'context_length_exceeded', param: 'messages', type: 'invalid_request_error' });
  expect(error.message).toContain("This model's maximum context length is");
  expect(error.message).toContain(words);
  expect(error.message).toContain('However, ');
  expect(error.message).toEndWith('Please reduce the length of the messages.');
});

test.each([
  ['of the right form', 'sk-boreal-00000000000000000000000000000000000000000000000000'],
  ['of another service', 'sk-proj-abcdefghijklmnopqrstuvwxyz'],
])('a wrong key %s is an AuthenticationError, and is not repeated', async (_form, apiKey) => {
  await using service = await startService();
  using waits = skipWaits();
  const { client, calls } = retrying(service, waits, apiKey);

  const errors = [
    await rejection(client.chat.completions.create({ ...ORDER, stream: true })),
    await rejection(client.models.list()),
  ];

  for (const error of errors) {
    expect(error).toBeInstanceOf(OpenAI.AuthenticationError);
    expect(error).toMatchObject({ status: 401, type: 'authentication_error', code: 'invalid_api_key', param: null });
    expect(error.message).toContain('Incorrect API key provided');
    expect(error.message).not.toContain(apiKey);
  }
  expect(calls).toEqual([401, 401]);
});

test('without credit the client gets a 402 that says so, and does not repeat it', async () => {
  await using service = await startService({ creditNanos: 0n });
  using waits = skipWaits();
  const { client, calls } = retrying(service, waits);

  const json = await rejection(client.chat.completions.create(ORDER));
  const stream = await rejection(client.chat.completions.create({ ...ORDER, stream: true }));

  for (const error of [json, stream]) {
    expect(error).toBeInstanceOf(OpenAI.APIError);
    expect(error).toMatchObject({ status: 402, type: 'insufficient_credit', code: 'insufficient_quota' });
    expect((error.headers as Headers).get('x-should-retry')).toBe('false');
  }
  expect(calls).toEqual([402, 402]);
  expect(service.upstream.requests).toHaveLength(0);
});

test.each([
  ['of 9 MiB', {}, 9 * 1024 * 1024],
  ['above the limit that the operator set', { BOREAL_LIMITS_BODY_BYTES_MAX: '1000' }, 1001],
])('a body %s is a 413, and is not repeated', async (_size, env, length) => {
  await using service = await startService({ env });
  using waits = skipWaits();
  const { client, calls } = retrying(service, waits);

  const messages = [{ role: 'user' as const, content: 'x'.repeat(length) }];
  const error = await rejection(client.chat.completions.create({ ...ORDER, messages }));

  expect(error).toMatchObject({ status: 413, type: 'request_too_large', code: 'request_too_large' });
  expect((error.headers as Headers).get('x-should-retry')).toBe('false');
  expect(calls).toEqual([413]);
});

test('above the rate limit the client waits exactly as long as the answer says, and then gets its answer', async () => {
  await using service = await startService({ env: { BOREAL_LIMITS_REQUESTS_PER_MINUTE: '2' } });
  using waits = skipWaits();
  const { client, calls } = retrying(service, waits);

  await client.chat.completions.create(ORDER);
  await client.models.list();
  const completion = await client.chat.completions.create(ORDER);

  expect(completion.choices[0]?.message.content).toBe('pong');
  expect(calls).toEqual([200, 200, 429, 200]);
  expect(waits.tookMs).toHaveLength(1);
  expect(waits.tookMs[0]).toBeGreaterThan(0);
  expect(waits.tookMs[0]).toBeLessThanOrEqual(60_000);
});

test('above the rate limit a client that does not repeat gets a RateLimitError with the wait in its headers', async () => {
  await using service = await startService({ env: { BOREAL_LIMITS_REQUESTS_PER_MINUTE: '1' } });
  const client = service.client();

  const allowed = await client.chat.completions.create(ORDER).withResponse();
  const error = await rejection(client.chat.completions.create(ORDER));

  expect(allowed.response.headers.get('x-ratelimit-limit-requests')).toBe('1');
  expect(allowed.response.headers.get('x-ratelimit-remaining-requests')).toBe('0');
  expect(error).toBeInstanceOf(OpenAI.RateLimitError);
  expect(error).toMatchObject({ status: 429, type: 'rate_limit_error', code: 'rate_limit_exceeded', param: null });
  const headers = error.headers as Headers;
  expect(headers.get('retry-after')).toMatch(/^([1-9]|[1-5]\d|60)$/);
  expect(Number(headers.get('retry-after-ms'))).toBeLessThanOrEqual(Number(headers.get('retry-after')) * 1000);
  expect(headers.get('x-ratelimit-remaining-requests')).toBe('0');
});

describe.each([false, true])('with stream: %p, an engine that fails at first', (stream) => {
  const ask = async (client: OpenAI): Promise<string> => {
    if (!stream) return (await client.chat.completions.create(ORDER)).choices[0]?.message.content ?? '';
    return client.chat.completions
      .stream(ORDER)
      .finalContent()
      .then((text) => text ?? '');
  };

  test.each<[string, Script]>([
    ['drops its connections', inTurn(reset(), reset(), reset(), answerText('ok'))],
    ['answers 500 twice', inTurn(jsonError(500), jsonError(500), answerText('ok'))],
    ['is overloaded twice', inTurn(status429(), jsonError(503), answerText('ok'))],
    ['refuses our key twice', inTurn(jsonError(401), jsonError(403), answerText('ok'))],
  ])('and %s is not noticed by the user', async (_fault, script) => {
    await using service = await startService();
    using waits = skipWaits();
    service.upstream.play(script);
    const { client, calls } = retrying(service, waits);

    expect(await ask(client)).toBe('ok');

    expect(calls.slice(0, -1).every((status) => status === 502)).toBe(true);
    expect(waits.tookMs).toHaveLength(calls.length - 1);
    expect(await paid(service)).toEqual({ spent: 325_000n, held: 0n });
  });

  test('and never recovers is repeated twice, then reported as a 502 that cost nothing', async () => {
    await using service = await startService();
    using waits = skipWaits();
    service.upstream.play(jsonError(500, { error: { message: 'secret upstream text http://10.0.0.1' } }));
    const { client, calls } = retrying(service, waits);

    const error = await rejection(ask(client));

    expect(error).toBeInstanceOf(OpenAI.InternalServerError);
    expect(error).toMatchObject({ status: 502, type: 'upstream_error', code: 'upstream_error', param: null });
    expect(error.message).toBe('502 The model is temporarily unavailable; the request may be retried.');
    expect(calls).toEqual([502, 502, 502]);
    expect(waits.tookMs).toEqual([1000, 1000]);
    expect(await paid(service)).toEqual({ spent: 0n, held: 0n });
  });
});

describe('an answer that breaks off', () => {
  const begun = firstEvents(3, answerText('one two three four'));

  test.each<[string, Script]>([
    ['because the connection drops', [begun, reset()]],
    ['with an error event', [begun, sse({ error: { message: 'secret upstream text' } })]],
    ['without a reason', [begun, sse('[DONE]')]],
  ])('%s is an APIError with our text, after what had come, and costs nothing', async (_how, script) => {
    await using service = await lendService();
    service.upstream.play(script);
    const heard: string[] = [];

    const stream = await service.client({ maxRetries: 2 }).chat.completions.create({ ...ORDER, stream: true });
    const error = await rejection(
      (async () => {
        for await (const chunk of stream) heard.push(chunk.choices[0]?.delta.content ?? '');
      })(),
    );

    expect(heard.join('')).toBe('one two');
    expect(error).toBeInstanceOf(OpenAI.APIError);
    expect(error).toMatchObject({ type: 'upstream_error', code: 'upstream_incomplete', param: null });
    expect(error.message).toBe('The model stopped before its answer was complete; nothing was charged.');
    expect(await paid(service)).toEqual({ spent: 0n, held: 0n });
  });

  test('is an error for the stream helper too, and ends with one error event and no [DONE]', async () => {
    await using service = await lendService();
    service.upstream.play([begun, reset()]);

    const runner = service.client().chat.completions.stream(ORDER);
    const error = await rejection(runner.finalChatCompletion());
    const text = await (await service.post({ ...ORDER, stream: true })).text();

    expect(error.message).toContain('The model stopped before its answer was complete');
    expect(text).not.toContain('[DONE]');
    expect(text.match(/^data: \{"error":/gm)).toHaveLength(1);
    expect(JSON.parse(text.trimEnd().split('\n').at(-1)!.slice('data: '.length))).toEqual({
      error: {
        message: 'The model stopped before its answer was complete; nothing was charged.',
        type: 'upstream_error',
        param: null,
        code: 'upstream_incomplete',
      },
    });
  });
});

test('a client that leaves a stream stops the engine', async () => {
  await using service = await lendService();
  service.upstream.play(answerText('word '.repeat(10_000), { everyMs: 1 }));

  const stream = await service.client().chat.completions.create({ ...ORDER, stream: true });
  for await (const _ of stream) break;

  expect(await service.upstream.requests[0]!.ended).toBe('client-left');
});

test('an unknown model or path is a NotFoundError', async () => {
  await using service = await lendService();
  const client = service.client();

  const model = await rejection(client.models.retrieve('svc-none'));
  const path = await rejection(client.moderations.create({ input: 'y' }));

  for (const error of [model, path]) {
    expect(error).toBeInstanceOf(OpenAI.NotFoundError);
    expect(error).toMatchObject({ status: 404, type: 'not_found_error', code: 'not_found' });
  }
});

test('an agent that repeats a broken answer pays only for the one it gets whole', async () => {
  await using service = await lendService();
  const broken = [firstEvents(2, answerText('a b c')), reset()];
  service.upstream.play(inTurn(broken, broken, answerText('a b c')));
  const client = service.client();
  const ask = async () => collect(await client.chat.completions.create({ ...ORDER, stream: true }));

  await rejection(ask());
  await rejection(ask());
  const chunks = await ask();

  expect(chunks.map((chunk) => chunk.choices[0]?.delta.content ?? '').join('')).toBe('a b c');
  expect(await paid(service)).toEqual({ spent: 325_000n, held: 0n });
});
