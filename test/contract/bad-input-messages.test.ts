/** Every shape of `messages` that is refused, and the shapes beside them that are taken. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { startService, type TestService } from '../support/service.ts';
import { CHAT, expectRefused, INVALID, startOpenService, USER } from './bad-input.fixture.ts';

let service: TestService;
beforeAll(async () => {
  service = await startOpenService();
});
afterAll(() => service.stop());

type Row = readonly [name: string, messages: unknown, param: string, message: RegExp];

const ROLES = /must be one of "system", "user", "assistant", "developer", "tool"/;
const CONTENT = /must be a string or an array of (text )?parts/;
const CALL = { id: 'call_1', type: 'function', function: { name: 'look', arguments: '{}' } };
const withCalls = (calls: unknown) => [USER, { role: 'assistant', content: null, tool_calls: calls }];
const withContent = (content: unknown) => [{ role: 'user', content }];

const LISTS: readonly Row[] = [
  ['no messages', undefined, 'messages', /is missing; it must be an array/],
  ['messages that are null', null, 'messages', /must be an array/],
  ['messages that are empty', [], 'messages', /at least 1 element/],
  ['messages that are an object', {}, 'messages', /must be an array/],
  ['messages that are a string', 'hello', 'messages', /must be an array/],
  ['messages that are a number', 1, 'messages', /must be an array/],
  ['a message that is null', [null], 'messages[0]', /must be an object/],
  ['a message that is a number', [1], 'messages[0]', /must be an object/],
  ['a message that is a string', ['hello'], 'messages[0]', /must be an object/],
  ['a message that is an array', [[]], 'messages[0]', /must be an object/],
  ['a message that is empty', [{}], 'messages[0].role', ROLES],
];

const ONES: readonly Row[] = [
  ['a message without a role', [{ content: 'x' }], 'messages[0].role', ROLES],
  ['an unknown role', [{ role: 'robot', content: 'x' }], 'messages[0].role', ROLES],
  [
    'a result of a function that was not called',
    [{ role: 'function', name: 'f', content: 'x' }],
    'messages[0].name',
    /not called/,
  ],
  ['a role in capitals', [{ role: 'User', content: 'x' }], 'messages[0].role', ROLES],
  ['a role that is empty', [{ role: '', content: 'x' }], 'messages[0].role', ROLES],
  ['a role that is a number', [{ role: 1, content: 'x' }], 'messages[0].role', ROLES],
  ['a role that is null', [{ role: null, content: 'x' }], 'messages[0].role', ROLES],
  ['a fourth message with a bad role', [USER, USER, USER, { role: 'x' }], 'messages[3].role', ROLES],
  ['a user without content', [{ role: 'user' }], 'messages[0].content', CONTENT],
  ['a system message without content', [{ role: 'system' }], 'messages[0].content', CONTENT],
  ['a user with null content', withContent(null), 'messages[0].content', CONTENT],
  ['content that is a number', withContent(1), 'messages[0].content', CONTENT],
  ['content that is a boolean', withContent(true), 'messages[0].content', CONTENT],
  ['content that is an object', withContent({ text: 'x' }), 'messages[0].content', CONTENT],
  ['content without parts', withContent([]), 'messages[0].content', /at least 1 element/],
  ['a bad content in the third message', [USER, USER, { role: 'user', content: 3 }], 'messages[2].content', CONTENT],
  ['a part that is a string', withContent(['x']), 'messages[0].content[0]', /must be an object/],
  ['a part without type', withContent([{ text: 'x' }]), 'messages[0].content[0].type', /must be "text"/],
  ['a part without text', withContent([{ type: 'text' }]), 'messages[0].content[0].text', /must be a string/],
  [
    'a text that is a number',
    withContent([{ type: 'text', text: 1 }]),
    'messages[0].content[0].text',
    /must be a string/,
  ],
  [
    'a remote image',
    withContent([
      { type: 'text', text: 'see' },
      { type: 'image_url', image_url: { url: 'http://10.0.0.1/a.png' } },
    ]),
    'messages[0].content[1].image_url.url',
    /must be a data: URL in base64, or an https address/,
  ],
  ['audio', withContent([{ type: 'input_audio' }]), 'messages[0].content[0].type', /"input_audio"/],
  ['a file', withContent([{ type: 'file' }]), 'messages[0].content[0].file', /must be an object/],
  [
    'a stored file',
    withContent([{ type: 'file', file: { file_id: 'f' } }]),
    'messages[0].content[0].file.file_data',
    /is missing/,
  ],
  ['a name that is a number', [{ ...USER, name: 1 }], 'messages[0].name', /must be a string/],
  ['tool calls that are an object', withCalls({}), 'messages[1].tool_calls', /must be an array/],
  [
    'a tool call without id',
    withCalls([{ ...CALL, id: undefined }]),
    'messages[1].tool_calls[0].id',
    /must be a string/,
  ],
  [
    'a tool call without function',
    withCalls([{ ...CALL, function: undefined }]),
    'messages[1].tool_calls[0].function',
    /must be an object/,
  ],
  [
    'tool arguments that are an object',
    withCalls([{ ...CALL, function: { name: 'look', arguments: {} } }]),
    'messages[1].tool_calls[0].function.arguments',
    /must be a string/,
  ],
  [
    'a tool call of another type',
    withCalls([{ ...CALL, type: 'code' }]),
    'messages[1].tool_calls[0].type',
    /must be "function"/,
  ],
  [
    'a tool message without an id',
    [USER, { role: 'tool', content: 'x' }],
    'messages[1].tool_call_id',
    /must be a string/,
  ],
  [
    'a tool message with an empty id',
    [USER, { role: 'tool', content: 'x', tool_call_id: '' }],
    'messages[1].tool_call_id',
    /not be empty/,
  ],
  [
    'a tool message whose content is a number',
    [USER, { role: 'tool', tool_call_id: 'a', content: 7 }],
    'messages[1].content',
    CONTENT,
  ],
];

test.each([...LISTS, ...ONES])(
  '%s: refused, with the place and what is allowed',
  async (_, messages, param, message) => {
    const expected = { ...INVALID, param, message };
    await expectRefused(service, () => service.post({ ...CHAT, messages }), expected);
  },
);

test.each([301, 8000])('%d messages: refused as a history that is too long', async (count) => {
  const message = /maximum context length is 300 messages/;
  const expected = { ...INVALID, code: 'context_length_exceeded', param: 'messages', message };
  await expectRefused(service, () => service.post({ ...CHAT, messages: Array(count).fill(USER) }), expected);
});

const TAKEN: readonly (readonly [string, readonly unknown[]])[] = [
  ['one message', [USER]],
  ['300 messages', Array(300).fill(USER)],
  ['the role system', [{ role: 'system', content: 'x' }, USER]],
  ['the role developer', [{ role: 'developer', content: 'x' }, USER]],
  ['an answer sent back', [USER, { role: 'assistant', content: 'x', reasoning_content: 'y', refusal: null }, USER]],
  [
    'parts of text',
    withContent([
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
    ]),
  ],
  ['an empty text', withContent('')],
  ['a name', [{ ...USER, name: 'Jan' }]],
  ['a name that is null', [{ ...USER, name: null }]],
  ['tool calls and their results', [...withCalls([CALL]), { role: 'tool', tool_call_id: 'call_1', content: 'seen' }]],
  ['unknown fields', [{ ...USER, weight: 1, cache_control: { type: 'ephemeral' } }]],
];

test.each(TAKEN)('%s: taken', async (_, messages) => {
  expect((await service.post({ ...CHAT, messages })).status).toBe(200);
});

test('unknown fields of a message do not reach the upstream', async () => {
  await service.post({ ...CHAT, messages: [{ ...USER, cache_control: { type: 'ephemeral' }, weight: 77 }] });

  expect(service.upstream.requests.at(-1)?.body).toMatchObject({ messages: [{ ...USER }] });
  expect(service.upstream.requests.at(-1)?.rawBody).not.toMatch(/ephemeral|77/);
});

describe('where no model takes tools', () => {
  const rows: readonly Row[] = [
    [
      'a tool message',
      [USER, { role: 'tool', tool_call_id: 'a', content: 'x' }],
      'messages[1].role',
      /no model here takes tools/,
    ],
    ['a tool call', withCalls([CALL]), 'messages[1].tool_calls', /no model here takes tools/],
  ];

  test.each(rows)('%s is refused', async (_, messages, param, message) => {
    await using other = await startService({ catalogue: 'B' });
    const expected = { ...INVALID, param, message };
    await expectRefused(other, () => other.post({ messages, max_tokens: 10 }), expected);
  });

  test.each(['tools', 'tool_choice'])('%s is refused and the answer says so', async (param) => {
    await using other = await startService({ catalogue: 'B' });
    const tools = [{ type: 'function', function: { name: 'look' } }];
    const body = { messages: [USER], ...(param === 'tools' ? { tools } : { tool_choice: 'none' }) };
    const expected = { ...INVALID, code: 'unsupported_parameter', param, message: /no model of this service does/ };
    await expectRefused(other, () => other.post(body), expected);
  });
});
