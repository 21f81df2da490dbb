import { afterEach, beforeEach, expect, jest, test } from 'bun:test';
import { SILENT_LOG } from '../platform/telemetry/silent-log.ts';
import type { Maintenance } from './maintenance-store.ts';
import { startSweeps } from './sweeps.ts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const NOTHING_DUE = new Proxy({} as Maintenance, { get: () => async () => 0 });

/** Turns of ten seconds; returns at which of them was swept, and how often the clock was looked at. */
async function turnsOf(isFirst: () => boolean, turns: number) {
  const swept: number[] = [];
  let turn = 0;
  let looks = 0;
  const { stop } = startSweeps(
    { clock: { nowMs: () => 0, monotonicMs: () => 0 }, log: SILENT_LOG },
    {
      maintenance: NOTHING_DUE,
      isFirst,
      checkClock: async () => {
        looks += 1;
        return undefined;
      },
      more: [
        {
          name: 'more',
          run: async () => {
            swept.push(turn);
            return 0;
          },
        },
      ],
    },
  );
  for (turn = 1; turn <= turns; turn += 1) {
    jest.advanceTimersByTime(10_000);
    for (let i = 0; i < 100; i += 1) await Promise.resolve();
  }
  stop();
  return { swept, looks };
}

test('the first server sweeps at each turn, and each other one at every third', async () => {
  expect(await turnsOf(() => true, 6)).toEqual({ swept: [1, 2, 3, 4, 5, 6], looks: 6 });
  expect(await turnsOf(() => false, 6)).toEqual({ swept: [3, 6], looks: 6 });
});

test('a server that becomes the first one sweeps from then on', async () => {
  let turns = 0;

  const { swept } = await turnsOf(() => ++turns > 3, 5);

  expect(swept).toEqual([3, 4, 5]);
});
