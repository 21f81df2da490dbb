/** POST /v1/messages/count_tokens with engines that can be asked, as their servers answer, and with those that cannot. */
import { expect, test } from 'bun:test';
import Anthropic from '@anthropic-ai/sdk';
import { hang, json, jsonError, type Script, type ScriptRequest } from '../support/scripted-upstream.ts';
import { startService, type TestService } from '../support/service.ts';

const ORDER = {
  model: 'svc-glacier',
  system: 'You answer in one sentence.',
  messages: [{ role: 'user' as const, content: 'Hello there' }],
  tools: [{ name: 'weather', description: 'The weather now.', input_schema: { type: 'object' as const } }],
};

const count = ({ url, key: apiKey }: TestService, order: object = ORDER) =>
  new Anthropic({ baseURL: url.replace(/\/v1$/, ''), maxRetries: 0, apiKey }).messages.countTokens(
    order as Anthropic.MessageCountTokensParams,
  ) as PromiseLike<unknown>;

const pathsOf = ({ upstream }: TestService) => upstream.requests.map(({ path }) => path);

const NOT_FOUND = jsonError(404, { detail: 'Not Found' });

/** A chat that is to be tokenized, as vLLM takes it: it answers with the count beside the tokens. */
const vllm: Script = ({ path, body }: ScriptRequest) => {
  if (path !== '/tokenize') return NOT_FOUND;
  const { messages, tools } = body as { messages: object[]; tools: object[] };
  const tokens = Array.from({ length: 10 * messages.length + 5 * tools.length }, (_, n) => n);
  return json({ count: tokens.length, max_model_len: 8192, tokens, token_strs: null });
};

/** llama.cpp knows only texts at this path, and finds none in a chat. Its template makes a text of it. */
const llamaCpp: Script = ({ path, body }: ScriptRequest) => {
  const { content = '', messages = [] } = body as { content?: string; messages?: { content: string }[] };
  if (path === '/apply-template') {
    return json({ prompt: messages.map((message) => `<|im_start|> ${message.content} <|im_end|>`).join(' ') });
  }
  if (path === '/tokenize') return json({ tokens: content.split(' ').filter((word) => word !== '') });
  return jsonError(404, { error: { code: 404, message: 'File Not Found', type: 'not_found_error' } });
};

test('an engine that tokenizes chats counts, and gets the chat as it would be asked', async () => {
  await using service = await startService({ creditNanos: 0n });
  service.upstream.play(vllm);

  expect(await count(service)).toEqual({ input_tokens: 25, counted_by: 'engine' });
  expect(service.upstream.requests[0]!.headers.authorization).toBe('Bearer upstream-secret');
  expect(service.upstream.requests[0]!.body).toMatchObject({
    model: 'test-model',
    messages: [
      { role: 'system', content: ORDER.system },
      { role: 'user', content: 'Hello there' },
    ],
    tools: [{ type: 'function', function: { name: 'weather', parameters: { type: 'object' } } }],
  });
  expect((await service.stores.ledger.openHolds()).count).toBe(0);
});

test('an engine that writes the prompt and tokenizes texts counts, and is asked in this way from then on', async () => {
  await using service = await startService({ creditNanos: 0n });
  service.upstream.play(llamaCpp);

  const first = await count(service);
  const second = await count(service);

  expect(first).toEqual({ input_tokens: 5 + 2 + 2 + 2, counted_by: 'engine' });
  expect(second).toEqual(first);
  expect(pathsOf(service)).toEqual([
    '/tokenize',
    ...['/apply-template', '/tokenize'],
    ...['/apply-template', '/tokenize'],
  ]);
  expect(service.upstream.requests[2]!.body).toMatchObject({ add_special: true, parse_special: true });
});

test('an engine that cannot count is not asked again soon, and the bound is the answer', async () => {
  await using service = await startService();
  service.upstream.play(NOT_FOUND);

  const first = await count(service);
  const second = await count(service);

  expect(first).toMatchObject({ counted_by: 'bound' });
  expect(second).toEqual(first);
  expect(pathsOf(service)).toEqual(['/tokenize', '/apply-template']);
});

test('an engine that is silent, away or broken keeps no client waiting for a count for long', async () => {
  for (const script of [hang(), jsonError(500), json('no object', 200)]) {
    await using service = await startService();
    service.upstream.play(script);

    expect(await count(service)).toMatchObject({ counted_by: 'bound' });
    const asked = service.upstream.requests.length;
    expect(await count(service)).toMatchObject({ counted_by: 'bound' });
    expect(service.upstream.requests).toHaveLength(asked);
  }
});

test('a chat that the engine refuses to count is counted by the bound, and the next one by the engine', async () => {
  await using service = await startService();
  service.upstream.play((_: ScriptRequest, n: number) => (n === 1 ? jsonError(400) : vllm));

  expect(await count(service)).toMatchObject({ counted_by: 'engine' });
  expect(await count(service)).toMatchObject({ counted_by: 'bound' });
  expect(await count(service)).toMatchObject({ counted_by: 'engine' });
});

test('counts that went wrong leave the engine in use', async () => {
  await using service = await startService({ engine: { concurrencyMax: 1 } });
  service.upstream.play(({ path }: ScriptRequest) => (path === '/v1/chat/completions' ? [] : jsonError(500)));
  expect(await count(service)).toMatchObject({ counted_by: 'bound' });

  const { play } = service.upstream;
  play(json({ choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }] }));
  const answer = await service
    .client()
    .chat.completions.create({ model: 'svc-glacier', messages: [{ role: 'user', content: 'Hi' }] });

  expect(answer.choices[0]!.message.content).toBe('Hi');
  expect(service.log.filter(({ level }) => level === 'error')).toEqual([]);
});
