/** The official client: tools, from the offer to the result, in JSON and in streams. */
import { describe, expect, test } from 'bun:test';
import OpenAI from 'openai';
import { lendServices } from '../support/lent-services.ts';
import { answerText, answerToolCalls, inTurn } from '../support/scripted-upstream.ts';
import { asked, collect, HELLO, orderOf, rejection, toolNamed } from './client.fixture.ts';

const lendService = lendServices();

const WEATHER = toolNamed('weather');
const TIME = toolNamed('time');
const NEWS = toolNamed('news');
const CALL = { id: 'call_a1', name: 'weather', arguments: { city: 'Brno' } };
const CALL_ON_WIRE = {
  id: 'call_a1',
  type: 'function' as const,
  function: { name: 'weather', arguments: '{"city":"Brno"}' },
};

describe.each(['svc-frost', 'svc-glacier'])('%s', (model) => {
  test('calls a tool and takes its result', async () => {
    await using service = await lendService();
    service.upstream.play(inTurn(answerToolCalls([CALL]), answerText('It rains.')));
    const client = service.client();

    const first = await client.chat.completions.create({ model, messages: HELLO, tools: [WEATHER] });
    const message = first.choices[0]!.message;
    const second = await client.chat.completions.create({
      model,
      messages: [...HELLO, message, { role: 'tool', tool_call_id: message.tool_calls![0]!.id, content: 'rain' }],
      tools: [WEATHER],
      tool_choice: 'auto',
      parallel_tool_calls: false,
    });

    expect(first.choices[0]).toMatchObject({ finish_reason: 'tool_calls', logprobs: null });
    expect<object>(message).toEqual({ role: 'assistant', content: null, tool_calls: [CALL_ON_WIRE], refusal: null });
    expect(second.choices[0]?.message.content).toBe('It rains.');
    expect(asked(service, 0)).toEqual({
      model: 'test-model',
      messages: [{ role: 'user', content: 'Hello' }],
      max_tokens: 8192,
      tools: [WEATHER],
      stream: false,
    });
    expect(asked(service, 1)).toEqual({
      model: 'test-model',
      messages: [
        { role: 'user', content: 'Hello' },
        { role: 'assistant', content: null, tool_calls: [CALL_ON_WIRE] },
        { role: 'tool', tool_call_id: 'call_a1', content: 'rain' },
      ],
      max_tokens: 8192,
      tools: [WEATHER],
      tool_choice: 'auto',
      parallel_tool_calls: false,
      stream: false,
    });
  });

  test('streams a call: its id, type and name once, then only pieces of its arguments', async () => {
    await using service = await lendService();
    service.upstream.play(answerToolCalls([CALL]));

    const chunks = await collect(
      await service.client().chat.completions.create({ model, messages: HELLO, tools: [WEATHER], stream: true }),
    );

    const [role, start, ...pieces] = chunks.map((chunk) => chunk.choices[0]!);
    const end = pieces.pop();
    expect(role?.delta).toEqual({ role: 'assistant', content: '' });
    expect(start?.delta).toEqual({
      tool_calls: [{ index: 0, id: 'call_a1', type: 'function', function: { name: 'weather', arguments: '' } }],
    });
    for (const piece of pieces) {
      expect(piece.delta).toEqual({ tool_calls: [{ index: 0, function: { arguments: expect.any(String) } }] });
    }
    expect(pieces.map((piece) => piece.delta.tool_calls?.[0]?.function?.arguments).join('')).toBe('{"city":"Brno"}');
    expect(end).toMatchObject({ delta: {}, finish_reason: 'tool_calls' });
  });
});

test.each([false, true])('the tool runner of the client runs to its end, with stream: %p', async (stream) => {
  await using service = await lendService();
  service.upstream.play(
    inTurn(answerToolCalls([CALL, { id: 'call_b2', name: 'time', arguments: { city: 'Brno' } }]), answerText('Done.')),
  );
  const ran: string[] = [];
  const tool = (name: string) => ({
    type: 'function' as const,
    function: {
      ...toolNamed(name).function,
      parse: JSON.parse,
      function: ({ city }: { city: string }) => {
        ran.push(`${name} of ${city}`);
        return `${name}!`;
      },
    },
  });

  const params = { model: 'svc-glacier', messages: HELLO, tools: [tool('weather'), tool('time')] };
  const { completions } = service.client().chat;
  const runner = stream ? completions.runTools({ ...params, stream }) : completions.runTools({ ...params, stream });

  expect(await runner.finalContent()).toBe('Done.');
  expect(ran).toEqual(['weather of Brno', 'time of Brno']);
  expect(asked(service, 1).messages).toEqual([
    { role: 'user', content: 'Hello' },
    {
      role: 'assistant',
      content: stream ? '' : null,
      tool_calls: [
        CALL_ON_WIRE,
        { id: 'call_b2', type: 'function', function: { name: 'time', arguments: '{"city":"Brno"}' } },
      ],
    },
    { role: 'tool', tool_call_id: 'call_a1', content: 'weather!' },
    { role: 'tool', tool_call_id: 'call_b2', content: 'time!' },
  ]);
});

test.each([
  ['none', 'none'],
  ['auto', 'auto'],
  ['required', 'required'],
  [null, undefined],
  [
    { type: 'function', function: { name: 'time' } },
    { type: 'function', function: { name: 'time' } },
  ],
  [[{ type: 'function', function: { name: 'time' } }], { type: 'function', function: { name: 'time' } }],
] as const)('tool_choice %j reaches the engine, with all tools', async (tool_choice, sent) => {
  await using service = await lendService();

  await service
    .client()
    .chat.completions.create(
      orderOf({ model: 'svc-frost', messages: HELLO, tools: [WEATHER, TIME, NEWS], tool_choice }),
    );

  expect(asked(service).tool_choice).toEqual(sent);
  expect(asked(service).tools).toEqual([WEATHER, TIME, NEWS]);
});

test('an array of named functions means that one of these must be called', async () => {
  await using service = await lendService();
  const named = [NEWS, WEATHER].map(({ function: { name } }) => ({ type: 'function', function: { name } }));

  await service
    .client()
    .chat.completions.create(orderOf({ messages: HELLO, tools: [WEATHER, TIME, NEWS], tool_choice: named }));

  expect(asked(service)).toMatchObject({ tools: [WEATHER, NEWS], tool_choice: 'required' });
});

test('a tool may come without parameters or with the habits of schema writers, and arrives as it was written', async () => {
  await using service = await lendService();
  const tools = [
    { type: 'function', function: { name: 'now' } },
    {
      type: 'function',
      name: 'strict_one',
      function: {
        name: 'strict_one',
        description: 'x'.repeat(10_000),
        strict: true,
        parameters: {
          $schema: 'http://json-schema.org/draft-07/schema#',
          type: 'object',
          properties: {
            size: { anyOf: [{ type: 'integer', exclusiveMinimum: 0, default: 3 }, { type: 'null' }] },
            code: { oneOf: [{ type: 'string', pattern: '^[a-z]+$' }] },
          },
        },
      },
    },
    ...Array.from({ length: 15 }, (_, i) => toolNamed(`tool_${i}`)),
  ];

  await service.client().chat.completions.create(orderOf({ messages: HELLO, tools }));

  const { name: _, ...second } = tools[1] as { name: string };
  expect(asked(service).tools).toEqual([tools[0], second, ...tools.slice(2)]);
});

test('null and empty tools are no tools', async () => {
  await using service = await lendService();
  const client = service.client();

  await client.chat.completions.create(orderOf({ messages: HELLO, tools: null, tool_choice: null }));
  await client.chat.completions.create(orderOf({ messages: HELLO, tools: [], parallel_tool_calls: null }));

  for (const n of [0, 1]) expect(Object.keys(asked(service, n))).toEqual(['model', 'max_tokens', 'stream', 'messages']);
});

test.each([
  ['A', 'svc-polaris', { tools: [WEATHER] }, 'tools', 'svc-frost or svc-glacier'],
  ['A', 'svc-polaris', { tool_choice: 'auto' }, 'tool_choice', 'svc-frost or svc-glacier'],
  ['B', 'svc-1', { tools: [WEATHER], tool_choice: 'auto' }, 'tools', 'no model of this service'],
  ['B', 'svc-1-think', { tools: [WEATHER] }, 'tools', 'no model of this service'],
] as const)('in Variant %s, %s refuses %j and says who takes it', async (catalogue, model, extra, param, hint) => {
  await using service = await lendService({ catalogue });

  const error = await rejection(
    service.client().chat.completions.create(orderOf({ model, messages: HELLO, ...extra })),
  );

  expect(error).toBeInstanceOf(OpenAI.BadRequestError);
  expect(error).toMatchObject({ status: 400, type: 'invalid_request_error', code: 'unsupported_parameter', param });
  expect(error.message).toContain(hint);
  expect(service.upstream.requests).toHaveLength(0);
});

test.each([
  [{ tool_choice: 'required' }, 'tool_choice needs tools to choose from'],
  [
    { tools: [WEATHER], tool_choice: { type: 'function', function: { name: 'time' } } },
    'tool_choice names the function "time", which is not among tools',
  ],
  [{ tools: [WEATHER], tool_choice: 'sometimes' }, 'tool_choice must be "none", "auto", "required"'],
  [{ tools: [{ type: 'function', function: {} }] }, 'tools[0].function.name'],
  [{ tools: [{ type: 'web_search' }] }, 'tools[0].type'],
] as const)('a mistake in the tools is a 400 that says which: %j', async (extra, sentence) => {
  await using service = await lendService();

  const error = await rejection(service.client().chat.completions.create(orderOf({ messages: HELLO, ...extra })));

  expect(error).toMatchObject({ status: 400, type: 'invalid_request_error' });
  expect(error.message).toContain(sentence);
});

test('in Variant B a conversation with tool calls is a 400 that says why', async () => {
  await using service = await lendService({ catalogue: 'B' });
  const called = { role: 'assistant' as const, content: null, tool_calls: [CALL_ON_WIRE] };
  const result = { role: 'tool' as const, tool_call_id: 'call_a1', content: 'rain' };
  const { completions } = service.client().chat;

  const errors = [
    await rejection(completions.create({ model: 'svc-1', messages: [...HELLO, called] })),
    await rejection(completions.create({ model: 'svc-1', messages: [...HELLO, result] })),
  ];

  expect(errors.map((error) => error.param)).toEqual(['messages[1].tool_calls', 'messages[1].role']);
  for (const error of errors) expect(error.message).toContain('no model here takes tools');
});

test('arguments can be checked against a schema by the client', async () => {
  await using service = await lendService();
  service.upstream.play(answerToolCalls([CALL]));
  const strict = { type: 'function' as const, function: { ...WEATHER.function, strict: true } };

  const completion = await service
    .client()
    .chat.completions.parse({ model: 'svc-glacier', messages: HELLO, tools: [strict] });

  expect(completion.choices[0]?.message.tool_calls).toMatchObject([
    { function: { parsed_arguments: { city: 'Brno' } } },
  ]);
  expect(asked(service).tools).toEqual([strict]);
});
