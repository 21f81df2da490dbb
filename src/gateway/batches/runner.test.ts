import { afterEach, beforeEach, expect, jest, test } from 'bun:test';
import type { Batches } from '../../features/batches/transactions.ts';
import { SILENT_LOG } from '../../platform/telemetry/silent-log.ts';
import { BatchRunner } from './runner.ts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** Lets everything run that waits for nothing but its turn. */
async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    jest.advanceTimersByTime(1000);
    for (let i = 0; i < 50; i++) await Promise.resolve();
  }
}

function started() {
  const state = { isLive: false, asked: 0 };
  const batches: Partial<Batches> = {
    hasLive: async () => {
      state.asked += 1;
      return state.isLive;
    },
    renew: async () => [],
    expire: async () => 0,
    claimInput: async () => undefined,
    open: async () => [],
  };
  const clock = { nowMs: () => 0, monotonicMs: () => 0 };
  const runner = new BatchRunner(
    { clock, ids: { next: (prefix) => `${prefix}1` }, log: SILENT_LOG },
    {
      batches: batches as Batches,
      createLines: () => ({ isBackground: false, atOnce: 1, run: async () => {}, stopReason: () => undefined }),
      kept: () => ({}) as never,
      stopping: new AbortController().signal,
    },
  );
  return { runner, state };
}

test('while nothing is live the database is asked at every fifth turn', async () => {
  const { state } = started();

  await pass(20);

  expect(state.asked).toBe(4);
});

test('what is live is looked at each second, and so is what comes', async () => {
  const { runner, state } = started();
  await pass(1);
  expect(state.asked).toBe(1);

  state.isLive = true;
  runner.wake();
  await pass(6);

  expect(state.asked).toBe(7);
});
