/** Finds out if the database takes writes. A write that failed says so at once; otherwise a small one is tried now and then. */

import { within } from '../../lib/within.ts';
import type { Clock } from '../clock.ts';

/** However often it is asked, a write that went well is believed for this long. */
const BELIEVED_MS = 5000;
/** After a failure, as much as a request writes: a full disk may still have room for a page. */
const PROBE_BYTES = 32 * 1024;
const WITHIN_MS = 3000;

type WriteCheck = {
  /** Rejects while the database cannot be written. */
  check(): Promise<void>;
  /** Tells that a write has failed: the next check tries again. */
  failed(): void;
};

export function createWriteCheck(tryWrite: (bytes: number) => Promise<void>, clock: Clock): WriteCheck {
  let believedUntilMs = Number.NEGATIVE_INFINITY;
  let hasFailed = false;
  let running: Promise<void> | undefined;

  function start(): Promise<void> {
    return tryWrite(hasFailed ? PROBE_BYTES : 0)
      .then(() => {
        hasFailed = false;
        believedUntilMs = clock.monotonicMs() + BELIEVED_MS;
      })
      .finally(() => {
        running = undefined;
      });
  }

  return {
    failed: () => {
      hasFailed = true;
      believedUntilMs = Number.NEGATIVE_INFINITY;
    },
    check: () => {
      if (clock.monotonicMs() < believedUntilMs) return Promise.resolve();
      running ??= start();
      // Probes do not wait for a lock or a disk for as long as a request does.
      return within(WITHIN_MS, running, () => new Error(`No write within ${WITHIN_MS} ms.`));
    },
  };
}
