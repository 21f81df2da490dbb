/**
 * How many requests of a key and of an account run at once. Counted in the memory of this process: several servers, and
 * several workers of one, count each for themselves.
 */
import { tooManyRunning } from '../domain/errors.ts';
import type { Limits } from '../domain/limits.ts';
import type { Caller, Clock } from '../domain/ports.ts';
import { Holders } from '../lib/fair-share.ts';

export type RunningRequest = {
  /** It is over. Calling it twice is harmless. */
  end(): void;
  /** Lets it last for another part of the work too; returns how to end that part. */
  share(): () => void;
};

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
    return countParts(() => {
      const ms = this.#clock.monotonicMs() - begunAtMs;
      this.#keys.release(key.id, ms);
      this.#accounts.release(accountId, ms);
    });
  }
}

/** Calls `over` once, when every part has ended. */
function countParts(over: () => void): RunningRequest {
  let parts = 0;
  const share = () => {
    parts += 1;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      parts -= 1;
      if (parts === 0) over();
    };
  };
  return { end: share(), share };
}

/** For what is over at once. */
export const NOT_COUNTED: RunningRequest = { end() {}, share: () => () => {} };
