import { expect, test } from 'bun:test';
import { seeded } from '../../../test/support/random.ts';
import { chatTextOf, withoutEcho } from './without-echo.ts';

test('what an engine repeats of the chat is left out, and its own words stay', () => {
  const said = 'Invalid value: "my secret plan" is too long.';

  expect(withoutEcho(said, 'Tell me of my secret plan, please.')).toBe('Invalid value: "[…]" is too long.');
});

test('a repetition at either end is left out too', () => {
  expect(withoutEcho('secret-one said secret-two', 'secret-one\nsecret-two')).toBe('[…] said […]');
});

test('an engine that repeats nothing is quoted in full', () => {
  const said = "This model's maximum context length is 4096 tokens.";

  expect(withoutEcho(said, 'Hello there, how are you?')).toBe(said);
});

test('a part of a long text is found as well as the whole of it', () => {
  expect(withoutEcho('near "of things t"', 'a list of things to do')).toBe('near "[…]"');
});

test('where the chat is very long, nothing is quoted', () => {
  expect(withoutEcho('secret-one', 'x'.repeat(1_000_001))).toStartWith('[left out');
});

test('names that a customer gave to fields of a tool are not quoted either', () => {
  const tools = [{ name: 'f', parameters: { properties: { plan_of_ours: { type: 'string' } } } }];
  const chat = chatTextOf({ model: 'm', messages: [], stream: false, includeUsage: false, tools });

  expect(withoutEcho('bad name plan_of_ours', chat)).toBe('bad name […]');
});

test('a chat that is too long to be looked through is not put together', () => {
  const messages = Array.from({ length: 300 }, () => ({ role: 'user' as const, content: 'x'.repeat(30_000) }));

  expect(chatTextOf({ model: 'm', messages, stream: false, includeUsage: false })).toBeUndefined();
});

test.each([
  ['one letter', 'a'.repeat(500), 'a'.repeat(1_000_000), '[…]'],
  ['spaces', `x${' '.repeat(499)}`, ' '.repeat(1_000_000), 'x[…]'],
])('the work for long chats is bounded: %s', (_, said, chat, expected) => {
  const { calls, result } = countingStartsWith(() => withoutEcho(said, chat));

  expect(result).toBe(expected);
  expect(calls).toBeLessThan(100_000);
});

test('whatever is said and asked, every repetition is found, as a search for each would find it', () => {
  const random = seeded(7);
  const text = (lengthMax: number) =>
    Array.from({ length: random.integer(0, lengthMax) }, () => random.pick(['a', 'b', ' ', 'ž', '🌲'])).join('');
  for (let round = 0; round < 2000; round++) {
    const [said, chat] = [text(40), text(200)];

    expect(withoutEcho(said, chat)).toBe(bySearching(said, chat));
  }
});

/** The plain way, which takes as long as both are long together. */
function bySearching(said: string, chat: string): string {
  const isEcho = Array.from({ length: said.length }, (_, at) =>
    [0, 1, 2, 3, 4, 5].some(
      (back) => at >= back && at - back + 6 <= said.length && chat.includes(said.slice(at - back, at - back + 6)),
    ),
  );
  return isEcho.reduce((kept, echo, at) => (echo ? (isEcho[at - 1] ? kept : `${kept}[…]`) : kept + said[at]), '');
}

function countingStartsWith<T>(run: () => T): { calls: number; result: T } {
  const real = String.prototype.startsWith;
  let calls = 0;
  String.prototype.startsWith = function (...values) {
    calls++;
    return real.apply(this, values);
  };
  try {
    const result = run();
    return { calls, result };
  } finally {
    String.prototype.startsWith = real;
  }
}
