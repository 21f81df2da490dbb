/** When something happens in a world: all the time, or now and then in one of hours, whose servers are idle between. */
import type { Random } from '../support/random.ts';

export type Burst = { readonly fromMs: number; readonly untilMs: number };

const REST_MS: readonly [number, number] = [5 * 60_000, 40 * 60_000];
const BURST_MS: readonly [number, number] = [2000, 20_000];

/** The last one goes on until the end. */
export function planBursts(chance: Random, overMs: number): readonly Burst[] {
  const bursts: Burst[] = [];
  const lastMs = overMs - chance.integer(...BURST_MS);
  for (let fromMs = 0; fromMs < lastMs; ) {
    const untilMs = fromMs + chance.integer(...BURST_MS);
    bursts.push({ fromMs, untilMs });
    fromMs = untilMs + chance.integer(...REST_MS);
  }
  return [...bursts, { fromMs: lastMs, untilMs: overMs }];
}

/** How long it is until something may happen again. */
export function restMs(bursts: readonly Burst[], atMs: number): number {
  const next = bursts.find(({ untilMs }) => atMs < untilMs);
  return next === undefined ? 0 : Math.max(0, next.fromMs - atMs);
}
