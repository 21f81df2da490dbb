/** Seals the ledger every few seconds and when the server stops, and writes the last seal into the log now and then. */

import type { Platform } from '../platform/platform.ts';
import type { Seals } from './audit/seal-store.ts';
import type { SweepStep } from './sweeps.ts';

/** A kept log has a seal of every ten minutes to compare the ledger with. */
const LOG_EVERY_MS = 600_000;
/** Seals follow each other at this distance: requests that end meanwhile wait for one of them at most. */
const REST_MS = 5;
/** Where rows have to wait for transactions that still run, the first call only looks. */
const LAST_TRIES = 3;

export type Sealing = {
  readonly step: SweepStep;
  /** Seals what the last answers have written. */
  finish(): Promise<void>;
  /** How long ago all that could be sealed was. */
  ageMs(): number;
};

export function createSealing({ clock, log }: Pick<Platform, 'clock' | 'log'>, seals: Seals): Sealing {
  let loggedHead: string | undefined;
  let loggedAtMs: number | undefined;
  let sealedAtMs = clock.monotonicMs();

  async function logHead(): Promise<void> {
    const head = await seals.head();
    if (head === undefined || head === loggedHead) return;
    loggedHead = head;
    loggedAtMs = clock.monotonicMs();
    log.info({ head }, 'the ledger is sealed');
  }

  async function sealSome(): Promise<number> {
    const done = await seals.seal(clock.nowMs());
    const isDue = loggedAtMs === undefined || clock.monotonicMs() - loggedAtMs >= LOG_EVERY_MS;
    if (done === 0) sealedAtMs = clock.monotonicMs();
    if (done === 0 && isDue) await logHead();
    if (done > 0) await new Promise((resolve) => setTimeout(resolve, REST_MS));
    return done;
  }

  return {
    // Rows that are written while the clock is wrong can be changed as well. Seals have the time that goes on without it.
    step: { name: 'seal', isRoutine: true, isTimeless: true, run: sealSome },
    ageMs: () => clock.monotonicMs() - sealedAtMs,
    finish: async () => {
      try {
        for (let tries = 0; tries < LAST_TRIES; ) if ((await seals.seal(clock.nowMs())) === 0) tries += 1;
        await logHead();
      } catch (cause) {
        log.error({ cause }, 'what was written last could not be sealed; the next start seals it');
      }
    },
  };
}
