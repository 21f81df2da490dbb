import { expect, test } from 'bun:test';
import { czechForm, englishForm } from './plural.ts';

test('Czech has three forms, English two', () => {
  const czech = [0, 1, 2, 4, 5, 21, 22].map((count) => czechForm(count, 'token', 'tokeny', 'tokenů'));
  const english = [0, 1, 2].map((count) => englishForm(count, 'token', 'tokens'));

  expect(czech).toEqual(['tokenů', 'token', 'tokeny', 'tokeny', 'tokenů', 'tokenů', 'tokenů']);
  expect(english).toEqual(['tokens', 'token', 'tokens']);
});
