import { expect } from 'bun:test';
import { test } from '../../../test/support/databases.ts';
import { openStorage } from '../../../test/support/ledger-fixture.ts';
import { createAttemptStore } from './attempt-store.ts';

async function attempts() {
  const storage = await openStorage();
  return Object.assign(createAttemptStore(storage.db), { [Symbol.asyncDispose]: () => storage[Symbol.asyncDispose]() });
}

const limit = (scope: string, max: number) => ({ scope, max, windowMs: 1000 });

test('attempts are counted up to the limit, and the window ends when it said', async () => {
  await using store = await attempts();

  const waits = [];
  for (const nowMs of [0, 100, 200, 900, 999, 1000]) waits.push((await store.take([limit('a', 2)], nowMs)).waitMs);

  expect(waits).toEqual([0, 0, 800, 100, 1, 0]);
});

test('a refused attempt counts nowhere else', async () => {
  await using store = await attempts();
  await store.take([limit('narrow', 1)], 0);

  const refused = await store.take([limit('wide', 1), limit('narrow', 1)], 1);
  const other = await store.take([limit('wide', 1)], 2);

  expect([refused.waitMs, other.waitMs]).toEqual([999, 0]);
});

test('an attempt that was no guess is given back, and what has ended is forgotten', async () => {
  await using store = await attempts();
  await store.take([limit('a', 1)], 0);

  await store.giveBack(['a']);
  const again = await store.take([limit('a', 1)], 1);

  expect(again.waitMs).toBe(0);
  expect(await store.forgetEnded(999)).toBe(0);
  expect(await store.forgetEnded(1000)).toBe(1);
});
