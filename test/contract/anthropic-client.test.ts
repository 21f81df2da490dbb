/** POST /v1/messages through Anthropic's official client: answers whole and streamed, tools, thinking, and what they cost. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import Anthropic from '@anthropic-ai/sdk';
import { schemaProblems } from '../support/json-schema-check.ts';
import {
  answerReasoning,
  answerText,
  answerToolCalls,
  chunk,
  firstEvents,
  inTurn,
  reset,
  sse,
  sseHead,
  waitFor,
} from '../support/scripted-upstream.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService({ env: { BOREAL_ALIASES: '{"claude-*":"svc-glacier"}', BOREAL_LIMITS_PING_MS: '40' } });
});
afterAll(() => service.stop());
beforeEach(() => service.upstream.play(answerText('Hello there.')));

const clientOf = () => new Anthropic({ baseURL: service.url.replace(/\/v1$/, ''), maxRetries: 0, apiKey: service.key });

/** As clients of the first version ask, and requests written by hand. */
const post = (body: object, headers: Record<string, string> = {}) =>
  fetch(`${service.url}/messages`, {
    method: 'POST',
    headers: { 'x-api-key': service.key, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

const ORDER = { model: 'claude-sonnet-5', max_tokens: 100, messages: [{ role: 'user' as const, content: 'Hello' }] };
const WEATHER = {
  name: 'weather',
  description: 'The weather of a town.',
  input_schema: { type: 'object' as const, properties: { town: { type: 'string' } }, required: ['town'] },
};

const lastBody = () =>
  service.upstream.requests.at(-1)!.body as {
    messages: unknown[];
    tools?: unknown[];
    [field: string]: unknown;
  };

/** The events of a stream as they are on the wire. */
async function rawEvents(order: object): Promise<{ event: string; data: Record<string, unknown> }[]> {
  const answer = await post({ ...ORDER, ...order, stream: true }, { 'anthropic-version': '2023-06-01' });
  return (await answer.text())
    .split('\n\n')
    .filter((event) => event !== '')
    .map((event) => {
      const [name, data] = event.split('\n');
      return { event: name!.slice('event: '.length), data: JSON.parse(data!.slice('data: '.length)) };
    });
}

describe('a message', () => {
  test('comes whole, names the model that answered, and says what it used and cost', async () => {
    service.upstream.play(
      answerText('Hello there.', {
        usage: { prompt_tokens: 200, completion_tokens: 7, prompt_tokens_details: { cached_tokens: 40 } },
      }),
    );

    const message = await clientOf().messages.create(ORDER);

    expect(message).toMatchObject({
      type: 'message',
      role: 'assistant',
      model: 'svc-glacier',
      content: [{ type: 'text', text: 'Hello there.' }],
      stop_reason: 'end_turn',
      stop_sequence: null,
      usage: {
        input_tokens: 160,
        cache_read_input_tokens: 40,
        cache_creation_input_tokens: 0,
        output_tokens: 7,
        cost_czk: '0.00495',
      } as object,
    });
    expect(message.id).toMatch(/^msg_[0-9A-Za-z]{34}$/);
    expect(message._request_id).toBe(message.id.replace('msg_', 'req_'));
    const headers = { authorization: `Bearer ${service.key}` };
    const receipt = await (await fetch(`${service.url}/receipts/${message.id}`, { headers })).json();
    expect(receipt).toMatchObject({ model: 'svc-glacier', cost_czk: '0.00495', usage: { prompt_tokens: 200 } });
  });

  test('is streamed event by event, and the client puts the same message together', async () => {
    const stream = clientOf().messages.stream(ORDER);
    const texts: string[] = [];
    stream.on('text', (text) => texts.push(text));

    const message = await stream.finalMessage();

    expect(texts.join('')).toBe('Hello there.');
    expect(message).toMatchObject({ content: [{ type: 'text', text: 'Hello there.' }], stop_reason: 'end_turn' });
    expect(message.usage).toMatchObject({ input_tokens: 9, output_tokens: 1 });
    const events = await rawEvents({});
    expect(events.at(-2)?.data.usage).toMatchObject({ input_tokens: 9, output_tokens: 1, cost_czk: '0.000325' });
    // A busy machine may make the engine seem silent.
    expect(events.map(({ event }) => event).filter((event) => event !== 'ping')).toEqual([
      'message_start',
      'content_block_start',
      'content_block_delta',
      'content_block_delta',
      'content_block_stop',
      'message_delta',
      'message_stop',
    ]);
  });

  test('ends at max_tokens with that reason, and passes the parameters on', async () => {
    service.upstream.play(answerText('Hello', { finishReason: 'length' }));

    const sampling = { temperature: 0.5, top_p: 0.9, top_k: 5 };
    const more = { stop_sequences: ['END'], metadata: { user_id: 'u1' } };
    const message = (await (await post({ ...ORDER, ...sampling, ...more })).json()) as Anthropic.Message;

    expect(message.stop_reason).toBe('max_tokens');
    expect(lastBody()).toMatchObject({ max_tokens: 100, temperature: 0.5, top_p: 0.9, stop: ['END'] });
    expect(Object.keys(lastBody())).not.toContain('user');
    expect(Object.keys(lastBody())).not.toContain('top_k');
  });

  test.each([
    [{ 'x-api-key': '', authorization: 'key' }, 200],
    [{ 'anthropic-version': '2023-06-01' }, 200],
    [{ 'anthropic-version': '2026-10-21' }, 200],
    [{}, 200],
    [{ 'anthropic-version': '2023-01-01' }, 400],
    [{ 'x-api-key': 'sk-boreal-wrong' }, 401],
  ])('asked for with %j is a %i', async (headers, status) => {
    const { authorization } = headers as { authorization?: string };
    const bearer = authorization && { authorization: `Bearer ${service.key}` };

    expect((await post(ORDER, { ...(headers as Record<string, string>), ...bearer })).status).toBe(status);
  });

  test('may be asked for by a caller who lists the models with the same client', async () => {
    const listed = await clientOf().models.list();
    const byHeader = await fetch(`${service.url}/models`, { headers: { 'x-api-key': service.key } });

    expect(listed.data.map(({ id }) => id)).toContain('svc-glacier');
    expect(byHeader.status).toBe(200);
  });

  test('of JSON by a schema asks the engine for that schema', async () => {
    const schema = { type: 'object', properties: { city: { type: 'string' } } };
    service.upstream.play(answerText('{"city":"Brno"}'));

    await clientOf().messages.create({ ...ORDER, output_config: { format: { type: 'json_schema', schema } } });

    expect(lastBody().response_format).toMatchObject({ type: 'json_schema', json_schema: { schema } });
  });
});

test('a repeat with the same Idempotency-Key is the same message and is billed once, also streamed', async () => {
  const spent = async () => (await service.stores.ledger.balanceOf(service.accountId, Date.now())).spent;
  const ask = (order: object, key: string) => post({ ...ORDER, ...order }, { 'idempotency-key': key });
  const first = await (await ask({}, 'm1')).json();
  const before = await spent();
  const again = await ask({}, 'm1');
  const stream = await (await ask({ stream: true }, 'm2')).text();
  const between = await spent();
  const streamAgain = await ask({ stream: true }, 'm2');
  const otherDialect = await service.post(ORDER, { headers: { 'idempotency-key': 'm1' } });

  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(await again.json()).toEqual(first);
  const withoutPings = (text: string) => text.replaceAll('event: ping\ndata: {"type":"ping"}\n\n', '');
  const textOf = (text: string) =>
    [...text.matchAll(/"text_delta","text":"([^"]*)"/g)].map(([, piece]) => piece).join('');
  expect(textOf(withoutPings(await streamAgain.text()))).toBe(textOf(stream));
  expect(await spent()).toBe(between);
  expect(between).toBeGreaterThan(before);
  expect([otherDialect.status, ((await otherDialect.json()) as { error: { code: string } }).error.code]).toEqual([
    400,
    'idempotency_key_reused',
  ]);
});

test('what is asked and answered is described as it is', async () => {
  const description = (await (await fetch(new URL('/openapi.json', service.url))).json()) as object;
  const problemsOf = (name: string, value: unknown) =>
    schemaProblems({ ...description, $ref: `#/components/schemas/${name}` }, value);
  const thinking = { type: 'adaptive' as const };
  const order = { ...ORDER, thinking, tools: [WEATHER], system: [{ type: 'text' as const, text: 'Be short.' }] };
  service.upstream.play(inTurn(answerText('Hello.'), answerToolCalls([{ name: 'weather', arguments: {} }])));
  const bodies = [await (await post(order)).json(), await (await post(order)).json()];
  const refused = await (await post({ ...ORDER, messages: [] })).json();
  const counted = await clientOf().messages.countTokens(ORDER);

  expect(problemsOf('MessagesRequest', order)).toEqual([]);
  expect(problemsOf('MessagesRequest', { ...order, max_tokens: 'x' })).not.toEqual([]);
  expect(bodies.flatMap((body) => problemsOf('AssistantReply', body))).toEqual([]);
  expect(problemsOf('AssistantReply', refused)).not.toEqual([]);
  expect(problemsOf('MessagesError', refused)).toEqual([]);
  expect(problemsOf('TokenCount', counted)).toEqual([]);
});

describe('a history of blocks', () => {
  test('becomes messages: system, texts, tool calls, their results, and no thoughts or cache marks', async () => {
    const cache_control = { type: 'ephemeral' as const };
    await clientOf().messages.create({
      ...ORDER,
      tools: [{ ...WEATHER, cache_control }],
      system: [
        { type: 'text', text: 'Be short.', cache_control },
        { type: 'text', text: 'Be kind.' },
      ],
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'Weather?', cache_control }] },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'Hm.', signature: 's' },
            { type: 'redacted_thinking', data: 'x' },
            { type: 'text', text: 'I look.' },
            { type: 'tool_use', id: 'toolu_1', name: 'weather', input: { town: 'Brno' } },
            { type: 'tool_use', id: 'toolu_2', name: 'weather', input: { town: 'Praha' } },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'toolu_1', content: [{ type: 'text', text: 'Rain' }], cache_control },
            { type: 'tool_result', tool_use_id: 'toolu_2', content: 'No such town', is_error: true },
            { type: 'text', text: 'And now?' },
          ],
        },
      ],
    });

    const call = (id: string, town: string) => ({
      ...{ id, type: 'function', function: { name: 'weather', arguments: JSON.stringify({ town }) } },
    });
    expect(lastBody().messages).toEqual([
      { role: 'system', content: 'Be short.\n\nBe kind.' },
      { role: 'user', content: 'Weather?' },
      { role: 'assistant', content: 'I look.', tool_calls: [call('toolu_1', 'Brno'), call('toolu_2', 'Praha')] },
      { role: 'tool', tool_call_id: 'toolu_1', content: 'Rain' },
      { role: 'tool', tool_call_id: 'toolu_2', content: 'Error: No such town' },
      { role: 'user', content: 'And now?' },
    ]);
    expect(JSON.stringify(lastBody())).not.toContain('cache_control');
  });

  test('offers tools that are loaded later only when a result has named them', async () => {
    const later = { ...WEATHER, name: 'later', defer_loading: true };
    const found = [
      { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'weather', input: {} }] },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 't1', content: [{ type: 'tool_reference', tool_name: 'later' }] },
        ],
      },
    ];
    const namesIn = () => (lastBody().tools as { function: { name: string } }[]).map((tool) => tool.function.name);

    await clientOf().messages.create({ ...ORDER, tools: [WEATHER, later] });
    const before = namesIn();
    await clientOf().messages.create({
      ...ORDER,
      tools: [WEATHER, later],
      messages: [...ORDER.messages, ...found] as Anthropic.MessageParam[],
    });

    expect(before).toEqual(['weather']);
    expect(namesIn()).toEqual(['weather', 'later']);
  });
});

describe('tools', () => {
  const CALLS = [
    { name: 'weather', arguments: { town: 'Brno' }, id: 'call_a' },
    { name: 'weather', arguments: { town: 'Praha' }, id: 'call_b' },
  ];

  test('are called, whole and streamed, with their input as an object', async () => {
    service.upstream.play(answerToolCalls(CALLS));
    const order = {
      ...ORDER,
      tools: [WEATHER],
      tool_choice: { type: 'any' as const, disable_parallel_tool_use: false },
    };

    const whole = await clientOf().messages.create(order);
    const streamed = await clientOf().messages.stream(order).finalMessage();

    for (const message of [whole, streamed]) {
      expect(message.stop_reason).toBe('tool_use');
      expect(message.content).toMatchObject([
        { type: 'tool_use', id: 'call_a', name: 'weather', input: { town: 'Brno' } },
        { type: 'tool_use', id: 'call_b', name: 'weather', input: { town: 'Praha' } },
      ]);
    }
    expect(lastBody()).toMatchObject({
      tool_choice: 'required',
      tools: [{ type: 'function', function: { name: 'weather', parameters: WEATHER.input_schema } }],
    });
  });

  test.each([
    [{ type: 'auto' as const }, 'auto'],
    [{ type: 'none' as const }, 'none'],
    [
      { type: 'tool' as const, name: 'weather' },
      { type: 'function', function: { name: 'weather' } },
    ],
  ])('with the choice %j the engine is asked for %j', async (tool_choice, expected) => {
    await clientOf().messages.create({ ...ORDER, tools: [WEATHER], tool_choice });

    expect(lastBody().tool_choice).toEqual(expected as never);
  });

  test('run in a loop of the client to the last answer', async () => {
    service.upstream.play(inTurn(answerToolCalls([CALLS[0]!]), answerText('It rains in Brno.')));
    const first = await clientOf().messages.create({ ...ORDER, tools: [WEATHER] });
    const use = first.content.find((block) => block.type === 'tool_use')!;

    const last = await clientOf().messages.create({
      ...ORDER,
      tools: [WEATHER],
      messages: [
        ...ORDER.messages,
        { role: 'assistant', content: first.content as Anthropic.ContentBlockParam[] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: use.id, content: 'Rain' }] },
      ],
    });

    expect(last.content).toMatchObject([{ type: 'text', text: 'It rains in Brno.' }]);
  });

  test('whose arguments are broken are shown as they came', async () => {
    service.upstream.play(answerToolCalls([{ name: 'weather', arguments: '{"town": ' }]));

    const message = await clientOf().messages.create({ ...ORDER, tools: [WEATHER] });

    expect(message.content[0]).toMatchObject({ type: 'tool_use', input: { INVALID_JSON: '{"town": ' } });
  });
});

describe('thinking', () => {
  const THOUGHTFUL = answerReasoning({ reasoning: 'Let me see.', content: 'Forty-two.', style: 'reasoning_content' });
  const DEEP = { ...ORDER, model: 'svc-polaris', max_tokens: 20_000 };
  const enabled = { type: 'enabled' as const, budget_tokens: 10_000 };

  test('is a block before the text, with a signature, and counted', async () => {
    service.upstream.play(THOUGHTFUL);

    const whole = await clientOf().messages.create({ ...DEEP, thinking: enabled });
    const streamed = await clientOf()
      .messages.stream({ ...DEEP, thinking: enabled })
      .finalMessage();

    for (const { content } of [whole, streamed]) {
      expect(content).toMatchObject([
        { type: 'thinking', thinking: 'Let me see.' },
        { type: 'text', text: 'Forty-two.' },
      ]);
      expect((content[0] as { signature: string }).signature).not.toBe('');
    }
    expect(lastBody().reasoning_effort).toBe('medium');
  });

  test('is not shown to whom has not asked, and is empty where it is to be omitted', async () => {
    service.upstream.play(THOUGHTFUL);

    const silent = await clientOf().messages.create(DEEP);
    const omitted = await clientOf().messages.create({ ...DEEP, thinking: { ...enabled, display: 'omitted' } });
    const streamed = await rawEvents({ ...DEEP, thinking: { ...enabled, display: 'omitted' } });

    expect(silent.content).toMatchObject([{ type: 'text', text: 'Forty-two.' }]);
    expect(omitted.content).toMatchObject([{ type: 'thinking', thinking: '' }, { type: 'text' }]);
    expect(JSON.stringify(streamed)).not.toContain('Let me see');
  });

  test('of an effort reaches models that think, and no others', async () => {
    await clientOf().messages.create({ ...ORDER, output_config: { effort: 'max' }, thinking: enabled });
    const plain = lastBody();
    await clientOf().messages.create({ ...DEEP, output_config: { effort: 'max' } });

    expect(Object.keys(plain)).not.toContain('reasoning_effort');
    expect(lastBody().reasoning_effort).toBe('xhigh');
  });
});

describe('a stream', () => {
  test('has pings while the engine is silent, which the client skips', async () => {
    const gate = Promise.withResolvers<void>();
    service.upstream.play((request) => [
      sseHead(),
      sse(chunk(request, { content: 'a' })),
      waitFor(gate.promise),
      sse(chunk(request, { content: 'b' })),
      sse({ ...chunk(request, {}), choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }),
      sse('[DONE]'),
    ]);
    const answer = await post({ ...ORDER, stream: true });
    let seen = '';
    for await (const bytes of answer.body!.pipeThrough(new TextDecoderStream())) {
      seen += bytes;
      if (seen.includes('event: ping')) gate.resolve();
    }

    expect(seen).toContain('event: ping\ndata: {"type":"ping"}\n\n');
    expect(seen).toEndWith('event: message_stop\ndata: {"type":"message_stop"}\n\n');
  });

  test('that fails midway ends with an error event that the client throws, and costs nothing', async () => {
    service.upstream.play([firstEvents(2, answerText('one two three four')), reset()]);
    const before = await service.stores.ledger.balanceOf(service.accountId, Date.now());

    const failed = await clientOf()
      .messages.stream(ORDER)
      .finalMessage()
      .then(
        () => undefined,
        (error: unknown) => error,
      );

    expect(failed).toBeInstanceOf(Anthropic.APIError);
    expect(String(failed)).toContain('api_error');
    expect(await service.stores.ledger.balanceOf(service.accountId, Date.now())).toEqual(before);
  });
});
