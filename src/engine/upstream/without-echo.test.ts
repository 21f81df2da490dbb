import { expect, test } from 'bun:test';
import { withoutEcho } from './without-echo.ts';

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
