import { describe, expect, test } from 'bun:test';
import { type Random, randomText, seeded } from '../../test/support/random.ts';
import type { ChatRequest, Message, Tool } from './chat.ts';
import {
  byteLength,
  estimateInputTokens,
  firstTokens,
  inputTokensMax,
  messageBytes,
  predictionTokensMax,
  tokensAtLeast,
} from './token-bound.ts';

const chat = (messages: readonly Message[], more: Partial<ChatRequest> = {}): ChatRequest => ({
  model: 'm',
  messages,
  stream: false,
  includeUsage: false,
  ...more,
});
const user = (content: string): Message => ({ role: 'user', content });

describe('the length of a text', () => {
  test.each([
    ['', 0],
    ['abc', 3],
    ['ž', 2],
    ['€', 3],
    ['🌲', 4],
    ['\0', 1],
    ['\ud800', 3],
    ['a\u2028', 4],
  ])('%j is in UTF-8 bytes', (text, bytes) => {
    expect(byteLength(text)).toBe(bytes);
  });

  test('of a chat is that of all its messages', () => {
    expect(messageBytes(chat([user('žž'), { role: 'assistant', content: null, toolCalls: [] }, user('abc')]))).toBe(7);
  });
});

describe('the bound', () => {
  test('of a short chat is its bytes and what templates add', () => {
    expect(inputTokensMax(chat([user('Hello')]))).toBe(256 + 16 + 5);
  });

  test('grows by a byte with each byte, in every part of a message', () => {
    const call = { id: 'call_a', name: 'f', arguments: '{}' };
    const plain: Message = { role: 'assistant', content: 'x', toolCalls: [call] };
    const bound = (message: Message) => inputTokensMax(chat([message]));

    expect(bound({ ...plain, content: 'xž' }) - bound(plain)).toBe(2);
    expect(bound({ ...plain, name: 'n' }) - bound(plain)).toBe(1);
    expect(bound({ ...plain, toolCalls: [{ ...call, arguments: '{"a":1}' }] }) - bound(plain)).toBe(5);
    expect(bound({ ...plain, toolCalls: [{ ...call, name: 'fg' }] }) - bound(plain)).toBe(1);
    expect(bound({ ...plain, toolCalls: [{ ...call, id: 'call_ab' }] }) - bound(plain)).toBe(1);
    expect(bound({ role: 'tool', content: 'x', toolCallId: 'abc' })).toBe(bound(user('x')) + 3);
  });

  test('of texts for embedding is that of each, and no more of one than the model reads', () => {
    const inputs = ['žluť', [1, 2, 3], 'x'.repeat(500)];
    const asked = chat([], { embedding: { inputs, encoding: 'float' } });

    expect(inputTokensMax(asked)).toBe(8 + 6 + (8 + 3) + (8 + 500));
    expect(inputTokensMax(asked, 100)).toBe(8 + 6 + (8 + 3) + 100);
  });

  test('of a prediction is its bytes, in one piece or in several', () => {
    const predicting = (content: unknown) =>
      predictionTokensMax(chat([], { extras: { prediction: { content } } } as Partial<ChatRequest>));

    expect(predictionTokensMax(chat([]))).toBe(0);
    expect(predicting('žluť')).toBe(6);
    expect(predicting([{ text: 'ab' }, { text: 'ž' }])).toBe(4);
  });

  test('of thoughts that come back sealed is what is written of them', () => {
    const thought = { type: 'thinking', thinking: 'why', signature: 'seal' } as const;
    const hidden = { type: 'redacted_thinking', data: 'žž' } as const;
    const message: Message = { role: 'assistant', content: 'x', toolCalls: [], turn: [thought, hidden] };

    expect(inputTokensMax(chat([message]))).toBe(256 + 16 + 1 + (3 + 4) + 4);
  });

  test('counts a message without content', () => {
    expect(inputTokensMax(chat([{ role: 'assistant', content: null, toolCalls: [] }]))).toBe(256 + 16);
  });

  test('counts tools and the answer format twice, because templates write them out again', () => {
    const tool: Tool = { name: 'weather', parameters: { type: 'object' } };
    const responseFormat = { type: 'json_schema', name: 's', schema: { a: 'ž' } } as const;
    const bare = inputTokensMax(chat([user('x')]));

    const [one, two] = [[tool], [tool, tool]].map((tools) => inputTokensMax(chat([user('x')], { tools })));
    const each = 64 + 2 * byteLength(JSON.stringify(tool));
    expect([one! - bare, two! - bare]).toEqual([1024 + each, 1024 + 2 * each]);
    expect(inputTokensMax(chat([user('x')], { responseFormat })) - bare).toBe(
      2 * byteLength(JSON.stringify(responseFormat)),
    );
  });

  test('of 8 MB of one letter is found without a tokenizer', () => {
    const large = chat([user('a'.repeat(8_000_000))]);

    expect(inputTokensMax(large)).toBe(8_000_272);
  });
});

describe('the estimate', () => {
  test('is about a token for four bytes, and four for each message', () => {
    expect(estimateInputTokens(chat([user('12345678')]))).toBe(2 + 4);
    expect(estimateInputTokens(chat([user('123456789')]))).toBe(3 + 4);
    expect(estimateInputTokens(chat([user(''), user('')]))).toBe(8);
  });

  test('of texts for embedding is a token for four bytes of each, and each of those that are tokens', () => {
    const inputs = ['123456789', 'x', [1, 2, 3]];

    expect(estimateInputTokens(chat([], { embedding: { inputs, encoding: 'float' } }))).toBe(3 + 1 + 3);
  });

  test('counts tools once', () => {
    const tool: Tool = { name: 'weather' };

    expect(estimateInputTokens(chat([user('')], { tools: [tool] }))).toBe(
      Math.ceil(byteLength(JSON.stringify(tool)) / 4) + 4,
    );
  });
});

test('the bound is never below the bytes of the texts, nor below the estimate, for random chats', () => {
  for (let seed = 1; seed <= 500; seed++) {
    const random = seeded(seed);
    const messages = Array.from({ length: random.integer(1, 8) }, () => randomMessage(random));
    const tools = Array.from({ length: random.integer(0, 3) }, () => ({ name: 'f', description: randomText(random) }));
    const request = chat(messages, tools.length > 0 ? { tools } : {});

    const bound = inputTokensMax(request);

    const bytes = messages.reduce((sum, { content }) => sum + Buffer.from(content ?? '').length, 0);
    expect(bound, `seed ${seed}`).toBeGreaterThanOrEqual(bytes);
    expect(bound, `seed ${seed}`).toBeGreaterThanOrEqual(estimateInputTokens(request));
  }

  function randomMessage(random: Random): Message {
    const content = randomText(random, 200);
    const role = random.pick(['system', 'user', 'assistant', 'tool'] as const);
    if (role === 'tool') return { role, content, toolCallId: randomText(random) };
    if (role !== 'assistant') return { role, content, ...(random.fraction() < 0.3 && { name: randomText(random) }) };
    const toolCalls = [{ id: randomText(random), name: 'f', arguments: randomText(random, 50) }];
    return { role, content: random.pick([null, content]), toolCalls: random.pick([[], toolCalls]) };
  }
});

describe('the tokens that a piece of an answer has at least', () => {
  test.each([
    ['a', 1],
    [' word', 1],
    ['\n\n', 1],
    ['one two', 2],
    [' one\ttwo\nthree ', 3],
    ['{"city":"Prague"}', 1],
    ['příliš žluťoučký kůň', 3],
    ['x'.repeat(128), 1],
    ['x'.repeat(129), 2],
    [`a ${'x'.repeat(300)} b`, 5],
  ])('%j: %d', (text, tokens) => {
    expect(tokensAtLeast(text)).toBe(tokens);
  });

  test.each(['\u{1f000}', '\u{1f3ff}', '\u{10ffff}'])('count a character of two halves once: %p', (character) => {
    // Its second half would begin the next token.
    const text = 'x'.repeat(127) + character;

    expect(tokensAtLeast(text)).toBe(1);
    expect(firstTokens(`${text}y`, 1)).toBe(`${text}y`);
    expect(tokensAtLeast('x'.repeat(128) + character)).toBe(2);
    expect(tokensAtLeast(`${'x'.repeat(128)}\ue000`)).toBe(2);
  });

  test('are never more than its bytes, and the first of them are the beginning of the text', () => {
    for (let seed = 1; seed <= 300; seed++) {
      const random = seeded(seed);
      const text = randomText(random, 400) || 'x';
      const tokens = tokensAtLeast(text);
      const kept = random.integer(0, tokens);

      expect(tokens, `seed ${seed}`).toBeLessThanOrEqual(Buffer.byteLength(text));
      expect(text, `seed ${seed}`).toStartWith(firstTokens(text, kept));
      if (kept > 0) expect(tokensAtLeast(firstTokens(text, kept)), `seed ${seed}`).toBe(kept);
      expect(firstTokens(text, tokens), `seed ${seed}`).toBe(text);
    }
  });
});
