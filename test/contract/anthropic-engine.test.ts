/**
 * An engine that speaks Anthropic's Messages API, through all three dialects and the official clients. The server behind
 * it refuses whatever that API refuses.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import Anthropic from '@anthropic-ai/sdk';
import type OpenAI from 'openai';
import type { ServingView } from '../../src/features/serving/contract.ts';
import { orderBecause, signedUpOperator } from '../support/busy-operator.ts';
import { expectLedgerInOrder, requestRows } from '../support/ledger-order.ts';
import {
  API_KEY,
  answerMessage,
  apiError,
  errorEvent,
  messagesApi,
  ping,
  problemsOf,
} from '../support/messages-server.ts';
import { dataUrl, PDF, PIXEL } from '../support/pictures.ts';
import {
  answerText,
  end,
  firstEvents,
  hang,
  json,
  type ScriptedUpstream,
  startUpstream,
} from '../support/scripted-upstream.ts';
import { startService, type TestService, until } from '../support/service.ts';

const MODELS = {
  claude: {
    ...{
      engine: 'main',
      role: 'Thinks and calls',
      tools: true,
      reasoning: true,
      maxOutputTokens: 16_000,
      contextTokens: 200_000,
    },
    price: { input: '60', cachedInput: '6', output: '300' },
  },
  seer: {
    ...{ engine: 'main', role: 'Sees', tools: true, maxOutputTokens: 8192, contextTokens: 200_000 },
    ...{ modalities: ['text', 'image', 'file'], price: { input: '60', output: '300' } },
  },
  plain: { engine: 'main', role: 'Plain', tools: true, maxOutputTokens: 8192, price: { input: '60', output: '300' } },
};
const ENGINE = { kind: 'anthropic', apiKey: API_KEY, model: 'claude-test' };
const ENV = { BOREAL_MODELS: JSON.stringify(MODELS) };

let service: TestService;
beforeAll(async () => {
  service = await startService({ engine: ENGINE, env: ENV });
});
afterAll(() => service.stop());

const HELLO = { content: [{ type: 'text', text: 'Hello there, friend.' }] } as const;
beforeEach(() => service.upstream.play(messagesApi(answerMessage(HELLO))));

const anthropicOf = (to: TestService) =>
  new Anthropic({ baseURL: to.url.replace(/\/v1$/, ''), maxRetries: 0, apiKey: to.key });
const openai = () => service.client();
const anthropic = () => anthropicOf(service);

const lastBody = (upstream: ScriptedUpstream = service.upstream) =>
  upstream.requests.at(-1)!.body as Anthropic.MessageCreateParams & { readonly [field: string]: unknown };

const USER = { role: 'user', content: 'What is the weather in Brno?' } as const;
const SCHEMA = { type: 'object' as const, properties: { town: { type: 'string' } }, required: ['town'] };
const CHAT_TOOL = { type: 'function', function: { name: 'weather', parameters: SCHEMA } } as const;

describe('a text', () => {
  test('comes whole and streamed through each dialect, and costs the same', async () => {
    const used = { input_tokens: 100, cache_read_input_tokens: 50, output_tokens: 10 };
    service.upstream.play(messagesApi(answerMessage({ ...HELLO, usage: used })));
    const chat = { model: 'plain', messages: [USER] };
    const order = { model: 'plain', max_tokens: 500, messages: [USER] };

    const json = await openai().chat.completions.create(chat);
    const chunks = [];
    const stream = { ...chat, stream: true, stream_options: { include_usage: true } } as const;
    for await (const chunk of await openai().chat.completions.create(stream)) chunks.push(chunk);
    const response = await openai().responses.create({ model: 'plain', input: USER.content });
    const streamed = await openai().responses.stream({ model: 'plain', input: USER.content }).finalResponse();
    const message = await anthropic().messages.create(order);
    const finished = await anthropic().messages.stream(order).finalMessage();

    const text = HELLO.content[0].text;
    expect(json.choices[0]).toMatchObject({ message: { content: text }, finish_reason: 'stop' });
    expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toBe(text);
    expect([response.output_text, streamed.output_text]).toEqual([text, text]);
    expect([message.content, finished.content]).toEqual([message.content, message.content]);
    expect(message.content).toMatchObject([{ type: 'text', text }]);
    // 100 of input and 50 of the cache at 60 CZK for a million, 10 of output at 300.
    const cost = '0.012';
    const paid = [json, chunks.at(-1), response, streamed, message];
    expect(paid.map((answer) => Object(answer?.usage).cost_czk)).toEqual([cost, cost, cost, cost, cost]);
    expect(requestRows(service.config.dataDir).at(-1)?.cost_nanos).toBe(12_000_000);
    expect(json.usage).toMatchObject({
      prompt_tokens: 150,
      completion_tokens: 10,
      prompt_tokens_details: { cached_tokens: 50 },
    });
    expect(message.usage).toMatchObject({ input_tokens: 100, cache_read_input_tokens: 50, output_tokens: 10 });
    expect(service.upstream.requests.slice(-6).flatMap(problemsOf)).toEqual([]);
  });

  test('with a tool is billed with what the API writes around tools', async () => {
    const used = { input_tokens: 820, output_tokens: 10 };
    service.upstream.play(messagesApi(answerMessage({ ...HELLO, usage: used })));
    const tools = [{ type: 'function', function: { name: 'now' } }] as const;

    const { usage } = await openai().chat.completions.create({ model: 'plain', messages: [USER], tools: [...tools] });

    expect(usage?.prompt_tokens).toBe(820);
    await expectLedgerInOrder(service.config.dataDir);
  });

  test('is asked for with everything that the API takes, and nothing that it does not', async () => {
    await openai().chat.completions.create({
      model: 'plain',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'assistant', content: 'How can I help?' },
        { role: 'user', content: [{ type: 'text', text: 'A' }] },
        { role: 'user', content: 'B' },
        { role: 'developer', content: 'In English.' },
        { role: 'assistant', content: 'It is ' },
      ],
      ...{ temperature: 1.5, top_p: 0.9, stop: ['END'], seed: 1, presence_penalty: 1, max_tokens: 77, user: 'u-1' },
    });

    expect(lastBody()).toEqual({
      model: 'claude-test',
      max_tokens: 77,
      stream: false,
      stop_sequences: ['END'],
      temperature: 1,
      system: [
        { type: 'text', text: 'Be brief.' },
        { type: 'text', text: 'In English.' },
      ],
      messages: [
        { role: 'user', content: [{ type: 'text', text: '…' }] },
        { role: 'assistant', content: [{ type: 'text', text: 'How can I help?' }] },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'A' },
            { type: 'text', text: 'B' },
          ],
        },
        { role: 'assistant', content: [{ type: 'text', text: 'It is' }] },
      ],
    });
    const { headers } = service.upstream.requests.at(-1)!;
    expect(headers).toMatchObject({ 'x-api-key': API_KEY, 'anthropic-version': '2023-06-01' });
  });

  test('can be JSON by a schema, or by a word', async () => {
    const schema = { type: 'object', properties: { a: { type: 'object', properties: {} } } };
    const format = { type: 'json_schema', json_schema: { name: 'a', schema } } as const;
    await openai().chat.completions.create({ model: 'plain', messages: [USER], response_format: format });
    const bySchema = lastBody();
    await openai().chat.completions.create({
      ...{ model: 'plain', messages: [USER], response_format: { type: 'json_object' } },
    });

    const closed = { type: 'object', properties: {}, additionalProperties: false };
    expect(bySchema.output_config).toEqual({
      format: {
        type: 'json_schema',
        schema: { type: 'object', properties: { a: closed }, additionalProperties: false },
      },
    });
    expect(lastBody().system).toEqual([{ type: 'text', text: expect.stringContaining('one JSON object') }]);
  });

  describe('by a schema that the API', () => {
    const chainOf = (length: number) =>
      Object.fromEntries(
        Array.from({ length }, (_, n) => [n, n + 1 < length ? { $ref: `#/$defs/${n + 1}` } : { type: 'array' }]),
      );
    const ask = async (schema: object, name = 'answer') => {
      const format = { type: 'json_schema' as const, json_schema: { name, strict: true, schema: schema as never } };
      service.upstream.play(
        messagesApi(answerMessage({ content: [{ type: 'text', text: '{"age":7,"tags":["a","b"]}' }] })),
      );
      const chat = { model: 'plain', messages: [USER], response_format: format };
      const { choices } = await openai().chat.completions.create(chat);
      expect(choices[0]).toMatchObject({ structured_output: 'held' } as object);
      return lastBody();
    };

    test('knows only in part is asked for with what it knows, the rest in words, and all of it is checked', async () => {
      const age = { type: ['integer', 'null'], minimum: 0, maximum: 150, description: 'In years' };
      const tags = { type: 'array', items: { type: 'string', pattern: '^[a-z]+$' }, minItems: 2, uniqueItems: true };
      const day = {
        oneOf: [
          { type: 'string', format: 'date' },
          { type: 'string', format: 'iban' },
        ],
      };
      const { output_config: asked } = await ask({
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        ...{ type: 'object', properties: { age, tags, day }, required: ['age'], $defs: {} },
      });

      expect(asked?.format?.schema).toEqual({
        type: 'object',
        properties: {
          age: { type: ['integer', 'null'], description: 'In years\n\nminimum: 0, maximum: 150' },
          tags: {
            type: 'array',
            items: { type: 'string', description: 'pattern: "^[a-z]+$"' },
            description: 'minItems: 2, uniqueItems: true',
          },
          day: {
            anyOf: [
              { type: 'string', format: 'date' },
              { type: 'string', description: 'format: "iban"' },
            ],
          },
        },
        required: ['age'],
        $defs: {},
        additionalProperties: false,
      });
    });

    test.each([
      [
        'that leads back to itself',
        { properties: { tags: { $ref: '#/$defs/list' } }, $defs: { list: { items: { $ref: '#/$defs/list' } } } },
      ],
      ['of very many references', { properties: { tags: { $ref: '#/$defs/0' } }, $defs: chainOf(200) }],
      ['with fields of any name', { type: 'object', additionalProperties: { type: ['integer', 'array'] } }],
      ['of any object', { type: 'object' }],
    ])('cannot keep to, as one %s, is asked for in words, and checked', async (_, schema) => {
      const asked = await ask(schema);

      expect(asked.output_config).toBeUndefined();
      expect(asked.system).toEqual([{ type: 'text', text: expect.stringContaining(JSON.stringify(schema)) }]);
    });

    test('does not know is that of a strict tool: it gets the same, or is not strict', async () => {
      const tool = (name: string, parameters: object) => ({
        type: 'function' as const,
        function: { name, strict: true, parameters: parameters as never },
      });
      const known = {
        type: 'object',
        properties: { n: { type: 'integer', minimum: 1 } },
        required: ['n'],
        additionalProperties: false,
      };
      const open = { type: 'object', properties: { n: { type: 'object' } } };
      service.upstream.play(messagesApi(answerMessage(HELLO)));
      await openai().chat.completions.create({
        model: 'plain',
        messages: [USER],
        tools: [tool('a', known), tool('b', open)],
      });

      expect(lastBody().tools).toEqual([
        {
          name: 'a',
          input_schema: { ...known, properties: { n: { type: 'integer', description: 'minimum: 1' } } },
          strict: true,
        },
        { name: 'b', input_schema: open },
      ] as never);
    });
  });

  test.each([
    ['max_tokens', 'length'],
    ['model_context_window_exceeded', 'length'],
    ['refusal', 'content_filter'],
    ['stop_sequence', 'stop'],
  ] as const)('that ends by %s ends with the reason %s', async (stopReason, finish) => {
    service.upstream.play(messagesApi(answerMessage({ ...HELLO, stopReason, stopSequence: 'END' })));

    const { choices } = await openai().chat.completions.create({ model: 'plain', messages: [USER], stop: 'END' });
    const message = await anthropic().messages.create({ model: 'plain', max_tokens: 9, messages: [USER] });

    expect(choices[0]!.finish_reason).toBe(finish);
    if (stopReason === 'stop_sequence')
      expect(message).toMatchObject({ stop_reason: stopReason, stop_sequence: 'END' });
  });
});

/** Everything of a turn that must come back as it was, to the letter. */
const SIGNED = { type: 'thinking', thinking: 'Ask for "Brno" – \n the tool.', signature: 'EqQBCgIYAhIM+/==' } as const;
const REDACTED = { type: 'redacted_thinking', data: 'EmwKAhgBEgy3va3pzix/LafPsn4a' } as const;
const CALLS = [
  { type: 'tool_use', id: 'toolu_01A', name: 'weather', input: { town: 'Brno' } },
  { type: 'tool_use', id: 'toolu_01B', name: 'weather', input: { town: 'Praha' } },
] as const;
const TURN = [SIGNED, REDACTED, { type: 'text', text: 'Let me look.' }, ...CALLS] as const;
const CALLING = {
  content: TURN,
  stopReason: 'tool_use',
  usage: { input_tokens: 40, output_tokens: 90, output_tokens_details: { thinking_tokens: 60 } },
} as const;

const RESULTS = {
  role: 'user',
  content: CALLS.map(({ id }) => ({ type: 'tool_result', tool_use_id: id, content: '21 °C' })),
};
const plainTurn = TURN.map((block) => block as object);

/** The turn of the model in the last request, and what follows it. */
const givenBack = () => lastBody().messages.slice(1);

describe('a picture', () => {
  const source = { type: 'base64' as const, media_type: 'image/png' as const, data: PIXEL };
  const image = { type: 'image' as const, source };

  test('reaches the engine through each dialect as it was sent', async () => {
    const text = { type: 'text', text: 'What is it?' } as const;
    const ARRIVED = [{ role: 'user', content: [text, image] }];

    await anthropic().messages.create({
      model: 'seer',
      max_tokens: 50,
      messages: [{ role: 'user', content: [text, image] }],
    });
    expect(lastBody().messages).toEqual(ARRIVED as never);
    const url = dataUrl(PIXEL);
    const content = [text, { type: 'image_url' as const, image_url: { url } }];
    await openai().chat.completions.create({ model: 'seer', messages: [{ role: 'user', content }] });
    expect(lastBody().messages).toEqual(ARRIVED as never);
    const parts = [
      { type: 'input_text' as const, text: text.text },
      { type: 'input_image' as const, image_url: url, detail: 'auto' as const },
    ];
    await openai().responses.create({ model: 'seer', input: [{ role: 'user', content: parts }] });
    expect(lastBody().messages).toEqual(ARRIVED as never);
  });

  test('is sent as what it is, whatever its client calls it', async () => {
    const content = [{ type: 'image_url' as const, image_url: { url: dataUrl(PIXEL, 'image/jpg') } }];
    await openai().chat.completions.create({ model: 'seer', messages: [{ role: 'user', content }] });

    expect(lastBody().messages).toEqual([{ role: 'user', content: [image] }]);
  });

  test('of a tool stays in its result, and a document keeps its title', async () => {
    const pdf = { type: 'base64' as const, media_type: 'application/pdf' as const, data: PDF };
    const document = { type: 'document' as const, source: pdf, title: 'a "b".pdf' };
    const use = { type: 'tool_use' as const, id: 't', name: 'look', input: {} };
    const result = { type: 'tool_result' as const, tool_use_id: 't', content: [image] };

    await anthropic().messages.create({
      model: 'seer',
      max_tokens: 50,
      tools: [{ name: 'look', input_schema: { type: 'object' } }],
      messages: [
        { role: 'user', content: [document] },
        { role: 'assistant', content: [use] },
        { role: 'user', content: [result] },
      ],
    });

    expect(lastBody().messages).toEqual([
      { role: 'user', content: [document] },
      { role: 'assistant', content: [use] },
      { role: 'user', content: [result] },
    ]);
  });
});

describe('thoughts and calls go back as they came', () => {
  beforeEach(() => service.upstream.play(messagesApi(answerMessage(CALLING))));

  const weather = { name: 'weather', input_schema: SCHEMA };
  const thinking = { type: 'enabled', budget_tokens: 2000 } as const;
  const order = { model: 'claude', max_tokens: 9000, messages: [USER], tools: [weather], thinking };

  test.each(['whole', 'streamed'])('through messages, %s', async (form) => {
    const message =
      form === 'whole'
        ? await anthropic().messages.create(order)
        : await anthropic().messages.stream(order).finalMessage();

    expect(message.content).toMatchObject(plainTurn as never);
    expect(message.usage).toMatchObject({
      input_tokens: 40,
      output_tokens: 90,
      output_tokens_details: { thinking_tokens: 60 },
    });
    await anthropic().messages.create({
      ...order,
      messages: [USER, { role: 'assistant', content: message.content as never }, RESULTS as never],
    });

    expect(givenBack()).toEqual([{ role: 'assistant', content: plainTurn as never }, RESULTS as never]);
    expect(lastBody().thinking).toEqual({ type: 'adaptive' });
  });

  test.each(['whole', 'streamed'])('through chat completions, %s, as thinking_blocks', async (form) => {
    const chat = { model: 'claude', messages: [USER], tools: [CHAT_TOOL] } as const;
    const said =
      form === 'whole'
        ? (await openai().chat.completions.create({ ...chat, messages: [USER], tools: [CHAT_TOOL] })).choices[0]!
            .message
        : await collected({ ...chat, messages: [USER], tools: [CHAT_TOOL], stream: true });

    expect(said).toMatchObject({
      content: 'Let me look.',
      reasoning_content: SIGNED.thinking,
      thinking_blocks: [SIGNED, REDACTED],
      tool_calls: [
        { id: 'toolu_01A', function: { name: 'weather', arguments: '{"town":"Brno"}' } },
        { id: 'toolu_01B' },
      ],
    } as object);
    const results = CALLS.map(({ id }) => ({ role: 'tool', tool_call_id: id, content: '21 °C' }) as const);
    await openai().chat.completions.create({
      model: 'claude',
      messages: [USER, said as never, ...results],
      tools: [CHAT_TOOL],
    });

    expect(givenBack()).toEqual([{ role: 'assistant', content: plainTurn as never }, RESULTS as never]);
    expect(lastBody().thinking).toEqual({ type: 'adaptive', display: 'summarized' });
  });

  test.each(['whole', 'streamed'])('through responses, %s, as encrypted_content', async (form) => {
    const tool = { type: 'function', name: 'weather', parameters: SCHEMA, strict: false } as const;
    const asked = { model: 'claude', input: USER.content, tools: [tool], store: false };
    const { output } =
      form === 'whole'
        ? await openai().responses.create(asked)
        : await openai().responses.stream(asked).finalResponse();

    expect(output.map(({ type }) => type)).toEqual(['reasoning', 'message', 'function_call', 'function_call']);
    const results = CALLS.map(({ id }) => ({ type: 'function_call_output', call_id: id, output: '21 °C' }) as const);
    await openai().responses.create({ ...asked, input: [USER, ...(output as never[]), ...results] });

    expect(givenBack()).toEqual([{ role: 'assistant', content: plainTurn as never }, RESULTS as never]);
  });

  test('through a response that is kept', async () => {
    const tool = { type: 'function', name: 'weather', parameters: SCHEMA, strict: false } as const;
    const first = await openai().responses.create({ model: 'claude', input: USER.content, tools: [tool] });
    const input = CALLS.map(({ id }) => ({ type: 'function_call_output', call_id: id, output: '21 °C' }) as const);
    await openai().responses.create({ model: 'claude', previous_response_id: first.id, input, tools: [tool] });

    expect(givenBack()).toEqual([{ role: 'assistant', content: plainTurn as never }, RESULTS as never]);
  });

  test('but not to a client that has asked for none, and not those that no engine has signed', async () => {
    const { thinking: _, ...silent } = order;
    const message = await anthropic().messages.create(silent);
    expect(message.content.map(({ type }) => type)).toEqual(['text', 'tool_use', 'tool_use']);
    expect(lastBody().thinking).toEqual({ type: 'disabled' });

    const unsigned = { type: 'thinking', thinking: 'Hm.', signature: 'boreal' } as const;
    const messages = [USER, { role: 'assistant', content: [unsigned, { type: 'text', text: 'Well.' }] }, USER] as const;
    await anthropic().messages.create({ ...order, messages: [...messages] as never });
    expect(givenBack()[0]).toEqual({ role: 'assistant', content: [{ type: 'text', text: 'Well.' }] });
  });
});

type Delta = { readonly [field: string]: unknown };

/** The deltas of a stream put together, as clients do it. */
async function collected(chat: OpenAI.ChatCompletionCreateParamsStreaming): Promise<object> {
  let [content, reasoning] = ['', ''];
  const thoughts: unknown[] = [];
  const calls: { id: string; type: string; function: { name: string; arguments: string } }[] = [];
  for await (const { choices } of await service.client().chat.completions.create(chat)) {
    const delta = (choices[0]?.delta ?? {}) as Delta & OpenAI.ChatCompletionChunk.Choice.Delta;
    content += delta.content ?? '';
    reasoning += String(delta.reasoning_content ?? '');
    thoughts.push(...((delta.thinking_blocks as unknown[]) ?? []));
    for (const { index, id, function: called } of delta.tool_calls ?? []) {
      calls[index] ??= { id: id!, type: 'function', function: { name: called!.name!, arguments: '' } };
      calls[index].function.arguments += called?.arguments ?? '';
    }
  }
  return { role: 'assistant', content, reasoning_content: reasoning, thinking_blocks: thoughts, tool_calls: calls };
}

describe('an engine that thinks within a budget', () => {
  test('gets a budget below the length of the answer, and none where a client has kept no thoughts', async () => {
    await using own = await startService({ engine: { ...ENGINE, thinkingMode: 'budget' }, env: ENV });
    own.upstream.play(messagesApi(answerMessage(HELLO)));
    const ask = async (fields: object) => {
      const body = { model: 'claude', messages: [USER], tools: [CHAT_TOOL], ...fields };
      const answer = await own.post(body);
      expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('Hello')]);
      return lastBody(own.upstream).thinking;
    };

    expect(await ask({ reasoning_effort: 'low' })).toEqual({ type: 'enabled', budget_tokens: 4096 });
    expect(await ask({ reasoning_effort: 'high', max_tokens: 3000 })).toEqual({ type: 'enabled', budget_tokens: 2999 });
    expect(await ask({ max_tokens: 500 })).toEqual({ type: 'disabled' });
    expect(await ask({ reasoning_effort: 'none' })).toEqual({ type: 'disabled' });
    expect(await ask({ tool_choice: 'required' })).toEqual({ type: 'disabled' });
    const call = { id: 'call:1', type: 'function', function: { name: 'weather', arguments: '{"town":"Brno"}' } };
    const loop = [
      USER,
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'call:1', content: '' },
    ];
    expect(await ask({ messages: loop })).toEqual({ type: 'disabled' });
    const message = await anthropicOf(own).messages.create({
      ...{ model: 'claude', max_tokens: 9000, messages: [USER], thinking: { type: 'enabled', budget_tokens: 1500 } },
    });
    expect(message.content).toHaveLength(1);
    expect(lastBody(own.upstream).thinking).toEqual({ type: 'enabled', budget_tokens: 1500 });
  });
});

describe('a choice of tools', () => {
  const other = { type: 'function', function: { name: 'time' } } as const;

  test.each([
    ['auto', { type: 'auto' }],
    ['none', { type: 'none' }],
    ['required', { type: 'any' }],
    [
      { type: 'function', function: { name: 'time' } },
      { type: 'tool', name: 'time' },
    ],
    [undefined, undefined],
  ] as const)('%j is asked for as %j', async (choice, expected) => {
    await openai().chat.completions.create({
      ...{ model: 'plain', messages: [USER], tools: [CHAT_TOOL, other], tool_choice: choice! },
    });
    expect(lastBody().tool_choice).toEqual(expected as never);
    expect(lastBody().tools).toEqual([
      { name: 'weather', input_schema: SCHEMA as never },
      { name: 'time', input_schema: { type: 'object' } },
    ]);
  });

  test('one call at a time, and one of two', async () => {
    const tools = [CHAT_TOOL, other, { type: 'function', function: { name: 'date' } }];
    await service.post({ model: 'plain', messages: [USER], tools, parallel_tool_calls: false });
    expect(lastBody().tool_choice).toEqual({ type: 'auto', disable_parallel_tool_use: true });

    const named = ['time', 'date'].map((name) => ({ type: 'function', function: { name } }));
    await service.post({ model: 'plain', messages: [USER], tools, tool_choice: named });
    expect(lastBody().tool_choice).toEqual({ type: 'any' });
    expect(lastBody().tools?.map((tool) => Object(tool).name)).toEqual(['time', 'date']);
  });
});

describe('names of tools that the API refuses', () => {
  const tools = ['fs.read', 'fs/read', 'fs_read'].map((name) => ({ type: 'function', function: { name } }) as const);
  const call = { type: 'tool_use', id: 'toolu_01A', name: 'fs_read_3', input: {} } as const;
  const order = { model: 'plain', messages: [USER], tools };

  test.each(['whole', 'streamed'])('reach it in its letters and come back as they were, %s', async (form) => {
    service.upstream.play(messagesApi(answerMessage({ content: [call], stopReason: 'tool_use' })));

    const answer =
      form === 'whole'
        ? (await openai().chat.completions.create(order)).choices[0]!.message
        : await openai().chat.completions.stream(order).finalMessage();

    expect(answer.tool_calls![0]).toMatchObject({ id: call.id, function: { name: 'fs/read', arguments: '{}' } });
    const result = { role: 'tool', tool_call_id: call.id, content: 'text' } as const;
    const tool_choice = { type: 'function', function: { name: 'fs.read' } } as const;
    await openai().chat.completions.create({ ...order, messages: [USER, answer, result], tool_choice });
    expect(lastBody().tools?.map((tool) => Object(tool).name)).toEqual(['fs_read_2', 'fs_read_3', 'fs_read']);
    expect(lastBody().tool_choice).toEqual({ type: 'tool', name: 'fs_read_2' });
    expect(givenBack()[0]).toEqual({ role: 'assistant', content: [call as never] });
    expect(service.upstream.requests.slice(-2).flatMap(problemsOf)).toEqual([]);
  });
});

describe('what goes wrong', () => {
  const chat = { model: 'plain', messages: [USER] };
  const codeOf = async (body: object) => {
    const answer = await service.post(body);
    const { error } = (await answer.json()) as { error: { code: string; message: string } };
    return {
      id: answer.headers.get('x-request-id'),
      status: answer.status,
      code: error.code,
      message: error.message,
      retry: answer.headers.get('retry-after'),
    };
  };
  const expectFree = async (id: string | null) => {
    const row = () => requestRows(service.config.dataDir).find((one) => one.id === id);
    await until('it has ended', () => row() !== undefined);
    expect(row()).toMatchObject({ state: 'released', cost_nanos: null });
  };
  const fails = (status: number, type: string, message = 'no', headers = {}) =>
    service.upstream.play(json(apiError(type, message), status, headers));

  test.each([
    [401, 'authentication_error', 502, 'upstream_error'],
    [403, 'permission_error', 502, 'upstream_error'],
    [404, 'not_found_error', 502, 'upstream_error'],
    [400, 'invalid_request_error', 400, 'rejected_by_model'],
    [413, 'request_too_large', 400, 'rejected_by_model'],
    [500, 'api_error', 502, 'upstream_error'],
    [529, 'overloaded_error', 502, 'upstream_overloaded'],
  ])('%d %s is %d %s for the caller, and free', async (status, type, expected, code) => {
    fails(status, type, 'sk-ant-test must not be seen');

    const seen = await codeOf(chat);

    expect(seen).toMatchObject({ status: expected, code });
    expect(seen.message).not.toContain('sk-ant');
    await expectFree(seen.id);
  });

  test('says when to come back, and which length is too long, and keeps our own bills to itself', async () => {
    fails(429, 'rate_limit_error', 'slow down', { 'retry-after': '7' });
    expect(await codeOf(chat)).toMatchObject({ code: 'upstream_overloaded', retry: '7' });

    fails(400, 'invalid_request_error', 'prompt is too long: 210000 tokens > 200000 maximum');
    const tooLong = await codeOf(chat);
    expect(tooLong).toMatchObject({ status: 400, code: 'context_length_exceeded' });
    expect(tooLong.message).toContain('200000');

    const both = 'input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000, decrease either';
    fails(400, 'invalid_request_error', both);
    expect((await codeOf(chat)).message).toContain('maximum context length is 200000');

    fails(400, 'invalid_request_error', 'Your credit balance is too low to access the Anthropic API.');
    expect(await codeOf(chat)).toMatchObject({ status: 502, code: 'upstream_error' });
  });

  test('a stream that is cut, that fails, or that ends without a reason is no answer and is free', async () => {
    const stream = { ...chat, stream: true };
    for (const broken of [
      [firstEvents(5, answerMessage(HELLO)), end()],
      [firstEvents(5, answerMessage(HELLO)), errorEvent('overloaded_error')],
      [firstEvents(5, answerMessage(HELLO)), errorEvent('api_error')],
    ]) {
      service.upstream.play(messagesApi(broken));

      const answer = await service.post(stream);
      const text = await answer.text();

      expect(text).toContain('"content":"Hello t"');
      expect(text).toContain('"error":{');
      expect(text).not.toContain('[DONE]');
      await expectFree(answer.headers.get('x-request-id'));
    }
  });

  test('a client that leaves pays for the input that was read and the output that came', async () => {
    const used = { input_tokens: 30, output_tokens: 500 };
    service.upstream.play(messagesApi([firstEvents(4, answerMessage({ ...HELLO, usage: used })), hang()]));

    const stream = await openai().chat.completions.create({ ...chat, stream: true });
    for await (const { choices } of stream) if (choices[0]?.delta.content === 'Hello t') stream.controller.abort();

    const left = () => requestRows(service.config.dataDir).find(({ outcome }) => outcome === 'client-left');
    await until('it is charged', () => left() !== undefined);
    expect(left()).toMatchObject({ input_tokens: 30, output_tokens: 2 });
  });

  test('heartbeats do not keep a silent engine alive', async () => {
    await using own = await startService({ engine: { ...ENGINE, idleMs: 300 }, env: ENV });
    const beats = Array.from({ length: 4000 }, () => ping);
    own.upstream.play(
      messagesApi([firstEvents(5, answerMessage(HELLO)), { type: 'style', change: { everyMs: 20 } }, ...beats]),
    );

    const text = await (await own.post({ ...chat, stream: true })).text();

    expect(text).toContain('upstream_incomplete');
    await expectLedgerInOrder(own.config.dataDir);
  });
});

describe('beside another engine', () => {
  const start = async (claude: ScriptedUpstream, other: ScriptedUpstream) =>
    startService({
      env: {
        BOREAL_ENGINES: JSON.stringify({
          claude: { ...ENGINE, baseUrl: claude.url.replace('/v1', ''), probeMs: 60_000 },
          other: { kind: 'openai', baseUrl: other.url, model: 'm', runningUsage: 'none', probeMs: 60_000 },
        }),
        BOREAL_MODELS: JSON.stringify({
          'svc-frost': {
            engine: [
              { engine: 'claude', weight: 1000 },
              { engine: 'other', weight: 0.001 },
            ],
          },
        }),
      },
    });

  test.each([
    ['before it answers', json(apiError('overloaded_error', 'Overloaded'), 529)],
    ['after message_start', [firstEvents(2, answerMessage(HELLO)), errorEvent('overloaded_error')]],
  ])('one that is overloaded %s is left for the other', async (_, script) => {
    await using claude = await startUpstream();
    await using other = await startUpstream();
    await using own = await start(claude, other);
    claude.play(messagesApi(script));
    other.play(answerText('From the other.'));

    const answer = await own.post({ model: 'svc-frost', messages: [USER], stream: true });

    expect(await answer.text()).toContain('From');
    expect([claude.requests.length, other.requests.length]).toEqual([1, 1]);
    await until('it is charged once', () => requestRows(own.config.dataDir).length === 1);
    await expectLedgerInOrder(own.config.dataDir);
  });
});

describe('what only the engine knows', () => {
  test('tokens are counted by it', async () => {
    const order = {
      model: 'claude',
      messages: [USER],
      system: 'Be brief.',
      tools: [{ name: 'weather', input_schema: SCHEMA }],
    };
    const counted = await anthropic().messages.countTokens(order as never);

    expect(counted).toMatchObject({ input_tokens: 2095, counted_by: 'engine' } as object);
    expect(service.upstream.requests.at(-1)!.path).toBe('/v1/messages/count_tokens');
  });

  test('embeddings are refused, and the engine is not asked', async () => {
    const models = { vectors: { kind: 'embedding', engine: 'main', price: { input: '1' } } };
    await using own = await startService({ engine: ENGINE, env: { BOREAL_MODELS: JSON.stringify(models) } });
    const refused = await own
      .client()
      .embeddings.create({ model: 'vectors', input: 'A' })
      .catch((error) => error);

    expect(refused).toMatchObject({ status: 400, code: 'rejected_by_model' });
    expect(own.upstream.requests).toEqual([]);
  });
});

describe('marks of caches', () => {
  const mark = { cache_control: { type: 'ephemeral' } } as const;
  const long = { cache_control: { type: 'ephemeral', ttl: '1h' } } as const;

  test('of a message arrive where its client has set them', async () => {
    const call = { type: 'tool_use', id: 'toolu_1', name: 'weather', input: { town: 'Brno' } } as const;
    const result = { type: 'tool_result', tool_use_id: 'toolu_1', content: '21 °C', ...mark } as const;
    const order = {
      model: 'plain',
      max_tokens: 100,
      system: [
        { type: 'text', text: 'Always the same.', ...long },
        { type: 'text', text: 'Today is Monday.' },
      ],
      tools: [{ name: 'weather', input_schema: SCHEMA, ...long }],
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'A', ...mark },
            { type: 'text', text: 'B' },
          ],
        },
        { role: 'assistant', content: [{ type: 'text', text: 'Well.' }, call] },
        { role: 'user', content: [result] },
      ],
    } as const;

    await anthropic().messages.create(order as never);

    const { system, tools, messages } = lastBody();
    expect({ system, tools, messages }).toEqual({
      system: order.system,
      tools: order.tools,
      messages: order.messages,
    } as never);
    await anthropic().messages.create({ model: 'plain', max_tokens: 9, messages: [USER], ...long });
    expect(lastBody().cache_control).toEqual(long.cache_control);
  });

  test('of parts of a chat arrive, too: of texts where they are, of a result behind it', async () => {
    const calls = [{ id: 'call_1', type: 'function' as const, function: { name: 'weather', arguments: '{}' } }];
    const messages = [
      {
        role: 'system',
        content: [
          { type: 'text', text: 'Always the same.', ...long },
          { type: 'text', text: 'Today is Monday.' },
        ],
      },
      { role: 'user', content: [{ type: 'text', text: 'A', ...mark }] },
      { role: 'assistant', content: null, tool_calls: calls },
      { role: 'tool', tool_call_id: 'call_1', content: [{ type: 'text', text: '21 °C', ...mark }] },
      { role: 'user', content: [{ type: 'text', text: 'B', cache_control: 'yes' }] },
    ];

    await openai().chat.completions.create({ model: 'plain', messages: messages as never });

    const { system, messages: sent } = lastBody() as unknown as { system: unknown; messages: { content: unknown }[] };
    expect(system).toEqual([
      { type: 'text', text: 'Always the same.', ...long },
      { type: 'text', text: 'Today is Monday.' },
    ]);
    expect(sent.map(({ content }) => content)).toEqual([
      [{ type: 'text', text: 'A', ...mark }],
      [expect.objectContaining({ type: 'tool_use', name: 'weather' })],
      [
        { type: 'tool_result', tool_use_id: 'call_1', content: '21 °C', ...mark },
        { type: 'text', text: 'B' },
      ],
    ]);
  });

  test('stand behind pictures and documents, too, and between them', async () => {
    const data = { type: 'base64', media_type: 'application/pdf', data: PDF } as const;
    const pdf = { type: 'document', source: data, ...long } as const;
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PIXEL }, ...mark } as const;
    const content = [
      pdf,
      { type: 'text', text: 'And this:' },
      image,
      { type: 'text', text: 'Which town is it?' },
    ] as const;
    await anthropic().messages.create({
      model: 'seer',
      max_tokens: 9,
      messages: [{ role: 'user', content: [...content] }],
    });
    const byMessages = lastBody().messages;
    const parts = [
      { type: 'file', file: { file_data: dataUrl(PDF, 'application/pdf') }, ...long },
      { type: 'text', text: 'And this:' },
      { type: 'image_url', image_url: { url: dataUrl(PIXEL) }, ...mark },
      { type: 'text', text: 'Which town is it?' },
    ];
    const chat = { model: 'seer', messages: [{ role: 'user', content: parts }] };
    await openai().chat.completions.create(chat as never);

    expect(byMessages).toEqual([{ role: 'user', content: [...content] }]);
    expect(lastBody().messages).toEqual(byMessages);
  });

  test('inside the result of a tool are those of the result', async () => {
    const call = { type: 'tool_use', id: 'toolu_1', name: 'weather', input: {}, ...long } as const;
    const content = [
      { type: 'text' as const, text: '21 °C', ...long },
      { type: 'text' as const, text: 'Sunny' },
    ];
    const result = { type: 'tool_result' as const, tool_use_id: 'toolu_1', content };
    await anthropic().messages.create({
      ...{ model: 'plain', max_tokens: 9 },
      messages: [USER, { role: 'assistant', content: [call] }, { role: 'user', content: [result] }],
    });

    expect(lastBody().messages[1]).toEqual({ role: 'assistant', content: [call] });
    expect(lastBody().messages[2]).toEqual({
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: '21 °C\n\nSunny', ...long }],
    });
  });

  test('of a client that names its prompts are the only ones', async () => {
    const content = [{ type: 'text', text: 'A', ...mark }];
    const chat = { model: 'plain', messages: [{ role: 'user', content }], prompt_cache_key: 'k' };
    await openai().chat.completions.create({ ...chat, prompt_cache_retention: '24h' } as never);

    expect(lastBody()).toMatchObject({ messages: [{ content }] });
    expect(lastBody().cache_control).toBeUndefined();
  });

  test('are not what other engines get', async () => {
    await using own = await startService();
    own.upstream.play(answerText('Hi'));
    const content = [
      { type: 'text' as const, text: 'A', ...mark },
      { type: 'text' as const, text: 'B' },
    ];
    const tools = [{ name: 'weather', input_schema: SCHEMA, ...mark }];
    await anthropicOf(own).messages.create({
      model: 'svc-glacier',
      max_tokens: 9,
      messages: [{ role: 'user', content }],
      tools,
    });

    expect(own.upstream.requests.at(-1)!.rawBody).not.toContain('cache');
    expect(own.upstream.requests.at(-1)!.body).toMatchObject({ messages: [{ role: 'user', content: 'A\n\nB' }] });
  });

  test('beside a picture are not what other engines get', async () => {
    await using own = await startService({ env: ENV });
    own.upstream.play(answerText('Hi'));
    const parts = [
      { type: 'text', text: 'A', ...mark },
      { type: 'image_url', image_url: { url: dataUrl(PIXEL) }, ...mark },
    ];
    await own
      .client()
      .chat.completions.create({ model: 'seer', messages: [{ role: 'user', content: parts }] } as never);

    expect(own.upstream.requests.at(-1)!.rawBody).not.toContain('cache');
  });

  test('are set behind the whole prompt for clients that name their prompts', async () => {
    await openai().chat.completions.create({ model: 'plain', messages: [USER], prompt_cache_key: 'k' });
    expect(lastBody().cache_control).toEqual({ type: 'ephemeral' });
    await openai().responses.create({
      model: 'plain',
      input: 'A',
      prompt_cache_key: 'k',
      prompt_cache_retention: '24h',
    });
    expect(lastBody().cache_control).toEqual({ type: 'ephemeral', ttl: '1h' });
    await openai().chat.completions.create({ model: 'plain', messages: [USER] });
    expect(lastBody().cache_control).toBeUndefined();
  });

  test('a key of prompts reaches an OpenAI-compatible engine that takes it, parted by account', async () => {
    await using own = await startService({ engine: { supports: ['prompt_cache_key'] } });
    own.upstream.play(answerText('Hi'));
    const other = await own.newKey({ accountId: await own.newAccount() });
    const keys = [];
    for (const key of [own.key, own.key, other.secret]) {
      const headers = { authorization: `Bearer ${key}` };
      await (await own.post({ messages: [USER], prompt_cache_key: 'mine' }, { headers })).text();
      keys.push(Object(own.upstream.requests.at(-1)!.body).prompt_cache_key);
    }

    expect(keys[0]).toMatch(/^[\w-]{43}$/);
    expect([keys[1] === keys[0], keys[2] === keys[0]]).toEqual([true, false]);
  });

  test('do not stand before the line that parts accounts', async () => {
    await using own = await startService({ engine: { ...ENGINE, cacheIsolation: 'cache_salt' }, env: ENV });
    own.upstream.play(messagesApi(answerMessage(HELLO)));
    const tools = [{ name: 'weather', input_schema: SCHEMA, ...mark }];
    const system = [{ type: 'text' as const, text: 'Be brief.', ...mark }];
    await anthropicOf(own).messages.create({ model: 'plain', max_tokens: 9, messages: [USER], tools, system });

    expect(lastBody(own.upstream).tools).toEqual([{ name: 'weather', input_schema: SCHEMA }]);
    expect(lastBody(own.upstream).system).toEqual([
      { type: 'text', text: expect.stringMatching(/^Account: /) },
      system[0]!,
    ]);
  });
});

describe('caches of accounts', () => {
  const sent = async (cacheIsolation: string) => {
    await using own = await startService({ engine: { ...ENGINE, cacheIsolation }, env: ENV });
    own.upstream.play(messagesApi(answerMessage(HELLO)));
    const other = await own.newKey({ accountId: await own.newAccount() });
    for (const key of [own.key, own.key, other.secret]) {
      const answer = await own.post(
        { model: 'plain', messages: [USER] },
        { headers: { authorization: `Bearer ${key}` } },
      );
      expect(answer.status).toBe(200);
    }
    expect(own.upstream.requests.flatMap(problemsOf)).toEqual([]);
    return own.upstream.requests.map(({ body }) => body as Anthropic.MessageCreateParams);
  };

  test('are kept apart by a first line of the system', async () => {
    const [first, second, third] = (await sent('cache_salt')).map(({ system }) => Object(system)[0].text);

    expect(first).toMatch(/^Account: [\w-]{22}$/);
    expect([second === first, third === first]).toEqual([true, false]);
  });

  test('or the account is named, by a mark that is not its id', async () => {
    const [first, second, third] = (await sent('user')).map(({ metadata }) => metadata?.user_id);

    expect(first).toMatch(/^[\w-]{22}$/);
    expect([second === first, third === first]).toEqual([true, false]);
  });
});

test('one is added while the service runs, tried before, shown and exported', async () => {
  await using own = await startService({ env: { BOREAL_DEFAULT_MODEL: 'svc-glacier' } });
  await using claude = await startUpstream();
  claude.play(messagesApi(answerMessage(HELLO)));
  const operator = await signedUpOperator(own);
  const settings = { kind: 'anthropic', baseUrl: claude.url, model: 'claude-test' };
  const look = async () => (await operator.get('/api/operator/serving')).json as unknown as ServingView;
  const change = async (path: string, body: object) => {
    const order = { ...orderBecause('another maker'), revision: (await look()).revision, fromMs: null, ...body };
    expect((await operator.post(`/api/operator/serving/${path}`, order)).status).toBe(200);
  };

  const wrong = await operator.post('/api/operator/serving/test', { name: 'claude', settings, apiKey: 'sk-other' });
  const right = await operator.post('/api/operator/serving/test', { name: 'claude', settings, apiKey: API_KEY });
  await change('engines', { name: 'claude', settings, apiKey: API_KEY });
  await change('models', { model: 'svc-glacier', engines: [{ engine: 'claude' }] });

  expect(wrong.json).toMatchObject({ ok: false, text: 'status 401' });
  expect(right.json).toMatchObject({ ok: true, text: HELLO.content[0].text });
  const { engines, exported } = await look();
  expect(engines.find(({ name }) => name === 'claude')).toMatchObject({ settings, hasKey: true });
  expect(exported.engines).toMatchObject({ claude: settings });
  const answer = await own.post({ messages: [USER] });
  expect(await answer.text()).toContain(HELLO.content[0].text);
});
