import { describe, expect, test } from 'bun:test';
import type { AttachedBytes, Attachment, ChatRequest } from '../../core/chat.ts';
import { inputTokensMax } from '../../core/token-bound.ts';
import { toSharedBytes } from '../../lib/shared-bytes.ts';
import { toUpstreamBody, type UpstreamBody, type UpstreamDialect, writeChat } from './upstream-request.ts';

const PLAIN: UpstreamDialect = { model: 'llama', maxTokensField: 'max_tokens', runningUsage: 'none' };
const CHAT: ChatRequest = {
  model: 'svc-glacier',
  messages: [{ role: 'user', content: 'Hi' }],
  stream: false,
  includeUsage: false,
};

const bodyOf = (chat: Partial<ChatRequest>, dialect: Partial<UpstreamDialect> = {}) =>
  JSON.parse(toUpstreamBody({ ...CHAT, ...chat }, 100, { ...PLAIN, ...dialect }) as string) as Record<string, unknown>;

const TOOLS = [
  { name: 'weather', description: 'Now', parameters: { type: 'object' }, strict: true },
  { name: 'time' },
  { name: 'news' },
];
const wireTool = (tool: object) => ({ type: 'function', function: tool });

test('a plain request is exactly this text', () => {
  expect(toUpstreamBody(CHAT, 100, PLAIN)).toBe(
    '{"model":"llama","max_tokens":100,"stream":false,"messages":[{"role":"user","content":"Hi"}]}',
  );
});

test('a request with everything is exactly this object', () => {
  const body = bodyOf({
    temperature: 0,
    topP: 0.9,
    stop: ['END'],
    seed: 7,
    presencePenalty: -1,
    frequencyPenalty: 2,
    responseFormat: { type: 'json_object' },
    logprobs: true,
    topLogprobs: 0,
    logitBias: { '50': -100 },
    tools: TOOLS.slice(0, 1),
    toolChoice: { mode: 'auto' },
    parallelToolCalls: false,
    reasoningEffort: 'low',
    user: 'u',
    maxOutputTokens: 5,
  });

  expect(body).toEqual({
    model: 'llama',
    messages: [{ role: 'user', content: 'Hi' }],
    max_tokens: 100,
    temperature: 0,
    top_p: 0.9,
    stop: ['END'],
    seed: 7,
    presence_penalty: -1,
    frequency_penalty: 2,
    response_format: { type: 'json_object' },
    logprobs: true,
    top_logprobs: 0,
    logit_bias: { '50': -100 },
    tools: [wireTool(TOOLS[0]!)],
    tool_choice: 'auto',
    parallel_tool_calls: false,
    reasoning_effort: 'low',
    user: 'u',
    stream: false,
  });
});

test('the limit of output is in the field the engine knows, and in no other', () => {
  const body = bodyOf({}, { maxTokensField: 'max_completion_tokens' });

  expect(body.max_completion_tokens).toBe(100);
  expect('max_tokens' in body).toBe(false);
});

describe('a stream', () => {
  test('always asks for usage, whether or not the caller wants to see it', () => {
    for (const includeUsage of [true, false]) {
      const body = bodyOf({ stream: true, includeUsage });
      expect([body.stream, body.stream_options]).toEqual([true, { include_usage: true }]);
    }
  });

  test('asks for running usage in the way the engine knows', () => {
    const vllm = bodyOf({ stream: true }, { runningUsage: 'continuous_usage_stats' });
    const llama = bodyOf({ stream: true }, { runningUsage: 'timings_per_token' });

    expect(vllm.stream_options).toEqual({ include_usage: true, continuous_usage_stats: true });
    expect('timings_per_token' in vllm).toBe(false);
    expect(llama.stream_options).toEqual({ include_usage: true });
    expect(llama.timings_per_token).toBe(true);
  });

  test('is what running usage is for: a JSON answer asks for none', () => {
    for (const runningUsage of ['continuous_usage_stats', 'timings_per_token'] as const) {
      const body = bodyOf({ stream: false }, { runningUsage });
      expect(Object.keys(body)).toEqual(['model', 'max_tokens', 'stream', 'messages']);
    }
  });
});

describe('messages', () => {
  test('of every role are written as engines take them', () => {
    const body = bodyOf({
      messages: [
        { role: 'system', content: 'Be short.' },
        { role: 'user', content: '', name: 'ann' },
        { role: 'assistant', content: null, toolCalls: [{ id: 'call_a', name: 'f', arguments: '{"a":' }] },
        { role: 'tool', content: '7', toolCallId: 'call_a' },
        { role: 'assistant', content: 'Seven.', toolCalls: [], name: 'bot' },
      ],
    });

    expect(body.messages).toEqual([
      { role: 'system', content: 'Be short.' },
      { role: 'user', content: '', name: 'ann' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'call_a', type: 'function', function: { name: 'f', arguments: '{"a":' } }],
      },
      { role: 'tool', tool_call_id: 'call_a', content: '7' },
      { role: 'assistant', content: 'Seven.', name: 'bot' },
    ]);
  });

  test('keep every character', () => {
    const content = '"\\\n\u2028\u0000🌲\ud800';

    expect(bodyOf({ messages: [{ role: 'user', content }] }).messages).toEqual([{ role: 'user', content }]);
  });
});

describe('tools', () => {
  test('without a choice are offered, and the choice is the engine’s', () => {
    const body = bodyOf({ tools: TOOLS });

    expect(body.tools).toEqual(TOOLS.map(wireTool));
    expect('tool_choice' in body).toBe(false);
    expect('parallel_tool_calls' in body).toBe(false);
  });

  test.each(['none', 'auto', 'required'] as const)('with the choice %s are all offered', (mode) => {
    const body = bodyOf({ tools: TOOLS, toolChoice: { mode } });

    expect([body.tools, body.tool_choice]).toEqual([TOOLS.map(wireTool), mode]);
  });

  test('of which one is named: it is named to the engine', () => {
    const body = bodyOf({ tools: TOOLS, toolChoice: { mode: 'oneOf', names: ['time'] } });

    expect(body.tools).toEqual(TOOLS.map(wireTool));
    expect(body.tool_choice).toEqual({ type: 'function', function: { name: 'time' } });
  });

  test('of which several are named: only these are offered, and one must be called', () => {
    const body = bodyOf({
      tools: TOOLS,
      toolChoice: { mode: 'oneOf', names: ['news', 'weather'] },
      parallelToolCalls: true,
    });

    expect(body.tools).toEqual([wireTool(TOOLS[0]!), wireTool(TOOLS[2]!)]);
    expect([body.tool_choice, body.parallel_tool_calls]).toEqual(['required', true]);
  });

  test('that are not there leave no trace of a choice, because engines refuse it', () => {
    const body = bodyOf({ toolChoice: { mode: 'auto' }, parallelToolCalls: true });

    expect(Object.keys(body)).toEqual(['model', 'max_tokens', 'stream', 'messages']);
  });
});

const textOf = (body: UpstreamBody): string =>
  typeof body === 'string' ? body : body.start + Buffer.concat([...body.rest]).toString();

test.each([
  [{ type: 'text' as const }, { type: 'text' }],
  [{ type: 'json_object' as const }, { type: 'json_object' }],
  [
    { type: 'json_schema' as const, name: 's', schema: { type: 'object' }, strict: true },
    { type: 'json_schema', json_schema: { name: 's', schema: { type: 'object' }, strict: true } },
  ],
])('the answer format %#j is written as engines take it', (responseFormat, written) => {
  expect(bodyOf({ responseFormat }).response_format).toEqual(written);
});

test.each([
  ['a plain one', CHAT, PLAIN],
  [
    'one with everything',
    {
      ...CHAT,
      messages: [
        { role: 'user', content: 'ž"\n🌲\ud83c' },
        { role: 'assistant', content: null, toolCalls: [{ id: '1', name: 'f', arguments: '{' }] },
        { role: 'tool', content: '', toolCallId: '1' },
      ],
      stream: true,
      seed: 1,
      stop: ['x'],
      user: 'u',
      temperature: 0,
      tools: TOOLS,
      toolChoice: { mode: 'oneOf', names: ['time', 'news'] },
      logitBias: { '1': 2 },
    },
    { ...PLAIN, cacheIsolation: 'user', accountTag: 'tag', runningUsage: 'continuous_usage_stats' },
  ],
] satisfies [string, ChatRequest, UpstreamDialect][])(
  'a large chat that was written before is the same text: %s',
  (_, chat, dialect) => {
    const written = toUpstreamBody(writeChat(chat), 100, dialect);

    expect(textOf(written)).toBe(textOf(toUpstreamBody(chat, 100, dialect)));
  },
);

const PNG: Attachment = {
  type: 'image',
  source: { mediaType: 'image/png', base64: toSharedBytes('iVBORw0KGgo=') },
  at: 'messages[0].content[1]',
  size: { width: 10, height: 20 },
  detail: 'low',
};
const PDF: Attachment = {
  type: 'file',
  source: { mediaType: 'application/pdf', base64: toSharedBytes('JVBERi0=') },
  at: 'messages[0].content[2]',
  name: 'a "b".pdf',
};
const LINKED: Attachment = { type: 'image', source: { url: 'https://example.com/a"b.png' }, at: '' };
const WITH_PARTS: ChatRequest = {
  ...CHAT,
  messages: [
    { role: 'user', content: 'Look', name: 'eva', parts: [{ type: 'text', text: 'Look "ž"' }, PNG, PDF, LINKED] },
    { role: 'assistant', content: null, toolCalls: [{ id: '1', name: 'f', arguments: '{' }] },
    { role: 'tool', content: '[note]', toolCallId: '1', parts: [PNG] },
  ],
};
const BOUNDS = { imageTokens: 1000, fileTokens: 1000 };

test.each([
  ['small', (chat: ChatRequest) => chat],
  ['large', writeChat],
])('the attachments of a %s chat are parts of messages where the model reads them', (_, read) => {
  const body = toUpstreamBody({ ...read(WITH_PARTS), temperature: 1, sendsParts: BOUNDS }, 1, PLAIN);

  const image = { type: 'image_url', image_url: { detail: 'low', url: 'data:image/png;base64,iVBORw0KGgo=' } };
  const file = { filename: 'a "b".pdf', file_data: 'data:application/pdf;base64,JVBERi0=' };
  const linked = { type: 'image_url', image_url: { url: 'https://example.com/a"b.png' } };
  const { messages, ...settings } = JSON.parse(textOf(body));
  expect(settings).toEqual({ model: 'llama', max_tokens: 1, temperature: 1, stream: false });
  expect(messages).toEqual([
    { role: 'user', name: 'eva', content: [{ type: 'text', text: 'Look "ž"' }, image, { type: 'file', file }, linked] },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: '1', type: 'function', function: { name: 'f', arguments: '{' } }],
    },
    { role: 'tool', tool_call_id: '1', content: '[image: in the next message]' },
    { role: 'user', content: [{ type: 'text', text: 'Attachments of the results above:' }, image] },
  ]);
});

test.each([
  ['small', (chat: ChatRequest) => chat],
  ['large', writeChat],
])('the attachments of a %s chat are notes in its texts where the model reads text only', (_, read) => {
  const { messages } = JSON.parse(textOf(toUpstreamBody(read(WITH_PARTS), 1, PLAIN)));

  expect(messages.map(({ content }: { content: unknown }) => content)).toEqual(['Look', null, '[note]']);
});

test('the bytes of an attachment are a piece of the body, and not copied', () => {
  const body = toUpstreamBody({ ...WITH_PARTS, sendsParts: BOUNDS }, 1, PLAIN);

  const { base64 } = PNG.source as AttachedBytes;
  expect((body as Exclude<typeof body, string>).rest.filter((piece) => piece === base64)).toHaveLength(2);
});

test('a large chat that was changed after it was written is written anew', () => {
  const changed = { ...writeChat(CHAT), messages: [...CHAT.messages, ...CHAT.messages] };

  expect(JSON.parse(toUpstreamBody(changed, 1, PLAIN) as string).messages).toHaveLength(2);
  expect(inputTokensMax(changed)).toBeGreaterThan(inputTokensMax(CHAT));
});

test('nothing that is not a field of ours can reach an engine', () => {
  const smuggled = { ...CHAT, api_base: 'http://evil', grammar: 'x', chat_template: 'y' } as ChatRequest;

  expect(Object.keys(JSON.parse(toUpstreamBody(smuggled, 1, PLAIN) as string))).toEqual([
    'model',
    'max_tokens',
    'stream',
    'messages',
  ]);
});

describe('marks of caches', () => {
  const mark = { cache_control: { type: 'ephemeral' } };
  const hour = { cache_control: { type: 'ephemeral', ttl: '1h' } };
  const text = (words: string, marked?: object) => ({ type: 'text', text: words, ...marked });
  const markedBody = (chat: Partial<ChatRequest>) => {
    const body = toUpstreamBody({ ...CHAT, ...chat }, 100, { ...PLAIN, supports: ['cache_control'] });
    return JSON.parse(textOf(body)) as Record<string, unknown>;
  };
  const turn = [
    { type: 'text', text: 'I look.', cache: '5m' },
    { type: 'call', call: { id: 'call_a', name: 'weather', arguments: '{}' }, cache: '1h' },
  ] as const;
  const MARKED: readonly ChatRequest['messages'][number][] = [
    { role: 'system', content: 'A\n\nB', marked: [{ text: 'A' }, { text: ' ' }, { text: 'B', cache: '1h' }] },
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: 'I look.', toolCalls: [turn[1].call], turn },
    { role: 'tool', content: 'Rain', toolCallId: 'call_a', cache: '5m' },
  ];

  test('reach an engine that takes them where the caller has set them, and leave the rest as it was', () => {
    const { messages, tools } = markedBody({ messages: MARKED, tools: [{ ...TOOLS[1]!, cache: '5m' }, TOOLS[2]!] });

    expect(messages).toEqual([
      { role: 'system', content: [text('A'), text('B', hour)] },
      { role: 'user', content: 'Hi' },
      {
        ...{ role: 'assistant', content: [text('I look.', mark)] },
        tool_calls: [{ id: 'call_a', type: 'function', function: { name: 'weather', arguments: '{}' }, ...hour }],
      },
      { role: 'tool', tool_call_id: 'call_a', content: [text('Rain', mark)] },
    ]);
    expect(tools).toEqual([{ ...wireTool(TOOLS[1]!), ...mark }, wireTool(TOOLS[2]!)]);
  });

  test('are behind pictures and documents, and behind the last attachment of a result', () => {
    const image: Attachment = { ...PNG, cache: '1h' };
    const parts = [{ type: 'text', text: 'Look', cache: '5m' } as const, image];
    const { messages } = markedBody({
      sendsParts: BOUNDS,
      messages: [
        { role: 'user', content: 'Look', parts },
        { role: 'tool', content: 'shot', parts: [PNG, PNG], toolCallId: 'call_a', cache: '5m' },
      ],
    });

    const given = (messages as { content: object[] }[]).map(({ content }) => content);
    expect(given[0]).toMatchObject([text('Look', mark), hour]);
    expect(JSON.stringify(given[1])).not.toContain('cache_control');
    expect(given[2]!.map((part) => 'cache_control' in part)).toEqual([false, false, true]);
  });

  test('of a whole prompt are behind its last message, in a large chat too', () => {
    const last = (chat: Partial<ChatRequest>) => (markedBody(chat).messages as object[]).at(-1);

    expect(last({ cache: '5m' })).toEqual({ role: 'user', content: [text('Hi', mark)] });
    expect(last({ cache: '1h', messages: MARKED })).toMatchObject({ content: [text('Rain', hour)] });
    expect(last(writeChat({ ...CHAT, cache: '5m' }))).toEqual({ role: 'user', content: [text('Hi', mark)] });
    expect(last({ cache: '5m', messages: [{ role: 'user', content: 'Look', parts: [PNG] }] })).toEqual({
      role: 'user',
      content: [text('Look', mark)],
    });
  });

  test('are not what an engine gets that does not take them', () => {
    const plain = bodyOf({ messages: MARKED, tools: [{ ...TOOLS[1]!, cache: '5m' }], cache: '5m' });

    expect(JSON.stringify(plain)).not.toContain('cache_control');
  });
});
