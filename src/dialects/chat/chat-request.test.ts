import { describe, expect, test } from 'bun:test';
import type { JsonObject } from '../../core/chat.ts';
import { ServiceError } from '../../core/errors.ts';
import { createRequestReader, type RequestRules } from './chat-request.ts';

const tooMany = (max: number, count: number) =>
  `This model's maximum context length is ${max} messages. However, your request has ${count} messages. Please reduce the length of the messages.`;
const RULES: RequestRules = {
  messagesMax: 300,
  toolsMax: 3,
  stopMax: 4,
  hasTools: true,
  attachmentBytesMax: 1000,
  defaultModel: 'svc-glacier',
};
const HI = [{ role: 'user', content: 'Hi' }];
const F = { type: 'function', function: { name: 'f' } };

const read = (fields: JsonObject, rules: Partial<RequestRules> = {}) =>
  createRequestReader({ ...RULES, ...rules })({ messages: HI, ...fields });

/** The sentence of the refusal. Its first word is also the parameter, unless the body as a whole is at fault. */
function refusal(fields: JsonObject, rules: Partial<RequestRules> = {}): string {
  try {
    read(fields, rules);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.code === 'context_length_exceeded') {
      expect(error.details.param).toBe('messages');
      return error.message;
    }
    expect(error.code).toBe('invalid_request');
    expect(error.details.param).toBe(error.message.split(' ')[0]!);
    return error.message;
  }
  return 'accepted';
}

const messageRefusal = (message: unknown) => refusal({ messages: [message] });

test('a request with messages alone has defaults for the rest', () => {
  expect(read({})).toEqual({
    model: 'svc-glacier',
    messages: [{ role: 'user', content: 'Hi' }],
    stream: false,
    includeUsage: false,
  });
});

test('a request with every field is read as a whole', () => {
  const request = read({
    model: 'svc-frost',
    max_tokens: 10,
    temperature: 0.5,
    top_p: 0.9,
    n: 1,
    stream: true,
    stream_options: { include_usage: true },
    stop: ['a', 'b'],
    seed: -7,
    presence_penalty: 1,
    frequency_penalty: -1,
    logprobs: true,
    top_logprobs: 5,
    logit_bias: { '42': -100 },
    response_format: { type: 'json_object' },
    tools: [F],
    tool_choice: 'auto',
    parallel_tool_calls: false,
    reasoning_effort: 'high',
    user: 'ann',
    metadata: { any: 'thing' },
  });

  expect(request).toEqual({
    model: 'svc-frost',
    messages: [{ role: 'user', content: 'Hi' }],
    maxOutputTokens: 10,
    temperature: 0.5,
    topP: 0.9,
    stream: true,
    includeUsage: true,
    stop: ['a', 'b'],
    seed: -7,
    presencePenalty: 1,
    frequencyPenalty: -1,
    logprobs: true,
    topLogprobs: 5,
    logitBias: { '42': -100 },
    responseFormat: { type: 'json_object' },
    tools: [{ name: 'f' }],
    toolChoice: { mode: 'auto' },
    parallelToolCalls: false,
    reasoningEffort: 'high',
    user: 'ann',
    note: { user: 'ann', metadata: { any: 'thing' } },
  });
});

const OPTIONAL_FIELDS = [
  'model',
  'max_tokens',
  'max_completion_tokens',
  'temperature',
  'top_p',
  'n',
  'stream',
  'stream_options',
  'stop',
  'seed',
  'presence_penalty',
  'frequency_penalty',
  'logprobs',
  'top_logprobs',
  'logit_bias',
  'response_format',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'reasoning_effort',
  'user',
  'metadata',
];

test.each(OPTIONAL_FIELDS)('%s of null is as if it were not there', (field) => {
  expect(read({ [field]: null })).toEqual(read({}));
});

test('unknown fields are dropped, at the top and inside', () => {
  const request = read({
    api_base: 'http://evil',
    chat_template: 'x',
    grammar: 'y',
    messages: [{ role: 'user', content: 'Hi', cache_control: { type: 'ephemeral' } }],
  });

  expect(request).toEqual(read({}));
});

describe('plain fields', () => {
  test.each<readonly [field: string, valid: readonly unknown[]]>([
    ['model', ['svc-glacier', 'no-such-model', '']],
    ['max_tokens', [1, 8192, 1e6, 10.0]],
    ['max_completion_tokens', [1, 8192]],
    ['temperature', [0, 2, 0.7]],
    ['top_p', [0, 1, 0.5]],
    ['n', [1]],
    ['stream', [true, false]],
    ['stop', ['a', ['a'], ['a', 'b', 'c', 'd'], []]],
    ['seed', [0, -1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]],
    ['presence_penalty', [-2, 0, 2]],
    ['frequency_penalty', [-2, 0, 2]],
    ['logprobs', [true, false]],
    ['logit_bias', [{}, { '0': -100 }, { '9999999': 100 }]],
    ['response_format', [{ type: 'text' }, { type: 'json_object' }]],
    ['tools', [[], [F], [F, F, F]]],
    ['tool_choice', ['none', 'auto']],
    ['parallel_tool_calls', [true, false]],
    ['reasoning_effort', ['none', 'minimal', 'low', 'medium', 'high', 'xhigh']],
    ['user', ['', 'x'.repeat(512)]],
    ['metadata', [{}, { a: { b: 1 } }]],
  ])('%s may be any of %j', (field, valid) => {
    for (const value of valid) expect(refusal({ [field]: value }), JSON.stringify(value)).toBe('accepted');
  });

  test.each<readonly [field: string, value: unknown, sentence: string]>([
    ['model', 7, 'model must be a string.'],
    ['max_tokens', 0, 'max_tokens must be at least 1.'],
    ['max_tokens', -2, 'max_tokens must be at least 1.'],
    ['max_tokens', 1.5, 'max_tokens must be a whole number.'],
    ['max_tokens', '5', 'max_tokens must be a number.'],
    ['max_tokens', Number.POSITIVE_INFINITY, 'max_tokens must be a number.'],
    ['max_tokens', 2 ** 53, 'max_tokens must be at most 9007199254740991.'],
    ['max_completion_tokens', 0, 'max_completion_tokens must be at least 1.'],
    ['temperature', -0.001, 'temperature must be at least 0.'],
    ['temperature', 2.001, 'temperature must be at most 2.'],
    ['temperature', '1', 'temperature must be a number.'],
    ['top_p', -0.001, 'top_p must be at least 0.'],
    ['top_p', 1.001, 'top_p must be at most 1.'],
    ['n', 0, 'n must be at least 1.'],
    ['n', 5, 'n must be at most 4: so many answers a request can have.'],
    ['stream', 'true', 'stream must be a boolean.'],
    ['stream', 1, 'stream must be a boolean.'],
    ['stream_options', true, 'stream_options must be an object.'],
    ['stream_options', { include_usage: 1 }, 'stream_options.include_usage must be a boolean.'],
    ['stop', '', 'stop must not be empty.'],
    ['stop', [''], 'stop[0] must not be empty.'],
    ['stop', [7], 'stop[0] must be a string.'],
    ['stop', 7, 'stop must be a non-empty string or an array of at most 4 such strings.'],
    ['stop', ['a', 'b', 'c', 'd', 'e'], 'stop must be a non-empty string or an array of at most 4 such strings.'],
    ['seed', 1.5, 'seed must be a whole number.'],
    ['presence_penalty', -2.001, 'presence_penalty must be at least -2.'],
    ['frequency_penalty', 2.001, 'frequency_penalty must be at most 2.'],
    ['logprobs', 1, 'logprobs must be a boolean.'],
    ['top_logprobs', -1, 'top_logprobs must be at least 0.'],
    ['top_logprobs', 21, 'top_logprobs must be at most 20.'],
    ['logit_bias', [], 'logit_bias must be an object.'],
    ['logit_bias', { the: 1 }, 'logit_bias must have token ids as its keys.'],
    ['logit_bias', { '12345678': 1 }, 'logit_bias must have token ids as its keys.'],
    ['logit_bias', { '5': 100.5 }, 'logit_bias.5 must be at most 100.'],
    ['logit_bias', { '5': 'x' }, 'logit_bias.5 must be a number.'],
    ['response_format', 'json', 'response_format must be "text", "json_object" or "json_schema".'],
    ['response_format', { type: 'xml' }, 'response_format.type must be "text", "json_object" or "json_schema".'],
    ['response_format', { type: 'json_schema' }, 'response_format.json_schema is missing; it must be an object.'],
    ['parallel_tool_calls', 1, 'parallel_tool_calls must be a boolean.'],
    [
      'reasoning_effort',
      'most',
      'reasoning_effort must be one of "none", "minimal", "low", "medium", "high", "xhigh", "max".',
    ],
    ['user', 'x'.repeat(513), 'user must have at most 512 characters.'],
    ['metadata', 'x', 'metadata must be an object.'],
  ])('%s may not be %j', (field, value, sentence) => {
    expect(refusal({ [field]: value })).toBe(sentence);
  });
});

describe('the length of the answer', () => {
  test('may be given under either name', () => {
    expect(read({ max_tokens: 5 }).maxOutputTokens).toBe(5);
    expect(read({ max_completion_tokens: 5 }).maxOutputTokens).toBe(5);
  });

  test('given under both names is the smaller one', () => {
    expect(read({ max_tokens: 5, max_completion_tokens: 7 }).maxOutputTokens).toBe(5);
    expect(read({ max_tokens: 7, max_completion_tokens: 5 }).maxOutputTokens).toBe(5);
    expect(read({ max_tokens: null, max_completion_tokens: 5 }).maxOutputTokens).toBe(5);
  });
});

describe('fields that depend on each other', () => {
  test('stream_options need a stream', () => {
    expect(refusal({ stream_options: {} })).toBe('stream_options is allowed only when stream is true.');
    expect(refusal({ stream: false, stream_options: { include_usage: true } })).toContain('only when stream is true');
    expect(read({ stream: true, stream_options: {} }).includeUsage).toBe(false);
    expect(read({ stream: true, stream_options: { include_usage: null } }).includeUsage).toBe(false);
    expect(read({ stream: true, stream_options: { include_usage: false } }).includeUsage).toBe(false);
  });

  test('top_logprobs need logprobs', () => {
    expect(refusal({ top_logprobs: 0 })).toBe('top_logprobs needs logprobs to be true.');
    expect(refusal({ top_logprobs: 2, logprobs: false })).toBe('top_logprobs needs logprobs to be true.');
    expect(read({ top_logprobs: 20, logprobs: true }).topLogprobs).toBe(20);
  });

  test('one stop sequence and an array of one are the same; an empty array is none', () => {
    expect(read({ stop: 'END' })).toEqual(read({ stop: ['END'] }));
    expect(read({ stop: [] })).toEqual(read({}));
  });
});

describe('messages', () => {
  const messages = (count: number) => ({ messages: Array.from({ length: count }, () => HI[0]) });

  test('are 1 to 300', () => {
    expect(refusal(messages(1))).toBe('accepted');
    expect(refusal(messages(300))).toBe('accepted');
    expect(refusal(messages(0))).toBe('messages must have at least 1 element.');
    expect(refusal(messages(301))).toBe(tooMany(300, 301));
  });

  test('have a number the operator may change', () => {
    expect(refusal(messages(2), { messagesMax: 1 })).toBe(tooMany(1, 2));
  });

  test.each<readonly [value: unknown, sentence: string]>([
    [undefined, 'messages is missing; it must be an array.'],
    [null, 'messages must be an array.'],
    ['Hi', 'messages must be an array.'],
    [{}, 'messages must be an array.'],
    [['Hi'], 'messages[0] must be an object.'],
    [[HI[0], null], 'messages[1] must be an object.'],
    [[[]], 'messages[0] must be an object.'],
  ])('may not be %j', (value, sentence) => {
    expect(refusal({ messages: value })).toBe(sentence);
  });

  test('of each role are read', () => {
    const call = { id: 'call_a', type: 'function', function: { name: 'f', arguments: '{"broken' } };
    const { messages } = read({
      messages: [
        { role: 'system', content: 'S', name: 'sys' },
        { role: 'developer', content: 'D' },
        { role: 'user', content: 'U', name: null },
        { role: 'assistant', content: null, tool_calls: [call] },
        { role: 'tool', content: 'T', tool_call_id: 'call_a' },
        { role: 'assistant', content: 'A', reasoning_content: 'R', refusal: null, tool_calls: null },
      ],
    });

    expect(messages).toEqual([
      { role: 'system', content: 'S', name: 'sys' },
      { role: 'system', content: 'D' },
      { role: 'user', content: 'U' },
      { role: 'assistant', content: null, toolCalls: [{ id: 'call_a', name: 'f', arguments: '{"broken' }] },
      { role: 'tool', content: 'T', toolCallId: 'call_a' },
      { role: 'assistant', content: 'A', toolCalls: [] },
    ]);
  });

  test.each([[{}], [{ role: 'bot', content: '' }], [{ role: 7, content: '' }], [{ role: 'USER', content: '' }]])(
    'of an unknown role are refused: %j',
    (message) => {
      expect(messageRefusal(message)).toBe(
        'messages[0].role must be one of "system", "user", "assistant", "developer", "tool".',
      );
    },
  );
});

describe('content', () => {
  test.each(['system', 'developer', 'user', 'assistant'])('of %s may be any string, also an empty one', (role) => {
    for (const content of ['', ' ', '\0', '\ud800', '🌲']) {
      expect(read({ messages: [{ role, content }] }).messages[0]?.content).toBe(content);
    }
  });

  test.each(['system', 'user', 'assistant'])('of %s may be text parts, which are joined', (role) => {
    const content = [
      { type: 'text', text: 'one ' },
      { type: 'text', text: '', cache_control: {} },
      { type: 'text', text: 'two' },
    ];

    expect(read({ messages: [{ role, content }] }).messages[0]?.content).toBe('one two');
  });

  const NEITHER = 'messages[0].content must be a string or an array of parts, at most 256.';

  test.each<readonly [content: unknown, sentence: string]>([
    [undefined, NEITHER],
    [null, NEITHER],
    [7, NEITHER],
    [{}, NEITHER],
    [[], 'messages[0].content must have at least 1 element.'],
    [['Hi'], 'messages[0].content[0] must be an object.'],
    [[{ type: 'text' }], 'messages[0].content[0].text is missing; it must be a string.'],
    [[{ type: 'text', text: null }], 'messages[0].content[0].text must be a string.'],
    [
      [
        { type: 'text', text: 'a' },
        { type: 'image_url', image_url: { url: 'x' } },
      ],
      'messages[0].content[1].image_url.url must be a data: URL in base64, or an https address.',
    ],
    [[{ text: 'a' }], 'messages[0].content[0].type must be "text", "image_url" or "file", not nothing.'],
    [
      [{ type: 'x'.repeat(100), text: 'a' }],
      `messages[0].content[0].type must be "text", "image_url" or "file", not "${'x'.repeat(59)}….`,
    ],
  ])('of a user may not be %j', (content, sentence) => {
    expect(messageRefusal({ role: 'user', content })).toBe(sentence);
  });

  test.each([[undefined], [null], [[]]])('of an assistant may be %p, with tool calls and without', (content) => {
    const call = { id: 'a', function: { name: 'f', arguments: '{}' } };

    expect(messageRefusal({ role: 'assistant', content })).toBe('accepted');
    expect(messageRefusal({ role: 'assistant', content, tool_calls: [] })).toBe('accepted');
    expect(messageRefusal({ role: 'assistant', content, tool_calls: [call] })).toBe('accepted');
  });
});

describe('tool calls and their results', () => {
  const call = (fields: object) => ({ role: 'assistant', content: 'x', tool_calls: [fields] });

  test.each<readonly [fields: object, sentence: string]>([
    [{}, 'messages[0].tool_calls[0].id is missing; it must be a string.'],
    [{ id: '' }, 'messages[0].tool_calls[0].id must not be empty.'],
    [{ id: 'a' }, 'messages[0].tool_calls[0].function is missing; it must be an object.'],
    [{ id: 'a', type: 'custom' }, 'messages[0].tool_calls[0].type must be "function".'],
    [{ id: 'a', function: { name: '', arguments: '' } }, 'messages[0].tool_calls[0].function.name must not be empty.'],
    [
      { id: 'a', function: { name: 'f', arguments: {} } },
      'messages[0].tool_calls[0].function.arguments must be a string.',
    ],
  ])('may not be %j', (fields, sentence) => {
    expect(messageRefusal(call(fields))).toBe(sentence);
  });

  test('a result names its call', () => {
    expect(messageRefusal({ role: 'tool', content: 'x' })).toBe(
      'messages[0].tool_call_id is missing; it must be a string.',
    );
    expect(messageRefusal({ role: 'tool', content: 'x', tool_call_id: '' })).toBe(
      'messages[0].tool_call_id must not be empty.',
    );
  });

  test('are refused where no model takes tools', () => {
    const rules = { hasTools: false };
    const filled = call({ id: 'a', function: { name: 'f', arguments: '{}' } });

    expect(refusal({ messages: [HI[0], { role: 'tool', content: 'x', tool_call_id: 'a' }] }, rules)).toBe(
      'messages[1].role must be one of "system", "user", "assistant": no model here takes tools.',
    );
    expect(refusal({ messages: [filled] }, rules)).toBe(
      'messages[0].tool_calls is not allowed: no model here takes tools.',
    );
    expect(refusal({ messages: [{ role: 'assistant', content: 'x', tool_calls: [] }] }, rules)).toBe('accepted');
  });
});

describe('tools', () => {
  test('are read with everything a function can have', () => {
    const { tools } = read({
      tools: [
        {
          type: 'function',
          function: { name: 'a-b_c.d:e/f', description: 'D', parameters: { type: 'object' }, strict: true },
        },
        { type: 'function', function: { name: 'f', description: null, parameters: null, strict: null } },
      ],
    });

    expect(tools).toEqual([
      { name: 'a-b_c.d:e/f', description: 'D', parameters: { type: 'object' }, strict: true },
      { name: 'f' },
    ]);
  });

  test('that are an empty array are none', () => {
    expect(read({ tools: [] })).toEqual(read({}));
  });

  test.each<readonly [tools: unknown, sentence: string]>([
    [{}, 'tools must be an array.'],
    [[F, F, F, F], 'tools must have at most 3 elements.'],
    [[7], 'tools[0] must be an object.'],
    [[{ type: 'retrieval' }], 'tools[0].type must be "function".'],
    [[{ type: 'function' }], 'tools[0].function is missing; it must be an object.'],
    [[{ type: 'function', function: {} }], 'tools[0].function.name is missing; it must be a string.'],
    [
      [F, { type: 'function', function: { name: 'a b' } }],
      'tools[1].function.name must be 1 to 128 letters, digits or any of _ - . : /.',
    ],
    [
      [{ type: 'function', function: { name: 'f', parameters: [] } }],
      'tools[0].function.parameters must be an object.',
    ],
  ])('may not be %j', (tools, sentence) => {
    expect(refusal({ tools })).toBe(sentence);
  });

  test.each([
    ['x', 'accepted'],
    ['x'.repeat(128), 'accepted'],
    ['x'.repeat(129), 'tools[0].function.name must be 1 to 128 letters, digits or any of _ - . : /.'],
    ['', 'tools[0].function.name must be 1 to 128 letters, digits or any of _ - . : /.'],
  ])('have a name of 1 to 128 characters: %s', (name, sentence) => {
    expect(refusal({ tools: [{ type: 'function', function: { name } }] })).toBe(sentence);
  });
});

describe('the choice of tools', () => {
  const named = (name: string) => ({ type: 'function', function: { name } });
  const tools = ['f', 'g', 'h'].map(named);

  test.each<readonly [choice: unknown, read: unknown]>([
    ['none', { mode: 'none' }],
    ['auto', { mode: 'auto' }],
    ['required', { mode: 'required' }],
    [named('g'), { mode: 'oneOf', names: ['g'] }],
    [[named('g')], { mode: 'oneOf', names: ['g'] }],
    [[named('g'), named('h')], { mode: 'oneOf', names: ['g', 'h'] }],
  ])('may be %j', (choice, wanted) => {
    expect(read({ tools, tool_choice: choice }).toolChoice).toEqual(wanted as never);
  });

  const ANY =
    'tool_choice must be "none", "auto", "required", a named function, allowed_tools, or an array of named functions, at most 128.';

  test.each<readonly [choice: unknown, sentence: string]>([
    ['any', ANY],
    [7, ANY],
    [[], 'tool_choice must have at least 1 element.'],
    [{}, 'tool_choice.type must be "function".'],
    [[named('f'), { type: 'tool' }], 'tool_choice[1].type must be "function".'],
    [named('no'), 'tool_choice names the function "no", which is not among tools.'],
    [[named('f'), named('no')], 'tool_choice names the function "no", which is not among tools.'],
  ])('may not be %j', (choice, sentence) => {
    expect(refusal({ tools, tool_choice: choice })).toBe(sentence);
  });

  test.each([[undefined], [null], [[]]])('of a call that must be made needs tools, not %j', (none) => {
    expect(refusal({ tools: none, tool_choice: 'required' })).toBe('tool_choice needs tools to choose from.');
    expect(refusal({ tools: none, tool_choice: named('f') })).toContain('which is not among tools');
  });
});

describe('the answer format', () => {
  test('of a schema is read with its name, schema and strictness', () => {
    const json_schema = { name: 'city', description: 'D', schema: { type: 'object' }, strict: true };

    expect(read({ response_format: { type: 'json_schema', json_schema } }).responseFormat).toEqual({
      type: 'json_schema',
      ...json_schema,
    });
  });

  test('of a schema needs no more than a name', () => {
    const json_schema = { name: 'city', schema: null, strict: null };

    expect(read({ response_format: { type: 'json_schema', json_schema } }).responseFormat).toEqual({
      type: 'json_schema',
      name: 'city',
    });
  });

  test.each([
    [{}, 'response_format.json_schema.name is missing; it must be a string.'],
    [{ name: '' }, 'response_format.json_schema.name must not be empty.'],
    [{ name: 'x'.repeat(129) }, 'response_format.json_schema.name must have at most 128 characters.'],
    [{ name: 'a', schema: 'x' }, 'response_format.json_schema.schema must be an object.'],
  ])('may not have the schema %j', (json_schema, sentence) => {
    expect(refusal({ response_format: { type: 'json_schema', json_schema } })).toBe(sentence);
  });
});

describe('lists that are far too long are refused before their elements are looked at', () => {
  const MANY = 1_000_000;

  test.each<readonly [what: string, fields: JsonObject, sentence: string]>([
    ['messages', { messages: Array(MANY).fill({}) }, tooMany(300, MANY)],
    [
      'text parts',
      { messages: [{ role: 'user', content: Array(MANY).fill({}) }] },
      'messages[0].content must be a string or an array of parts, at most 256.',
    ],
    [
      'tool calls',
      { messages: [{ role: 'assistant', tool_calls: Array(MANY).fill(1) }] },
      'messages[0].tool_calls must have at most 128 elements.',
    ],
    ['tools', { tools: Array(MANY).fill(1) }, 'tools must have at most 3 elements.'],
    [
      'named functions',
      { tool_choice: Array(MANY).fill(1) },
      'tool_choice must be "none", "auto", "required", a named function, allowed_tools, or an array of named functions, at most 128.',
    ],
    [
      'stop sequences',
      { stop: Array(MANY).fill(1) },
      'stop must be a non-empty string or an array of at most 4 such strings.',
    ],
    [
      'biased tokens',
      { logit_bias: Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`x${i}`, 1])) },
      'logit_bias must have at most 300 tokens.',
    ],
  ])('%s', (_what, fields, sentence) => {
    expect(refusal(fields)).toBe(sentence);
  });

  test('as many as are allowed are read', () => {
    const content = Array.from({ length: 256 }, () => ({ type: 'text', text: 'a' }));
    const logit_bias = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [String(i), 1]));

    expect(read({ messages: [{ role: 'user', content }] }).messages[0]?.content).toBe('a'.repeat(256));
    expect(Object.keys(read({ logit_bias }).logitBias ?? {})).toHaveLength(300);
  });
});
