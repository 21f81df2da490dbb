/** The simulator itself: that a seed is a run, and that no seed of a range is broken. */
import { expect, test } from 'bun:test';
import { seeds } from '../support/thorough.ts';
import { simulate } from './simulate.ts';

const SEEDS = seeds(200, 1000);
const FAULTS_MS = 8000;
const LONGER_MS = 20_000;

test('a seed gives the same trace twice, whatever ran between', async () => {
  const first = await simulate({ seed: 7, faultsMs: LONGER_MS });
  const other = await simulate({ seed: 8, faultsMs: LONGER_MS });
  const again = await simulate({ seed: 7, faultsMs: LONGER_MS });

  expect(again).toEqual(first);
  expect(other.trace).not.toBe(first.trace);
  expect(first.steps).toBeGreaterThan(1000);
  expect(first.whole).toBeGreaterThan(0);
});

test(`${SEEDS.length} seeds: whatever goes wrong, the ledger is right and everything ends`, async () => {
  for (const seed of SEEDS) {
    const { broken } = await simulate({ seed, faultsMs: FAULTS_MS });
    expect(broken, `npm run simulate -- --seed ${seed} --seconds ${FAULTS_MS / 1000} --shrink`).toEqual([]);
  }
}, 1_200_000);

const LONG_SEEDS = seeds(2, 20);
const HOUR_MS = 3_600_000;

test(`${LONG_SEEDS.length} seeds of hours with traffic and faults now and then: the same holds`, async () => {
  for (const seed of LONG_SEEDS) {
    const { broken } = await simulate({ seed, faultsMs: 2 * HOUR_MS, isLong: true });
    expect(broken, `npm run simulate -- --seed ${seed} --hours 2 --shrink`).toEqual([]);
  }
}, 600_000);

test('an idle server asks the database at most ten times a second', async () => {
  const asked = new Map<number, number>();
  const onLine = (line: string) => {
    if (!line.includes(' ask ')) return;
    const minute = Math.floor(Number.parseInt(line, 10) / 60_000_000);
    asked.set(minute, (asked.get(minute) ?? 0) + 1);
  };

  const { servers, virtualMs } = await simulate({ seed: 2, faultsMs: HOUR_MS / 4, isLong: true, faults: [], onLine });

  // The last one is not whole.
  asked.delete(Math.floor(virtualMs / 60_000));
  const idlest = Math.min(...asked.values());
  expect(idlest).toBeGreaterThan(60 * servers);
  expect(idlest / 60 / servers).toBeLessThan(10);
});
