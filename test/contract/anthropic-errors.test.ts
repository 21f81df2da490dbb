/** Refusals of /v1/messages: Anthropic's shape, types and statuses, and what they repeat by themselves. */
import { describe, expect, test } from 'bun:test';
import Anthropic from '@anthropic-ai/sdk';
import { nanos } from '../../src/core/money.ts';
import { lendServices } from '../support/lent-services.ts';
import { answerText, jsonError, status429 } from '../support/scripted-upstream.ts';
import { startService, type TestService } from '../support/service.ts';

const lendService = lendServices();

const ORDER = { model: 'svc-glacier', max_tokens: 100, messages: [{ role: 'user' as const, content: 'Hello' }] };

type Refusal = {
  readonly type: string;
  readonly error: { type: string; message: string };
  readonly request_id: string;
};

async function ask(
  service: TestService,
  body: unknown,
  { path = '/messages', key = service.key, method = 'POST' } = {},
) {
  const answer = await fetch(`${service.url}${path}`, {
    method,
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    ...(method === 'POST' && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { answer, body: (await answer.json()) as Refusal };
}

async function refusalOf(service: TestService, order: object = {}, apiKey = service.key) {
  const client = new Anthropic({ baseURL: service.url.replace(/\/v1$/, ''), maxRetries: 0, apiKey });
  return client.messages.create({ ...ORDER, ...order }).then(
    () => undefined,
    (error: unknown) => error as InstanceType<typeof Anthropic.APIError>,
  );
}

describe('the official client gets its own class of error for', () => {
  test('a wrong key', async () => {
    await using service = await lendService();

    const error = await refusalOf(service, {}, 'sk-boreal-wrong');

    expect(error).toBeInstanceOf(Anthropic.AuthenticationError);
    expect(error).toMatchObject({ status: 401, type: 'authentication_error' });
    expect(error?.requestID).toStartWith('req_');
  });

  test('an empty account, and a key whose limit is used up: 402, and no repeat', async () => {
    await using service = await startService({ creditNanos: 0n });
    const { secret } = await service.newKey({ limits: [{ unit: 'CZK', window: 'total', max: 1n }] });
    const broke = await ask(service, ORDER);
    await service.stores.credits.grant({
      ...{ accountId: service.accountId, amount: nanos(10n ** 12n), reason: 'test', actor: 'test', atMs: Date.now() },
    });
    const limited = await ask(service, ORDER, { key: secret });

    for (const { answer, body } of [broke, limited]) {
      expect(answer.status).toBe(402);
      expect(answer.headers.get('x-should-retry')).toBe('false');
      expect(body).toMatchObject({ type: 'error', error: { type: 'billing_error' } });
      expect(body.request_id).toBe(answer.headers.get('request-id')!);
    }
    expect(service.upstream.requests).toHaveLength(0);
  });

  test('a model that does not exist, or not for this key', async () => {
    await using service = await lendService();
    const { secret } = await service.newKey({ allowedModels: ['svc-frost'] });

    for (const error of [await refusalOf(service, { model: 'claude-opus-9' }), await refusalOf(service, {}, secret)]) {
      expect(error).toBeInstanceOf(Anthropic.NotFoundError);
      expect(error).toMatchObject({ status: 404, type: 'not_found_error' });
    }
  });

  test('a path and a method that do not exist', async () => {
    await using service = await lendService();

    const path = await ask(service, ORDER, { path: '/messages/none' });
    const method = await ask(service, ORDER, { method: 'GET' });

    expect([path.answer.status, path.body.error.type]).toEqual([404, 'not_found_error']);
    expect([method.answer.status, method.body.error.type]).toEqual([405, 'invalid_request_error']);
  });

  test('a body that is too large', async () => {
    await using service = await startService({ env: { BOREAL_LIMITS_BODY_BYTES_MAX: '2000' } });

    const { answer, body } = await ask(service, { ...ORDER, system: 'x'.repeat(3000) });

    expect(answer.status).toBe(413);
    expect(body.error.type).toBe('request_too_large');
    expect(answer.headers.get('x-should-retry')).toBe('false');
  });

  test('too many requests, with the time to wait', async () => {
    await using service = await startService({ env: { BOREAL_LIMITS_REQUESTS_PER_MINUTE: '1' } });
    service.upstream.play(answerText('Hello.'));
    await ask(service, ORDER);

    const { answer, body } = await ask(service, ORDER);

    expect([answer.status, body.error.type]).toEqual([429, 'rate_limit_error']);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(50);
  });

  test('an engine that fails, and one that is busy', async () => {
    await using service = await lendService();
    service.upstream.play(jsonError(500));
    const failed = await ask(service, ORDER);
    service.upstream.play(status429({ retryAfter: 3 }));
    const busy = await ask(service, ORDER);

    expect([failed.answer.status, failed.body.error.type]).toEqual([502, 'api_error']);
    expect([busy.answer.status, busy.body.error.type]).toEqual([502, 'overloaded_error']);
    expect(busy.answer.headers.get('retry-after')).toBe('3');
  });
});

test('a history that is too long is refused in the words by which agents know that they must shorten it', async () => {
  const models = { 'svc-glacier': { engine: 'main', contextTokens: 100 } };
  await using service = await startService({ env: { BOREAL_MODELS: JSON.stringify(models) } });
  service.upstream.play(
    jsonError(400, { error: { message: "This model's maximum context length is 4096 tokens.", code: null } }),
  );

  const ours = await ask(service, { ...ORDER, messages: [{ role: 'user', content: 'x'.repeat(100_000) }] });
  const engines = await ask(service, ORDER);

  expect([ours.answer.status, ours.body.error.message]).toEqual([400, 'prompt is too long: 391 tokens > 100 maximum']);
  expect(engines.body.error.message).toStartWith("prompt is too long: This model's maximum context length is 4096");
});

test('more tokens than the model can answer are lowered, or a 400 that names the maximum', async () => {
  await using strict = await startService({ env: { BOREAL_MAX_TOKENS_ABOVE_LIMIT: 'refuse' } });
  await using lenient = await startService();
  lenient.upstream.play(answerText('Hello.'));

  const refused = await ask(strict, { ...ORDER, max_tokens: 32_000 });
  const lowered = await ask(lenient, { ...ORDER, max_tokens: 32_000 });

  expect(refused.body.error.message).toBe('max_tokens is 32000, but svc-glacier returns at most 8192 tokens.');
  expect(lowered.answer.status).toBe(200);
  expect(lenient.upstream.requests[0]!.body).toMatchObject({ max_tokens: 8192 });
});

describe('bad input', () => {
  const user = (content: unknown) => ({ messages: [{ role: 'user', content }] });
  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } };
  const tool = { name: 'weather', input_schema: { type: 'object' } };
  const WRONG: readonly (readonly [fields: object, sentence: string])[] = [
    [{ model: undefined }, 'model is missing'],
    [{ model: 7 }, 'model must be a string'],
    [{ max_tokens: undefined }, 'max_tokens is missing'],
    [{ max_tokens: 0 }, 'max_tokens must be at least 1'],
    [{ max_tokens: 1.5 }, 'max_tokens must be a whole number'],
    [{ messages: undefined }, 'messages is missing'],
    [{ messages: [] }, 'messages must have at least 1 element'],
    [{ messages: [{ role: 'tool', content: 'x' }] }, 'messages[0].role must be one of'],
    [{ messages: [{ role: 'user' }] }, 'messages[0].content'],
    [user(null), 'messages[0].content'],
    [user([image]), 'messages[0].content[0].source.data is no picture'],
    [user([{ type: 'document', source: {} }]), 'there are no stored files'],
    [
      user([{ type: 'server_tool_use' }]),
      'cannot be "server_tool_use": only text, pictures, documents and tools are supported',
    ],
    [user([{ type: 'text' }]), 'messages[0].content[0].text is missing'],
    [user([{ type: 'tool_result', tool_use_id: 't', content: [{ type: 'document' }] }]), 'there are no stored files'],
    [user([{ type: 'tool_result' }]), 'messages[0].content[0].tool_use_id is missing'],
    [
      user([{ type: 'tool_use', id: 'a', name: 'b', input: {} }]),
      'cannot be "tool_use" in a message of the role "user"',
    ],
    [
      { messages: [{ role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'b', input: 'x' }] }] },
      '.input must be',
    ],
    [{ system: [image] }, 'system'],
    [{ temperature: 1.1 }, 'temperature must be at most 1'],
    [{ top_p: -0.1 }, 'top_p must be at least 0'],
    [{ stop_sequences: ['a', 'b', 'c', 'd', 'e'] }, 'stop_sequences must have at most 4'],
    [{ stop_sequences: [''] }, 'stop_sequences[0] must not be empty'],
    [{ stream: 'yes' }, 'stream must be a boolean'],
    [{ thinking: { type: 'enabled' } }, 'thinking.budget_tokens is missing'],
    [{ thinking: { type: 'deep' } }, 'thinking'],
    [{ tools: [{ name: 'weather' }] }, 'tools[0].input_schema is missing'],
    [{ tools: [{ ...tool, name: 'two words' }] }, 'tools[0].name must be'],
    [
      { tools: [{ type: 'web_search_20250305', name: 'web_search' }] },
      'tools[0].type must be "custom", not "web_search_20250305"',
    ],
    [{ tools: [tool], tool_choice: { type: 'tool', name: 'other' } }, 'tool_choice names the tool "other"'],
    [{ tool_choice: { type: 'any' } }, 'tool_choice needs tools'],
    [{ tools: [tool], tool_choice: 'auto' }, 'tool_choice'],
    [{ mcp_servers: [{ url: 'https://x' }] }, 'mcp_servers must be empty'],
    [{ output_config: { effort: 'huge' } }, 'output_config.effort must be one of'],
    [{ output_config: { format: { type: 'json_object' } } }, 'output_config.format.type'],
  ];

  test('is a 400 that says what is wrong and where, and no engine is asked', async () => {
    await using service = await lendService();
    for (const [fields, sentence] of WRONG) {
      const { answer, body } = await ask(service, { ...ORDER, ...fields });

      expect([answer.status, body.type, body.error.type]).toEqual([400, 'error', 'invalid_request_error']);
      expect(body.error.message).toContain(sentence);
    }
    for (const text of ['', 'no JSON', '[]', '{"model":"a","model":"b"}']) {
      expect((await ask(service, text)).answer.status).toBe(400);
    }
    expect(service.upstream.requests).toHaveLength(0);
  });

  test('with tools in a catalogue without them is a 400', async () => {
    await using service = await lendService({ catalogue: 'B' });
    const calls = [{ type: 'tool_result', tool_use_id: 't', content: 'x' }];

    const offered = await ask(service, { ...ORDER, model: 'svc-1', tools: [tool] });
    const history = await ask(service, { ...ORDER, model: 'svc-1', ...user(calls) });

    expect(offered.body.error.message).toContain('tools is not supported by svc-1');
    expect(history.body.error.message).toContain('no model here takes tools');
  });
});
