import { expect, test } from 'bun:test';
import { waitMsAfter } from './growing-wait.ts';

const WAIT = { firstMs: 500, longestMs: 30_000 };

test('a wait doubles with each failure in a row, up to its bound', () => {
  const waitsMs = [1, 2, 3, 4, 5, 6, 7, 8].map((failures) => waitMsAfter(failures, WAIT));

  expect(waitsMs).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
});

test('a wait has its bound after any number of failures, and where the first one is longer', () => {
  expect(waitMsAfter(1_000_000, WAIT)).toBe(30_000);
  expect(waitMsAfter(1, { firstMs: 60_000, longestMs: 30_000 })).toBe(30_000);
});
