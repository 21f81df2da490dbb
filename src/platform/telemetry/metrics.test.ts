import { afterEach, beforeEach, expect, jest, test } from 'bun:test';
import { LAG_CHECK_MS, watchLoop } from './metrics.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test('the loop is watched closely while something is asked, and now and then while nothing is', () => {
  let [looks, isAsked] = [0, false];
  const stop = watchLoop(
    () => {
      looks += 1;
    },
    () => isAsked,
  );
  const looksWithin = (ms: number) => {
    looks = 0;
    jest.advanceTimersByTime(ms);
    return looks;
  };

  expect(looksWithin(1000)).toBe(1000 / LAG_CHECK_MS);
  expect(looksWithin(10_000)).toBe(10);
  isAsked = true;
  expect(looksWithin(1000)).toBe(1);
  expect(looksWithin(500)).toBe(500 / LAG_CHECK_MS);
  stop();
  expect(looksWithin(10_000)).toBe(0);
});
