/** The simulator itself: that a seed is a run, and that no seed of a range is broken. */
import { expect, test } from 'bun:test';
import { seeds } from '../support/thorough.ts';
import { simulate } from './simulate.ts';

const SEEDS = seeds(60, 1000);
const FAULTS_MS = 20_000;

test('a seed gives the same trace twice, whatever ran between', async () => {
  const first = await simulate({ seed: 7, faultsMs: FAULTS_MS });
  const other = await simulate({ seed: 8, faultsMs: FAULTS_MS });
  const again = await simulate({ seed: 7, faultsMs: FAULTS_MS });

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
}, 600_000);
