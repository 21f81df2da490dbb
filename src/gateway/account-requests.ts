/**
 * How many requests an account may begin in a minute over all of its keys: without it each further key would be a further
 * limit. Counted in the memory of this process, as `running-requests.ts` counts; an account's own limit is exact.
 */

import type { Limits } from '../core/limits.ts';
import { type Admission, type AdmissionLog, admit, createAdmissionLog, isIdle, look } from '../core/rate-limit.ts';
import type { Clock } from '../platform/clock.ts';

/** An organisation uses many keys, but not all of them at their limit. */
const KEYS_AT_THEIR_LIMIT = 20;
const WINDOW_MS = 60_000;

export const accountRequestsOf = ({ requestsPerMinute, accountRequestsPerMinute }: Limits): number =>
  accountRequestsPerMinute ?? KEYS_AT_THEIR_LIMIT * requestsPerMinute;

export class AccountRequests {
  readonly max: number;
  readonly #logs = new Map<string, AdmissionLog>();
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  #sweepAtMs = 0;

  constructor(max: number, clock: Pick<Clock, 'monotonicMs'>) {
    this.max = max;
    this.#clock = clock;
  }

  /** Says if one more would be admitted; counts nothing. */
  look(accountId: string): Admission {
    const nowMs = this.#clock.monotonicMs();
    const log = this.#logs.get(accountId) ?? createAdmissionLog(SMALL);
    const seen = look(log, this.#limit, nowMs);
    return { ...seen, admitted: seen.remaining > 0 };
  }

  admit(accountId: string): Admission {
    const nowMs = this.#clock.monotonicMs();
    if (nowMs >= this.#sweepAtMs) this.#sweep(nowMs);
    let log = this.#logs.get(accountId);
    if (!log) {
      log = createAdmissionLog(SMALL);
      this.#logs.set(accountId, log);
    }
    return admit(log, this.#limit, nowMs);
  }

  get #limit() {
    return { max: this.max, windowMs: WINDOW_MS };
  }

  #sweep(nowMs: number): void {
    this.#sweepAtMs = nowMs + WINDOW_MS;
    for (const [accountId, log] of this.#logs) if (isIdle(log, this.#limit, nowMs)) this.#logs.delete(accountId);
  }
}

/** Most accounts ask little: a log begins small and grows. */
const SMALL = { max: 16, windowMs: WINDOW_MS };
