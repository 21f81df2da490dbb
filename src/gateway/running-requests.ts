/**
 * How many requests of a key and of an account run at once. Counted in the memory of this process: several servers, and
 * several workers of one, count each for themselves.
 */

import type { Caller } from '../core/api-key.ts';
import { tooManyRunning } from '../core/errors.ts';
import type { Limits } from '../core/limits.ts';
import { Holders } from '../lib/fair-share.ts';
import type { Clock } from '../platform/clock.ts';
import type { RunningRequest } from '../platform/http/call.ts';

type RunningLimits = { readonly perKey: number; readonly perAccount: number };

/** As many as a key may begin in two minutes, so that the limit of a minute is always met first. */
const MINUTES_PER_KEY = 2;
const KEYS_PER_ACCOUNT = 4;

export function runningLimitsOf(limits: Limits): RunningLimits {
  const { requestsPerMinute, runningPerKey, runningPerAccount } = limits;
  const perKey = runningPerKey ?? MINUTES_PER_KEY * requestsPerMinute;
  return { perKey, perAccount: runningPerAccount ?? KEYS_PER_ACCOUNT * perKey };
}

export class RunningRequests {
  readonly #keys = new Holders();
  readonly #accounts = new Holders();
  readonly #limits: RunningLimits;
  readonly #clock: Pick<Clock, 'monotonicMs'>;

  constructor(limits: RunningLimits, clock: Pick<Clock, 'monotonicMs'>) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /** Throws `too_many_running`. */
  begin({ accountId, key }: Pick<Caller, 'accountId' | 'key'>): RunningRequest {
    const { perKey, perAccount } = this.#limits;
    if (this.#keys.heldBy(key.id) >= perKey) {
      throw tooManyRunning(`${perKey} with one API key`, this.#keys.waitMs(key.id, 0));
    }
    if (this.#accounts.heldBy(accountId) >= perAccount) {
      throw tooManyRunning(`${perAccount} with one account`, this.#accounts.waitMs(accountId, 0));
    }
    this.#keys.take(key.id);
    this.#accounts.take(accountId);
    const begunAtMs = this.#clock.monotonicMs();
    return new Running(this, { accountId, keyId: key.id, begunAtMs });
  }

  end({ accountId, keyId, begunAtMs }: RunningOf): void {
    const ms = this.#clock.monotonicMs() - begunAtMs;
    this.#keys.release(keyId, ms);
    this.#accounts.release(accountId, ms);
  }
}

type RunningOf = { readonly accountId: string; readonly keyId: string; readonly begunAtMs: number };

/** Ends once, when every part has ended. */
class Running implements RunningRequest {
  readonly #all: RunningRequests;
  readonly #of: RunningOf;
  #parts = 1;
  #isOver = false;

  constructor(all: RunningRequests, of: RunningOf) {
    this.#all = all;
    this.#of = of;
  }

  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#endPart();
  }

  share(): () => void {
    let isOver = false;
    this.#parts += 1;
    return () => {
      if (!isOver) this.#endPart();
      isOver = true;
    };
  }

  #endPart(): void {
    this.#parts -= 1;
    if (this.#parts === 0) this.#all.end(this.#of);
  }
}

/** For what is over at once. */
export const NOT_COUNTED: RunningRequest = { end() {}, share: () => () => {} };
