import { afterAll, describe, expect, test } from 'bun:test';
import { ServiceError } from '../domain/errors.ts';
import { DEFAULT_LIMITS } from '../domain/limits.ts';
import { chatDialect } from '../wire/chat-dialect.ts';
import { chatReaderFor, createChatReader } from './chat-reader.ts';

const RULES = { ...DEFAULT_LIMITS, hasTools: true, defaultModel: 'm' };
const inline = (bytes: Uint8Array) => chatReaderFor(RULES)(bytes, chatDialect).chat;
const reader = createChatReader(RULES);
const readAside = async (bytes: Uint8Array) => (await reader.read(bytes, chatDialect)).chat;
afterAll(() => reader.stop());

/** Long enough to be read on the thread. */
const FILLING = 'x'.repeat(100_000);
const bytesOf = (body: unknown) => new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body));
const MESSAGES = [{ role: 'user', content: 'Hi' }];

async function outcomeOf(read: () => unknown): Promise<unknown> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { code: error.code, message: error.message, param: error.details.param };
  }
}

describe('a large body is read on another thread and gives what a small one would', () => {
  test.each([
    ['a chat', { messages: [{ role: 'user', content: FILLING }], temperature: 1, stop: ['a'], seed: 7 }],
    [
      'text parts, tools and tool calls',
      {
        filling: FILLING,
        messages: [
          {
            role: 'system',
            content: [
              { type: 'text', text: 'a' },
              { type: 'text', text: 'ž🌲' },
            ],
          },
          {
            role: 'assistant',
            content: null,
            tool_calls: [{ id: '1', type: 'function', function: { name: 'f', arguments: '{' } }],
          },
          { role: 'tool', content: 'done', tool_call_id: '1' },
        ],
        tools: [
          { type: 'function', function: { name: 'f', parameters: { type: 'object', __proto__x: { a: [1, null] } } } },
        ],
        tool_choice: { type: 'function', function: { name: 'f' } },
      },
    ],
    ['a field that is wrong', { messages: MESSAGES, temperature: 3, filling: FILLING }],
    ['no messages', { filling: FILLING }],
    ['no JSON', `{${FILLING}`],
    ['a list', [FILLING]],
    ['too many fields', Object.fromEntries(Array.from({ length: 20_001 }, (_, n) => [`k${n}`, 1]))],
    [
      'a field named __proto__',
      `{"tools":[{"type":"function","function":{"name":"f","parameters":{"__proto__":{"a":1}}}}],"messages":[{"role":"user","content":"${FILLING}"}]}`,
    ],
  ])('%s', async (_, body) => {
    const expected = await outcomeOf(() => inline(bytesOf(body)));

    expect(await outcomeOf(() => readAside(bytesOf(body)))).toEqual(expected);
  });

  test('many at once come back each to its own', async () => {
    const texts = Array.from({ length: 20 }, (_, n) => `${n} ${FILLING}`);
    const requests = await Promise.all(
      texts.map((content) => readAside(bytesOf({ messages: [{ role: 'user', content }] }))),
    );

    expect(requests.map(({ messages }) => messages[0]!.content)).toEqual(texts);
  });
});

test('a small body is read at once', () => {
  const chat = inline(bytesOf({ messages: MESSAGES }));

  expect(reader.read(bytesOf({ messages: MESSAGES }), chatDialect)).toEqual({ chat, form: chat });
});

test('the rules of the moment count, also for large bodies', async () => {
  let hasTools = true;
  const changing = createChatReader({
    ...RULES,
    get hasTools() {
      return hasTools;
    },
  });
  const body = bytesOf({ messages: [...MESSAGES, { role: 'tool', content: FILLING, tool_call_id: '1' }] });

  expect(await outcomeOf(() => changing.read(body, chatDialect))).toHaveProperty('chat.messages');
  hasTools = false;
  expect(await outcomeOf(() => changing.read(body, chatDialect))).toHaveProperty('param', 'messages[1].role');
  changing.stop();
});

test('a thread that has ended fails what it was reading, and the next body gets a new one', async () => {
  const body = bytesOf({ messages: [{ role: 'user', content: FILLING }] });
  const mortal = createChatReader(RULES);
  const lost = mortal.read(body, chatDialect);
  mortal.stop();

  expect(lost).rejects.toThrow('has ended');
  await Promise.allSettled([lost]);
  expect(await mortal.read(body, chatDialect)).toHaveProperty('chat.messages');
  mortal.stop();
});
