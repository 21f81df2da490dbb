/** Where requests wait for a place at an engine of their model, by turns between accounts and not for ever. */
import { SHARE_USED, tooManyRunning } from '../../domain/errors.ts';
import { NeverAsked } from '../../domain/never-asked.ts';
import { FairQueue } from '../../lib/fair-queue.ts';
import { busy } from '../unavailable.ts';
import type { Seeker, Shares, Taken } from './candidates.ts';

export type WaitingRoomParts = {
  readonly shares: Shares;
  /** What those are told for whom there is nothing left to wait for. */
  readonly inVain: () => unknown;
};

type Waiter = Seeker & {
  readonly resolve: (taken: Taken) => void;
  readonly reject: (error: unknown) => void;
};

export class WaitingRoom {
  readonly #shares: Shares;
  readonly #inVain: () => unknown;
  readonly #queue: FairQueue<Waiter>;
  readonly #waitMsMax: number;

  constructor({ shares, inVain }: WaitingRoomParts) {
    this.#shares = shares;
    this.#inVain = inVain;
    this.#queue = new FairQueue(shares.queueMax);
    this.#waitMsMax = shares.queueMs;
  }

  get size(): number {
    return this.#queue.size;
  }

  /** Resolves with a place. For whoever leaves before that, no engine was asked. */
  async wait(seeker: Seeker, signal: AbortSignal): Promise<Taken> {
    const { account } = seeker;
    const { promise, resolve, reject } = Promise.withResolvers<Taken>();
    const waiter: Waiter = { ...seeker, resolve, reject };
    const leave = () => {
      if (this.#queue.remove(account, waiter)) reject(new NeverAsked(signal.reason));
    };
    const timer = setTimeout(() => {
      if (this.#queue.remove(account, waiter)) reject(this.#refusalFor(account, 'A place did not come free in time.'));
    }, this.#waitMsMax);
    signal.addEventListener('abort', leave, { once: true });
    const dropped = this.#queue.add(account, waiter);
    dropped?.reject(this.#refusalFor(dropped.account, 'Too many requests wait already.'));
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', leave);
    }
  }

  /** An account that has anything here has to wait because of itself; only one that has nothing, because of others. */
  #refusalFor(account: string, why: string): unknown {
    const waiting = this.#queue.countOf(account);
    if (waiting + this.#shares.heldBy(account) === 0) return busy(new Error(why));
    return tooManyRunning(SHARE_USED, this.#shares.waitMs(account, waiting));
  }

  /** Gives free places to those who wait, and ends the wait of those who wait in vain. */
  review(): void {
    while (this.#queue.size > 0 && this.#shares.hasPlace) {
      const waiter = this.#queue.take((one) => this.#shares.hasPlaceFor(one));
      if (!waiter) break;
      waiter.resolve(this.#shares.take(waiter)!);
    }
    const isInVain = (waiter: Waiter) => !this.#shares.isHopeFor(waiter);
    for (let waiter = this.#queue.take(isInVain); waiter; waiter = this.#queue.take(isInVain)) {
      waiter.reject(this.#inVain());
    }
  }
}
