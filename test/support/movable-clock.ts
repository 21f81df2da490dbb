/** A clock that goes on by itself, and that a test can set and move. */

import type { Clock } from '../../src/platform/clock.ts';

export type MovableClock = Clock & { set(atMs: number): void; pass(ms: number): void };

export function movableClock(atMs: number): MovableClock {
  let offsetMs = atMs - performance.now();
  return {
    nowMs: () => Math.floor(performance.now() + offsetMs),
    monotonicMs: () => performance.now(),
    set: (toMs) => {
      offsetMs = toMs - performance.now();
    },
    pass: (ms) => {
      offsetMs += ms;
    },
  };
}
