/**
 * The wall clock, unless it jumps. Money depends on the time: a clock that is an hour ahead expires the holds of running
 * answers, one that is forty days ahead ends plans. A small step is followed, as time servers make it. After a larger one
 * the time goes on as if it had not happened, until the clock is right again or the server is started anew.
 */

import { uptime } from 'node:os';
import { type Clock, systemClock } from './clock.ts';

export type SteadyClock = Clock & {
  /** How far the machine's clock is from the time that this one goes by; 0 while it is believed. */
  movedMs(): number;
};

/** The sources of time. `uptimeMs` also counts while the machine is suspended; `monotonicMs` does not. */
type ClockSources = Clock & { uptimeMs(): number };

/** A hold outlasts the longest answer by as much. */
const FOLLOWED_MS = 60_000;
/** The uptime comes in whole seconds. */
const SLEEP_MS_MIN = 5000;

export const SYSTEM_CLOCKS: ClockSources = {
  nowMs: () => systemClock.nowMs(),
  monotonicMs: () => systemClock.monotonicMs(),
  uptimeMs: () => uptime() * 1000,
};

export function createSteadyClock({ nowMs, monotonicMs, uptimeMs }: ClockSources): SteadyClock {
  /** Added to the monotonic clock. */
  let offsetMs = nowMs() - monotonicMs();
  let sleptMs = uptimeMs() - monotonicMs();
  let movedMs = 0;

  function read(): number {
    const steadyMs = monotonicMs();
    const wallMs = nowMs();
    movedMs = wallMs - steadyMs - offsetMs;
    if (Math.abs(movedMs) >= FOLLOWED_MS) {
      countSleep(steadyMs);
      movedMs = wallMs - steadyMs - offsetMs;
    }
    if (Math.abs(movedMs) >= FOLLOWED_MS) return Math.floor(steadyMs + offsetMs);
    offsetMs += movedMs;
    movedMs = 0;
    return wallMs;
  }

  /** While the machine was suspended, time has passed. */
  function countSleep(steadyMs: number): void {
    const moreMs = uptimeMs() - steadyMs - sleptMs;
    if (moreMs < SLEEP_MS_MIN) return;
    sleptMs += moreMs;
    offsetMs += moreMs;
  }

  return {
    nowMs: read,
    monotonicMs,
    movedMs: () => {
      read();
      return movedMs;
    },
  };
}
