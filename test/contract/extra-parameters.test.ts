/** Parameters beyond the published ones: each is passed on where the engine declares it, refused, or has no effect. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import Anthropic from '@anthropic-ai/sdk';
import { answerText } from '../support/scripted-upstream.ts';
import { startService, type TestService } from '../support/service.ts';

const ALL = ['top_k', 'min_p', 'repetition_penalty', 'chat_template_kwargs', 'verbosity'];
const SENT = {
  top_k: 40,
  min_p: 0.05,
  repetition_penalty: 1.1,
  chat_template_kwargs: { enable_thinking: false, depth: 2, style: 'short' },
  verbosity: 'low',
};
const ENV = { BOREAL_LIMITS_REQUESTS_PER_MINUTE: '10000' };

let declared: TestService;
let plain: TestService;
beforeAll(async () => {
  declared = await startService({ engine: { supports: ALL }, env: ENV });
  plain = await startService({ env: ENV });
});
afterAll(async () => {
  await declared.stop();
  await plain.stop();
});
beforeEach(() => {
  declared.upstream.play(answerText('Hi'));
  plain.upstream.play(answerText('Hi'));
});

const MESSAGES = [{ role: 'user' as const, content: 'Hello' }];
const lastBody = (service: TestService) => service.upstream.requests.at(-1)!.body as Record<string, unknown>;
const anthropic = (service: TestService) =>
  new Anthropic({ baseURL: service.url.replace(/\/v1$/, ''), apiKey: service.key, maxRetries: 0 });
const ask = async (service: TestService, fields: object) => {
  await service.client().chat.completions.create({ model: 'svc-glacier', messages: MESSAGES, ...fields } as never);
};
const askMessage = async (service: TestService, fields: object) => {
  const order = { model: 'svc-glacier', max_tokens: 10, messages: MESSAGES };
  await anthropic(service).messages.create({ ...order, ...fields });
};
const respond = async (service: TestService, fields: object) => {
  await service.client().responses.create({ input: 'Hello', ...fields } as never);
};

describe('an engine that declares a parameter gets it', () => {
  test('from chat completions', async () => {
    await ask(declared, SENT);

    expect(lastBody(declared)).toMatchObject(SENT);
  });

  test('from chat completions that are large', async () => {
    await ask(declared, { ...SENT, messages: [{ role: 'user', content: 'x '.repeat(60_000) }] });

    expect(lastBody(declared)).toMatchObject(SENT);
  });

  test('from the other dialects, as far as they know it', async () => {
    await askMessage(declared, { top_k: 7 });
    expect(lastBody(declared).top_k).toBe(7);
    await respond(declared, { text: { verbosity: 'high' } });
    expect(lastBody(declared).verbosity).toBe('high');
  });

  test('and only that one', async () => {
    await using one = await startService({ engine: { supports: ['top_k'] } });
    one.upstream.play(answerText('Hi'));

    await ask(one, SENT);

    expect(lastBody(one)).toMatchObject({ top_k: 40 });
    for (const name of ALL.slice(1)) expect(lastBody(one)).not.toHaveProperty(name);
  });
});

test('an engine that declares nothing gets nothing, from no dialect', async () => {
  await ask(plain, SENT);
  const chat = lastBody(plain);
  await askMessage(plain, { top_k: 7 });
  const message = lastBody(plain);
  await respond(plain, { text: { verbosity: 'high' } });
  const response = lastBody(plain);

  for (const body of [chat, message, response]) {
    for (const name of ALL) expect(body).not.toHaveProperty(name);
  }
});

describe('a value that no engine takes is refused by its name', () => {
  test.each([
    ['top_k', 1.5],
    ['top_k', -2],
    ['min_p', 1.1],
    ['repetition_penalty', 0],
    ['repetition_penalty', 11],
    ['chat_template_kwargs', 'x'],
    ['chat_template_kwargs', { a: { b: 1 } }],
    ['chat_template_kwargs', Object.fromEntries(Array.from({ length: 17 }, (_, n) => [`k${n}`, n]))],
    ['verbosity', 7],
    ['modalities', ['text', 'audio']],
    ['modalities', 'text'],
    ['moderation', { level: 'low' }],
  ])('%s: %j', async (name, value) => {
    const before = plain.upstream.requests.length;

    await expect(ask(plain, { [name]: value })).rejects.toMatchObject({
      status: 400,
      param: expect.stringMatching(new RegExp(`^${name}`)),
    });
    expect(plain.upstream.requests).toHaveLength(before);
  });

  test('moderation, also on responses', async () => {
    await expect(respond(plain, { moderation: {} })).rejects.toMatchObject({
      status: 400,
      param: 'moderation',
    });
  });
});

describe('a parameter without effect is taken, and reaches no engine', () => {
  test.each([
    ['modalities', ['text']],
    ['store', true],
    ['prompt_cache_key', 'k'],
    ['prompt_cache_retention', '24h'],
    ['service_tier', 'flex'],
    ['safety_identifier', 's'],
    ['metadata', { a: 'b' }],
  ])('%s: %j', async (name, value) => {
    await ask(declared, { [name]: value });

    expect(lastBody(declared)).not.toHaveProperty(name);
  });

  test('web_search_options: the answer says that nothing was searched', async () => {
    const answer = await declared.post({ messages: MESSAGES, web_search_options: { search_context_size: 'low' } });

    expect([answer.status, answer.headers.get('x-request-warning')]).toEqual([
      200,
      'web_search_options left out: this service does not search',
    ]);
    expect(lastBody(declared)).not.toHaveProperty('web_search_options');
  });
});
