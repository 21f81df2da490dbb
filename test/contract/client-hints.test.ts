/** Extras of real clients beside a chat (hints, slashes, efforts), and the words they are refused with. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { answerText, chunk, finish, sse, sseHead, waitFor } from '../support/scripted-upstream.ts';
import type { TestService } from '../support/service.ts';
import { startOpenService } from './bad-input.fixture.ts';

let service: TestService;
beforeAll(async () => {
  service = await startOpenService();
});
afterAll(() => service.stop());
beforeEach(() => service.upstream.play(answerText('Hi')));

const root = () => service.url.replace(/\/v1$/, '');
const openai = () => new OpenAI({ baseURL: service.url, apiKey: service.key, maxRetries: 0 });
const anthropic = () => new Anthropic({ baseURL: root(), apiKey: service.key, maxRetries: 0 });
const lastBody = () => service.upstream.requests.at(-1)!.body as Record<string, unknown>;
const MESSAGES = [{ role: 'user' as const, content: 'Hello' }];
const CHAT = { model: 'svc-polaris', messages: MESSAGES };
const MESSAGE = { ...CHAT, max_tokens: 100 };

async function post(path: string, body: object, headers: Record<string, string> = {}) {
  const answer = await fetch(`${root()}${path}`, {
    method: 'POST',
    headers: { 'x-api-key': service.key, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as { error: { message: string } } };
}

describe('an effort', () => {
  test.each(['minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const)(
    'of "%s" reaches the engine of a model that thinks as the same word from every dialect',
    async (effort) => {
      const engine = effort === 'max' ? 'xhigh' : effort;

      await openai().chat.completions.create({ ...CHAT, reasoning_effort: effort });
      expect(lastBody().reasoning_effort).toBe(engine);
      await openai().responses.create({ model: CHAT.model, input: 'hi', reasoning: { effort } as never });
      expect(lastBody().reasoning_effort).toBe(engine);
      await anthropic().messages.create({ ...MESSAGE, output_config: { effort: effort as 'max' } });
      expect(lastBody().reasoning_effort).toBe(engine);
    },
  );

  test('reaches no engine of a model that does not think, from no dialect', async () => {
    const model = 'svc-glacier';

    await openai().chat.completions.create({ ...CHAT, model, reasoning_effort: 'high' });
    expect(lastBody()).not.toHaveProperty('reasoning_effort');
    await openai().responses.create({ model, input: 'hi', reasoning: { effort: 'high' } });
    expect(lastBody()).not.toHaveProperty('reasoning_effort');
    await anthropic().messages.create({ ...MESSAGE, model, output_config: { effort: 'high' } });
    expect(lastBody()).not.toHaveProperty('reasoning_effort');
  });

  test.each([
    ['/v1/chat/completions', { ...CHAT, reasoning_effort: 'enormous' }, 'reasoning_effort'],
    ['/v1/responses', { input: 'hi', reasoning: { effort: 'enormous' } }, 'reasoning.effort'],
    ['/v1/messages', { ...MESSAGE, output_config: { effort: 'enormous' } }, 'output_config.effort'],
  ])('that is unknown is refused by its name on %s', async (path, body, field) => {
    const { status, body: refusal } = await post(path, body);

    expect(status).toBe(400);
    expect(refusal.error.message).toStartWith(`${field} must be one of "none", "minimal", "low"`);
  });
});

describe('a hint that changes nothing', () => {
  test.each([
    ['/v1/messages', { ...MESSAGE, thinking: { type: 'adaptive', display: 'updates' } }],
    ['/v1/messages', { ...MESSAGE, thinking: { type: 'enabled', budget_tokens: 2000, display: 'later' } }],
    [
      '/v1/messages',
      { ...MESSAGE, service_tier: 'turbo', speed: 'fast', betas: ['x'], context_management: { edits: [] } },
    ],
    ['/v1/responses', { input: 'hi', reasoning: { summary: 'brief' } }],
    ['/v1/responses', { input: 'hi', text: { verbosity: 'max' } }],
    ['/v1/responses', { input: 'hi', include: ['something.new'] }],
    ['/v1/responses', { input: 'hi', truncation: 'middle', service_tier: 'turbo' }],
    ['/v1/chat/completions', { ...CHAT, verbosity: 'max', service_tier: 'turbo', safety_identifier: 'x' }],
  ])('is taken on %s in %j', async (path, body) => {
    expect((await post(path, body)).status).toBe(200);
  });
});

describe('a path', () => {
  test.each([
    ['/v1/chat/completions/', { ...CHAT }],
    ['/v1/messages/', MESSAGE],
    ['/v1/responses/', { input: 'hi' }],
    ['/v1//messages//', MESSAGE],
  ])('may end in a slash: %s', async (path, body) => {
    expect((await post(path, body)).status).toBe(200);
  });

  test('of the models may end in a slash, too', async () => {
    for (const path of ['/v1/models/', '/v1/models/svc-frost/']) {
      const answer = await fetch(`${root()}${path}`, { headers: { 'x-api-key': service.key } });
      expect([path, answer.status]).toEqual([path, 200]);
    }
  });

  test.each([
    ['/chat/completions', '/v1/chat/completions'],
    ['/v1/v1/chat/completions', '/v1/chat/completions'],
    ['/v1/chat/completions/chat/completions', '/v1/chat/completions'],
    ['/openai/deployments/svc-glacier/chat/completions', '/v1/chat/completions'],
    ['/v1/v1/messages', '/v1/messages'],
    ['/messages', '/v1/messages'],
    ['/v1/messages/messages', '/v1/messages'],
    ['/v1/chat/messages/count_tokens', '/v1/messages/count_tokens'],
    ['/responses', '/v1/responses'],
    ['/v1/chat/responses/', '/v1/responses'],
    ['/v1/v1/embeddings', '/v1/embeddings'],
    ['/completions', '/v1/completions'],
    ['/v1/engines/svc-glacier/completions', '/v1/completions'],
  ])('that does not exist is answered with the one that was meant: %s', async (path, meant) => {
    const { status, body } = await post(path, CHAT);

    expect(status).toBe(404);
    expect(body.error.message).toBe(
      `There is nothing at this path; did you mean ${meant}? The base address ends in /v1.`,
    );
  });

  test.each(['/v1/audio/speech', '/v1/images', '/v1', '/completion'])('of no use names the API: %s', async (path) => {
    const { status, body } = await post(path, CHAT);

    expect(status).toBe(404);
    expect(body.error.message).toContain('/v1/chat/completions, /v1/responses, /v1/messages and /v1/embeddings');
  });

  test('of the operators tells a stranger nothing, whatever it ends in', async () => {
    const told = await Promise.all(
      ['/api/operator/none/models', '/api/operator/messages', '/api/operator/none'].map((path) => post(path, {})),
    );

    expect(new Set(told.map(({ body }) => body.error.message)).size).toBe(1);
  });
});

describe('a refusal is in words', () => {
  const WRONG: readonly unknown[] = [
    null,
    0,
    1.5,
    -1,
    '',
    'x',
    true,
    [],
    [0],
    [null],
    {},
    { type: 'x' },
    [{ type: 'x' }],
  ];
  const FIELDS = {
    '/v1/chat/completions': [
      ...['messages', 'tools', 'tool_choice', 'response_format', 'stop', 'n', 'logit_bias', 'reasoning_effort'],
      ...['stream_options', 'functions', 'function_call', 'metadata', 'max_tokens', 'temperature', 'user'],
    ],
    '/v1/responses': [
      ...['input', 'tools', 'tool_choice', 'text', 'reasoning', 'include', 'metadata', 'background', 'conversation'],
      ...['prompt', 'store', 'previous_response_id', 'max_output_tokens', 'truncation'],
    ],
    '/v1/messages': [
      ...['messages', 'system', 'tools', 'tool_choice', 'thinking', 'output_config', 'output_format', 'metadata'],
      ...['mcp_servers', 'stop_sequences', 'max_tokens', 'top_k'],
    ],
  };
  const RAW = /invalid|discriminator|unrecognized|expected|received|input:|\bNaN\b|undefined|\[object/i;

  test.each(Object.keys(FIELDS))('whatever is sent to %s in the wrong place', async (path) => {
    const whole = path === '/v1/responses' ? { input: 'hi' } : MESSAGE;
    const inMessage = (field: string, value: unknown) => ({ ...whole, messages: [{ ...MESSAGES[0], [field]: value }] });
    const bodies = FIELDS[path as keyof typeof FIELDS].flatMap((field) =>
      WRONG.flatMap((value) => [
        { ...whole, [field]: value },
        { ...whole, [field]: { [field]: value } },
      ]),
    );
    const parts = WRONG.flatMap((value) => [inMessage('content', value), inMessage('role', value)]);
    const raw = new Set<string>();
    for (const body of [...bodies, ...(path === '/v1/responses' ? [] : parts)]) {
      const { status, body: answer } = await post(path, body);
      // A conversation that is not there is not found.
      const expected = 'conversation' in body ? [200, 400, 404] : [200, 400];
      expect([JSON.stringify(body), expected.includes(status)]).toEqual([JSON.stringify(body), true]);
      if (status !== 200 && RAW.test(answer.error.message)) raw.add(answer.error.message);
    }

    expect([...raw]).toEqual([]);
  });
});

describe('message_start', () => {
  type Request = Parameters<typeof chunk>[0];
  const END = { prompt_tokens: 12, completion_tokens: 1, total_tokens: 13 };

  /** Reads a stream whose engine goes on when the first event has come; the usage of its start and of its end. */
  async function usagesWith(usage?: object) {
    const gate = Promise.withResolvers<void>();
    const about = usage ? { usage } : {};
    service.upstream.play((request: Request) => [
      sseHead(),
      sse(chunk(request, { role: 'assistant', content: 'Hi' }, about)),
      waitFor(gate.promise),
      sse({ ...chunk(request, {}), choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }),
      sse({ ...chunk(request, {}), choices: [], usage: END }),
      sse('[DONE]'),
      finish(),
    ]);
    const found: Record<string, unknown> = {};
    for await (const event of await anthropic().messages.create({ ...MESSAGE, stream: true })) {
      gate.resolve();
      if (event.type === 'message_start') found.start = event.message.usage;
      if (event.type === 'message_delta') found.end = event.usage;
    }
    return found;
  }

  test('has the count of the input where the engine has said it by then', async () => {
    const counted = { ...END, completion_tokens: 0, total_tokens: 12, prompt_tokens_details: { cached_tokens: 4 } };

    const { start, end } = await usagesWith(counted);

    expect(start).toMatchObject({ input_tokens: 8, cache_read_input_tokens: 4, output_tokens: 0 });
    expect(end).toMatchObject({ input_tokens: 12, output_tokens: 1 });
  });

  test('has none where the engine says it at the end only', async () => {
    const { start, end } = await usagesWith();

    expect(start).toMatchObject({ input_tokens: 0, output_tokens: 0 });
    expect(end).toMatchObject({ input_tokens: 12, output_tokens: 1 });
  });
});
