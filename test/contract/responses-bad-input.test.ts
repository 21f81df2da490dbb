/** POST /v1/responses: what each part of a request may not be, and what the refusal says. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { TestService } from '../support/service.ts';
import { expectRefused, INVALID, INVALID_BODY, NO_KEY, startOpenService } from './bad-input.fixture.ts';

let service: TestService;
beforeAll(async () => {
  service = await startOpenService();
});
afterAll(() => service.stop());

const send = (body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${service.url}/responses`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const asking = (fields: object) => ({ model: 'svc-frost', input: 'Say something.', ...fields });
const item = (value: unknown) => ({ model: 'svc-frost', input: [value] });

const FIELDS: readonly [name: string, param: string, message: RegExp, body: object][] = [
  ['no input', 'input', /is missing/, { model: 'svc-frost' }],
  ['an empty input', 'input', /not be empty/, asking({ input: '' })],
  ['an empty list of items', 'input', /not be empty/, asking({ input: [] })],
  ['input that is a number', 'input', /a string or an array of items/, asking({ input: 7 })],
  ['instructions that are a list', 'instructions', /a string/, asking({ instructions: [] })],
  ['a limit of zero', 'max_output_tokens', /at least 1/, asking({ max_output_tokens: 0 })],
  ['a broken limit', 'max_output_tokens', /whole number/, asking({ max_output_tokens: 1.5 })],
  ['a temperature above 2', 'temperature', /at most 2/, asking({ temperature: 2.1 })],
  ['top_p above 1', 'top_p', /at most 1/, asking({ top_p: 1.1 })],
  ['stream that is a text', 'stream', /a boolean/, asking({ stream: 'yes' })],
  ['store that is a number', 'store', /a boolean/, asking({ store: 1 })],
  ['background that is a text', 'background', /a boolean/, asking({ background: 'yes' })],
  ['background that is not kept', 'store', /kept to be read later/, asking({ background: true, store: false })],
  ['a conversation that is a number', 'conversation', /an id/, asking({ conversation: 1 })],
  [
    'a conversation and a previous response',
    'conversation',
    /together with previous_response_id/,
    asking({ conversation: 'conv_1', previous_response_id: 'resp_1' }),
  ],
  ['a stored prompt', 'prompt', /not supported/, asking({ prompt: { id: 'pmpt_1' } })],
  [
    'context management',
    'context_management',
    /not supported/,
    asking({ context_management: [{ type: 'compaction' }] }),
  ],
  ['an unknown effort', 'reasoning.effort', /one of/, asking({ reasoning: { effort: 'heroic' } })],
  ['a summary that is no text', 'reasoning.summary', /a string/, asking({ reasoning: { summary: 1 } })],
  ['something to include that is no text', 'include[0]', /a string/, asking({ include: [7] })],
  ['a truncation that is no text', 'truncation', /a string/, asking({ truncation: true })],
  ['metadata that is no text', 'metadata.a', /a string/, asking({ metadata: { a: 1 } })],
  [
    'too much metadata',
    'metadata',
    /at most 16/,
    asking({ metadata: Object.fromEntries(Array.from({ length: 17 }, (_, i) => [`k${i}`, 'v'])) }),
  ],
  [
    'an unknown form',
    'text.format.type',
    /"text", "json_object" or "json_schema"/,
    asking({ text: { format: { type: 'xml' } } }),
  ],
  [
    'a schema without a name',
    'text.format.name',
    /is missing/,
    asking({ text: { format: { type: 'json_schema', schema: {} } } }),
  ],
  ['top_logprobs above 20', 'top_logprobs', /at most 20/, asking({ top_logprobs: 21 })],
];

const ITEMS: readonly [name: string, param: string, message: RegExp, value: unknown][] = [
  ['a number', 'input[0]', /must be an object/, 7],
  ['a web search', 'input[0].type', /may not be "web_search_call"/, { type: 'web_search_call', id: 'ws_1' }],
  ['a computer call', 'input[0].type', /may not be "computer_call"/, { type: 'computer_call' }],
  ['a message without a role', 'input[0].role', /one of|missing/, { type: 'message', content: 'a' }],
  ['an unknown role', 'input[0].role', /one of/, { role: 'tool', content: 'a' }],
  [
    'an image that is none',
    'input[0].content[0].image_url',
    /must be a data: URL in base64/,
    { role: 'user', content: [{ type: 'input_image', image_url: 'data:' }] },
  ],
  [
    'a stored file',
    'input[0].content[0].file_data',
    /there are no stored files/,
    { role: 'user', content: [{ type: 'input_file', file_id: 'f' }] },
  ],
  ['a call without an id', 'input[0].call_id', /is missing/, { type: 'function_call', name: 'f', arguments: '{}' }],
  [
    'an output without a call',
    'input',
    /No tool call found/,
    { type: 'function_call_output', call_id: 'c', output: 'x' },
  ],
  ['a reference to nothing', 'input[0].id', /not kept/, { type: 'item_reference', id: 'msg_nothing' }],
];

const TOOL = { type: 'function', name: 'look' };
const TOOLS: readonly [name: string, param: string, message: RegExp, body: object][] = [
  ...['computer_use_preview', 'local_shell', 'apply_patch', 'shell'].map(
    (type) =>
      [`the tool ${type}`, 'tools[0].type', new RegExp(`may not be "${type}"`), asking({ tools: [{ type }] })] as [
        string,
        string,
        RegExp,
        object,
      ],
  ),
  ['a function without a name', 'tools[0].name', /is missing|letters/, asking({ tools: [{ type: 'function' }] })],
  [
    'too many tools',
    'tools',
    /at most 128/,
    asking({ tools: Array.from({ length: 129 }, (_, i) => ({ type: 'function', name: `f${i}` })) }),
  ],
  ['two tools of one name', 'tools', /two tools/, asking({ tools: [TOOL, TOOL] })],
  [
    'a choice that is not offered',
    'tool_choice',
    /not among tools/,
    asking({ tools: [TOOL], tool_choice: { type: 'function', name: 'g' } }),
  ],
  ['a call that is required of nothing', 'tool_choice', /needs tools/, asking({ tool_choice: 'required' })],
  [
    'a hosted tool as the choice',
    'tool_choice.type',
    /one of/,
    asking({ tools: [TOOL], tool_choice: { type: 'web_search' } }),
  ],
];

describe('a field', () => {
  test.each(FIELDS)('may not be %s', async (_, param, message, body) => {
    await expectRefused(service, () => send(body), { ...INVALID, param, message });
  });
});

describe('an item', () => {
  test.each(ITEMS)('may not be %s', async (_, param, message, value) => {
    await expectRefused(service, () => send(item(value)), { ...INVALID, param, message });
  });
});

describe('tools', () => {
  test.each(TOOLS)('may not be %s', async (_, param, message, body) => {
    await expectRefused(service, () => send(body), { ...INVALID, param, message });
  });

  test('are refused by a model without tools, in the words of this dialect', async () => {
    await expectRefused(service, () => send({ model: 'svc-polaris', input: 'Hi', tools: [TOOL] }), {
      ...INVALID,
      code: 'unsupported_parameter',
      param: 'tools',
    });
  });

  test('are refused where no model has any, calls and their outputs, too', async () => {
    await using other = await startOpenService({ BOREAL_CATALOGUE: 'B' });
    const call = { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' };
    const response = await fetch(`${other.url}/responses`, {
      method: 'POST',
      headers: { authorization: `Bearer ${other.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ input: [call] }),
    });

    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { param: 'input[0].type' } });
  });
});

describe('what is refused before a field is read', () => {
  test('a body that is no JSON, a field twice, no key', async () => {
    await expectRefused(service, () => send('{'), INVALID_BODY);
    await expectRefused(service, () => send('{"input":"a","input":"b"}'), INVALID_BODY);
    await expectRefused(service, () => send(asking({}), { authorization: 'Bearer wrong' }), NO_KEY);
  });

  test('another method, and a path below that does not exist', async () => {
    const get = await fetch(`${service.url}/responses`, { headers: { authorization: `Bearer ${service.key}` } });
    const below = await fetch(`${service.url}/responses/elsewhere`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.key}` },
    });

    expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST']);
    // What is no path of its own is the id of a response, which is not posted to.
    expect([below.status, below.headers.get('allow')]).toEqual([405, 'GET, DELETE']);
  });
});

test('every optional field may be null, which means absent', async () => {
  const names = [
    'model',
    'instructions',
    'max_output_tokens',
    'temperature',
    'top_p',
    'stream',
    'stream_options',
    'store',
    'previous_response_id',
    'tools',
    'tool_choice',
    'parallel_tool_calls',
    'text',
    'reasoning',
    'include',
    'top_logprobs',
    'truncation',
    'metadata',
    'max_tool_calls',
    'user',
    'safety_identifier',
    'prompt_cache_key',
    'service_tier',
    'background',
    'conversation',
    'prompt',
    'context_management',
    'moderation',
  ];

  const response = await send({ input: 'Hi', ...Object.fromEntries(names.map((name) => [name, null])) });

  expect(response.status).toBe(200);
});
