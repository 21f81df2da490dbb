import { afterEach, beforeEach, expect, jest, test } from 'bun:test';
import { Deadline, LongWaits } from './deadline.ts';

let fired = 0;
let deadline: Deadline;
beforeEach(() => {
  jest.useFakeTimers();
  fired = 0;
  deadline = new Deadline(
    () => {
      fired += 1;
    },
    new LongWaits(() => performance.now()),
  );
});
afterEach(() => {
  deadline.clear();
  jest.useRealTimers();
});

test.each([20, 1999, 2000, 2500, 60_000])('it fires once, when its time of %d ms is over', (ms) => {
  deadline.set(ms);

  jest.advanceTimersByTime(ms - 1);
  expect(fired).toBe(0);
  jest.advanceTimersByTime(2);
  expect(fired).toBe(1);
  jest.advanceTimersByTime(100_000);
  expect(fired).toBe(1);
});

test.each([
  [50, 60_000],
  [60_000, 50],
  [60_000, 30_000],
])('one of %d ms that is set to %d ms counts from then on', (first, second) => {
  deadline.set(first);
  jest.advanceTimersByTime(20);
  deadline.set(second);

  jest.advanceTimersByTime(second - 1);
  expect(fired).toBe(0);
  jest.advanceTimersByTime(2);
  expect(fired).toBe(1);
});

test.each([50, 60_000])('one of %d ms that rests or was cleared does not fire, until it is set again', (ms) => {
  deadline.set(ms);
  deadline.rest();
  jest.advanceTimersByTime(2 * ms);
  deadline.set(ms);
  deadline.clear();
  jest.advanceTimersByTime(2 * ms);
  expect(fired).toBe(0);

  deadline.set(ms);
  jest.advanceTimersByTime(ms + 1);
  expect(fired).toBe(1);
});

test('long waits have one timer for all of them, and soon none when they are over', () => {
  const together = new LongWaits(() => performance.now());
  const others = Array.from({ length: 100 }, () => new Deadline(() => {}, together));
  for (const other of others) other.set(60_000);
  expect(jest.getTimerCount()).toBe(1);

  for (const other of others) other.clear();
  jest.advanceTimersByTime(1000);
  expect(jest.getTimerCount()).toBe(0);
});
