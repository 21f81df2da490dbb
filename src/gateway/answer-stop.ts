/** An answer may end before its engine ends it: its caller leaves, the server stops, or the lease that pays for it is lost. */

import { ServiceError } from '../core/errors.ts';
import type { FreeReason, HeldLease } from '../core/ledger.ts';
import { Stop, type StopSignal } from '../core/stop.ts';
import { AnsweredElsewhere } from '../ledger/answered-elsewhere.ts';
import { unlessAborted } from '../lib/unless-aborted.ts';

export class AnswerStop {
  readonly signal: StopSignal;
  readonly #lease: HeldLease | undefined;
  readonly #clear: (() => void) | undefined;

  constructor(signal: StopSignal, lease: HeldLease | undefined) {
    this.#lease = lease;
    const stop = lease && new Stop(signal);
    const unfollow = stop && lease.follow(stop);
    this.signal = stop ?? signal;
    this.#clear =
      stop &&
      (() => {
        stop.clear();
        unfollow?.();
      });
  }

  /** True where the caller has left. A ServiceError as the reason is our own doing: the caller does not pay for it. */
  get hasLeft(): boolean {
    return this.signal.aborted && !(this.signal.reason instanceof ServiceError);
  }

  /** Nothing, or what has to be waited for before more of the answer is given away. */
  checkLease(): Promise<void> | undefined {
    const unsure = this.#lease?.check();
    return unsure && unlessAborted(unsure, this.signal);
  }

  /** The answer is over: lets go of what may outlive it. */
  clear(): void {
    this.#clear?.();
  }
}

/** Why an answer is free that ended by this. */
export function freeReasonOf(thrown: unknown): FreeReason {
  if (!(thrown instanceof ServiceError)) return 'engine-failed';
  if (thrown instanceof AnsweredElsewhere) return 'answered-elsewhere';
  if (thrown.code === 'no_engine') return 'no-engine';
  return OF_THE_SERVICE.includes(thrown.code) ? 'service-stopped' : 'engine-failed';
}

/** The server stops, or has lost the lease of the answer. */
const OF_THE_SERVICE: readonly string[] = ['shutting_down', 'store_unavailable'];

export const incomplete = (): ServiceError =>
  new ServiceError('upstream_incomplete', 'The model stopped before its answer was complete; nothing was charged.');
