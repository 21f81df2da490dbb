import { afterAll, describe, expect, test } from 'bun:test';
import { type ChatRequest, writtenOf } from '../../core/chat.ts';
import { ServiceError } from '../../core/errors.ts';
import { DEFAULT_LIMITS } from '../../core/limits.ts';
import { chatDialect } from '../../dialects/chat/chat-dialect.ts';
import { writeChat } from '../../engines/upstream/upstream-request.ts';
import { createChatReader, inlineChatReader, type ReadRequest } from './chat-reader.ts';

const RULES = { ...DEFAULT_LIMITS, hasTools: true, defaultModel: 'm' };
const inline = inlineChatReader(RULES);
const reader = createChatReader(RULES);
afterAll(() => reader.stop());

/** Long enough to be read on the thread. */
const FILLING = 'x'.repeat(100_000);
const bytesOf = (body: unknown) => new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body));
const MESSAGES = [{ role: 'user', content: 'Hi' }];

type Outcome = { readonly chat?: ChatRequest; readonly [fact: string]: unknown };

async function outcomeOf(read: () => ReadRequest<unknown> | Promise<ReadRequest<unknown>>): Promise<Outcome> {
  try {
    const { chat, fingerprint } = await read();
    return { chat, fingerprint: fingerprint() };
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
    const { chat, ...expected } = await outcomeOf(() => inline(bytesOf(body), chatDialect));

    const written = chat && { chat: writeChat(chat) };
    expect(await outcomeOf(() => reader.read(bytesOf(body), chatDialect))).toEqual({ ...expected, ...written });
  });

  test('many at once come back each to its own', async () => {
    const texts = Array.from({ length: 20 }, (_, n) => `${n} ${FILLING}`);
    const requests = await Promise.all(
      texts.map((content) => reader.read(bytesOf({ messages: [{ role: 'user', content }] }), chatDialect)),
    );

    expect(requests.map(({ chat }) => chat.messages[0]!.content)).toEqual(texts);
    // What was written belongs to these very messages.
    expect(requests.map(({ chat }) => writtenOf(chat) === undefined)).not.toContain(true);
  });
});

test('a small body is read at once', () => {
  const { chat } = inline(bytesOf({ messages: MESSAGES }), chatDialect);

  expect(reader.read(bytesOf({ messages: MESSAGES }), chatDialect)).toMatchObject({ chat, form: chat });
});

test('the rules of the moment count, also for large bodies', async () => {
  let hasTools = true;
  const changing = createChatReader({
    ...RULES,
    get hasTools() {
      return hasTools;
    },
  });
  const body = () => bytesOf({ messages: [...MESSAGES, { role: 'tool', content: FILLING, tool_call_id: '1' }] });

  expect(await outcomeOf(() => changing.read(body(), chatDialect))).toHaveProperty('chat.messages');
  hasTools = false;
  expect(await outcomeOf(() => changing.read(body(), chatDialect))).toHaveProperty('param', 'messages[1].role');
  changing.stop();
});

test('a thread that has ended fails what it was reading, and the next body gets a new one', async () => {
  const body = () => bytesOf({ messages: [{ role: 'user', content: FILLING }] });
  const mortal = createChatReader(RULES);
  const lost = mortal.read(body(), chatDialect);
  mortal.stop();

  expect(lost).rejects.toThrow('has ended');
  await Promise.allSettled([lost]);
  expect(await mortal.read(body(), chatDialect)).toHaveProperty('chat.messages');
  mortal.stop();
});
