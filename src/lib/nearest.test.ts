import { expect, test } from 'bun:test';
import { nearest } from './nearest.ts';

const WORDS = ['account', 'account create', 'account show', 'audit', 'key', 'key create', 'serve', 'email'];

test.each([
  ['acount', 'account'],
  ['accuont', 'account'],
  ['servee', 'serve'],
  ['mail', 'email'],
  ['kye', 'key'],
  ['key crate', 'key create'],
  ['keys create', 'key create'],
  ['account shwo', 'account show'],
  ['account', 'account'],
])('%s was meant to be %s', (written, word) => {
  expect(nearest(written, WORDS)).toBe(word);
});

test.each(['dance', 'ab', '', 'account dance', 'x'.repeat(200)])(
  '%s was meant to be nothing that there is',
  (written) => {
    expect(nearest(written, WORDS)).toBeUndefined();
  },
);

test('of words that are as near, the first', () => {
  expect(nearest('tests', ['testa', 'testb'])).toBe('testa');
});
