import { afterEach, beforeEach, expect, jest, test } from 'bun:test';
import { paced } from './paced.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test('work with a slow pace takes up its quick one at once when it is asked again', () => {
  let turns = 0;
  let everyMs = 1000;
  const pace = paced(
    () => {
      turns += 1;
    },
    () => everyMs,
  );
  const turnsWithin = (ms: number) => {
    turns = 0;
    jest.advanceTimersByTime(ms);
    return turns;
  };

  everyMs = 5000;
  expect(turnsWithin(11_000)).toBe(3);
  everyMs = 1000;
  pace.again();
  expect(turnsWithin(3000)).toBe(3);
  pace.end();
  expect(turnsWithin(10_000)).toBe(0);
});
