/** When batches of the journal leave, and what is in them. What a batch writes is tested with the real databases. */
import { afterEach, beforeEach, expect, jest, test } from 'bun:test';
import type { JournalRow, Leases } from '../domain/lease-ports.ts';
import { Journal } from './journal.ts';

let nowMs: number;
let running: number;
let batches: number[];
let journal: Journal;

const write: Leases['write'] = async ({ rows }) => {
  batches.push(rows.length);
};

beforeEach(() => {
  jest.useFakeTimers();
  nowMs = 1000;
  running = 0;
  batches = [];
  const clock = { nowMs: () => nowMs, monotonicMs: () => nowMs };
  journal = new Journal({ write } as Leases, clock, () => running);
});
afterEach(() => jest.useRealTimers());

/** So many end in one turn. */
const end = (count: number) =>
  Promise.all(Array.from({ length: count }, (_, n) => journal.add('srv_1', rowOf(`req_${n}`)).then(() => running--)));

const rowOf = (requestId: string) => ({ held: { order: { requestId } } }) as JournalRow;

async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

/** The first one leaves alone, and the others while it is written. */
async function endMany(count: number): Promise<void> {
  await end(count);
  expect(batches.splice(0)).toEqual([1, count - 1]);
}

test('behind a large batch the next ones are gathered, and leave 4 ms after it', async () => {
  running = 100;
  await endMany(20);
  nowMs += 1;

  const ended = [end(5)];
  await settle();
  expect(batches).toEqual([]);
  ended.push(end(7));
  jest.advanceTimersByTime(2);
  await settle();
  expect(batches).toEqual([]);
  jest.advanceTimersByTime(1);
  await Promise.all(ended);

  expect(batches).toEqual([12]);
});

test('a request that ends as the last one that runs waits for nothing, nor do those that gathered', async () => {
  running = 23;
  await endMany(20);

  const two = end(2);
  await settle();
  expect(batches).toEqual([]);
  await Promise.all([two, end(1)]);

  expect(batches).toEqual([3]);
  expect(jest.getTimerCount()).toBe(0);
});

test('a request that comes later than that leaves at once, whatever else runs', async () => {
  running = 100;
  await endMany(20);
  nowMs += 4;

  await end(1);
  nowMs += 1;
  await end(1);

  expect(batches).toEqual([1, 1]);
});
