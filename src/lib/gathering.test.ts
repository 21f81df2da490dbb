import { afterEach, beforeEach, expect, jest, test } from 'bun:test';
import { Gathering } from './gathering.ts';

let nowMs: number;
const gathering = () => new Gathering({ monotonicMs: () => nowMs });

beforeEach(() => {
  nowMs = 1000;
  jest.useFakeTimers();
});
afterEach(() => jest.useRealTimers());

/** Whether the promise has resolved by now. */
async function isOver(pause: Promise<void>): Promise<boolean> {
  let over = false;
  void pause.then(() => {
    over = true;
  });
  for (let turn = 0; turn < 3; turn += 1) await Promise.resolve();
  return over;
}

test('the first group, and one behind a small group, leave at once', () => {
  const groups = gathering();
  expect(groups.waitMs).toBeLessThanOrEqual(0);
  groups.left(3);
  expect(groups.waitMs).toBeLessThanOrEqual(0);
});

test('behind a large group the next one leaves when the time between them is over', async () => {
  const groups = gathering();
  groups.left(4);
  nowMs += 1;

  const pause = groups.pause();

  jest.advanceTimersByTime(2);
  expect(await isOver(pause)).toBe(false);
  jest.advanceTimersByTime(1);
  expect(await isOver(pause)).toBe(true);
});

test('long after a large group nothing waits', () => {
  const groups = gathering();
  groups.left(100);
  nowMs += 4;

  expect(groups.waitMs).toBeLessThanOrEqual(0);
});

test('a pause ends at once when nothing more is on its way', async () => {
  const groups = gathering();
  groups.left(4);
  const pause = groups.pause();

  groups.leaveNow();

  expect(await isOver(pause)).toBe(true);
  expect(jest.getTimerCount()).toBe(0);
});
