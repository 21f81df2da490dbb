/** Shapes that real clients send beside the plain ones, each decided by itself. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import type OpenAI from 'openai';
import { answerText, answerToolCalls } from '../support/scripted-upstream.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService({ env: { BOREAL_LIMITS_REQUESTS_PER_MINUTE: '100000' } });
});
beforeEach(() => service.upstream.play(answerText('Hi')));
afterAll(() => service.stop());

type Sent = { readonly messages: readonly Record<string, unknown>[] } & Readonly<Record<string, unknown>>;

/** The engine's request of a call that was answered. */
async function reached(body: Record<string, unknown>): Promise<Sent> {
  const response = await service.post({ model: 'svc-frost', messages: [{ role: 'user', content: 'Hi' }], ...body });
  expect({ status: response.status, text: response.ok || (await response.text()) }).toEqual({
    status: 200,
    text: true,
  });
  await response.text();
  return JSON.parse(service.upstream.requests.at(-1)!.rawBody) as Sent;
}

describe('a limit of tokens', () => {
  test.each(['max_tokens', 'max_completion_tokens'])('%s of -1 is none', async (field) => {
    expect((await reached({ [field]: -1 })).max_tokens).toBe(8192);
  });

  test('that is given counts beside a -1', async () => {
    expect((await reached({ max_tokens: -1, max_completion_tokens: 7 })).max_tokens).toBe(7);
  });

  test.each([0, -2])('of %d is refused', async (tokens) => {
    const response = await service.post({ messages: [{ role: 'user', content: 'Hi' }], max_tokens: tokens });

    expect(response.status).toBe(400);
    expect(await response.text()).toContain('max_tokens must be at least 1.');
  });
});

describe('an assistant that says nothing', () => {
  test.each([
    ['null', { content: null }],
    ['nothing', {}],
    ['no parts', { content: [] }],
    ['a refusal', { content: [{ type: 'refusal', refusal: 'No.' }] }],
    ['a thought', { content: [{ type: 'thinking', thinking: 'Hm.', signature: 'x' }] }],
  ])('may send %s: it is an empty text', async (_, said) => {
    const { messages } = await reached({
      messages: [
        { role: 'assistant', ...said },
        { role: 'user', content: 'Hi' },
      ],
    });

    expect(messages[0]).toEqual({ role: 'assistant', content: '' });
  });

  test('keeps null beside tool calls', async () => {
    const call = { id: '1', type: 'function', function: { name: 'f', arguments: '{}' } };
    const { messages } = await reached({
      messages: [
        { role: 'assistant', content: null, tool_calls: [call] },
        { role: 'tool', content: null, tool_call_id: '1' },
      ],
    });

    expect(messages).toMatchObject([
      { content: null, tool_calls: [call] },
      { role: 'tool', content: '' },
    ]);
  });

  test('text beside thoughts and refusals is kept, and nothing of them', async () => {
    const content = [
      { type: 'thinking', thinking: 'secret' },
      { type: 'text', text: 'a' },
      { type: 'redacted_thinking', data: 'x' },
      { type: 'text', text: 'b' },
    ];
    const { messages } = await reached({
      messages: [
        { role: 'assistant', content },
        { role: 'user', content: 'Hi' },
      ],
    });

    expect(messages[0]).toEqual({ role: 'assistant', content: 'ab' });
  });

  test.each([
    ['thinking of a user', 'user', [{ type: 'thinking', thinking: 'x' }]],
    ['an image of an assistant', 'assistant', [{ type: 'image_url', image_url: { url: 'x' } }]],
    ['no parts of a user', 'user', []],
  ])('%s is refused as before', async (_, role, content) => {
    expect((await service.post({ messages: [{ role, content }] })).status).toBe(400);
  });
});

const TOOLS = ['a', 'b', 'c'].map((name) => ({ type: 'function', function: { name } }));
const allowed = (mode: string, ...names: readonly string[]) => ({
  type: 'allowed_tools',
  allowed_tools: { mode, tools: names.map((name) => ({ type: 'function', function: { name } })) },
});

describe('allowed_tools', () => {
  test.each(['auto', 'required'])('offers only these, with the mode %s', async (mode) => {
    const sent = await reached({ tools: TOOLS, tool_choice: allowed(mode, 'a', 'c') });

    expect(sent.tools).toEqual([TOOLS[0], TOOLS[2]]);
    expect(sent.tool_choice).toBe(mode);
  });

  test('that are not among the tools are refused', async () => {
    const messages = [{ role: 'user', content: 'Hi' }];
    const response = await service.post({ messages, tools: TOOLS, tool_choice: allowed('auto', 'x') });

    expect(response.status).toBe(400);
    expect(await response.text()).toContain('which is not among tools');
  });
});

describe('the older form of tools', () => {
  const functions = [{ name: 'weather', description: 'The weather.', parameters: { type: 'object' } }];
  const call = { name: 'weather', arguments: '{"city":"Brno"}' };
  const ask = { model: 'svc-frost', functions, messages: [{ role: 'user' as const, content: 'Hi' }] };

  test('reaches the engine as tools', async () => {
    const sent = await reached({ functions, function_call: { name: 'weather' } });

    expect(sent).toMatchObject({
      tools: [{ type: 'function', function: functions[0] }],
      tool_choice: { type: 'function', function: { name: 'weather' } },
      parallel_tool_calls: false,
    });
    expect(sent).not.toHaveProperty('functions');
  });

  test('is answered in the older form, which the official client reads', async () => {
    service.upstream.play(answerToolCalls([{ id: 'call_1', name: call.name, arguments: call.arguments }]));

    const completion = await service.client().chat.completions.create(ask);

    expect(completion.choices[0]).toMatchObject({
      finish_reason: 'function_call',
      message: { content: null, function_call: call },
    });
    expect(completion.choices[0]!.message).not.toHaveProperty('tool_calls');
  });

  test('is streamed in the older form', async () => {
    service.upstream.play(answerToolCalls([{ id: 'call_1', name: call.name, arguments: call.arguments }]));
    const deltas: OpenAI.ChatCompletionChunk.Choice[] = [];
    for await (const { choices } of await service.client().chat.completions.create({ ...ask, stream: true })) {
      deltas.push(...choices);
    }

    const calls = deltas.flatMap(({ delta }) => delta.function_call ?? []);
    expect(calls.map(({ name }) => name ?? '').join('')).toBe('weather');
    expect(calls.map((one) => one.arguments ?? '').join('')).toBe(call.arguments);
    expect(deltas.at(-1)!.finish_reason).toBe('function_call');
    expect(deltas.some(({ delta }) => delta.tool_calls)).toBe(false);
  });

  test('calls and results of earlier turns belong together', async () => {
    const { messages } = await reached({
      functions,
      messages: [
        { role: 'user', content: 'Brno?' },
        { role: 'assistant', content: null, function_call: call },
        { role: 'function', name: 'weather', content: 'Rain.' },
      ],
    });

    expect(messages.slice(1)).toEqual([
      { role: 'assistant', content: null, tool_calls: [{ id: 'call_1', type: 'function', function: call }] },
      { role: 'tool', tool_call_id: 'call_1', content: 'Rain.' },
    ]);
  });

  test.each([
    ['beside tools', { tools: TOOLS, functions }, 'functions'],
    [
      'with a result that nothing asked for',
      { functions, messages: [{ role: 'function', name: 'x', content: 'y' }] },
      'messages[0].name',
    ],
    ['with a choice that is not offered', { functions, function_call: { name: 'x' } }, 'tool_choice'],
    ['on a model without tools', { functions, model: 'svc-polaris' }, 'tools'],
  ])('%s is refused', async (_, body, param) => {
    const response = await service.post({ messages: ask.messages, ...body });

    expect(response.status).toBe(400);
    expect(((await response.json()) as { error: { param: string } }).error.param).toBe(param);
  });
});
