/** Where requests wait for a slot at an engine of their model, by tier, by turns between accounts, and not for ever. */
import { SHARE_USED, tooManyRunning } from '../../core/errors.ts';
import { NeverAsked } from '../../core/never-asked.ts';
import type { StopSignal } from '../../core/stop.ts';
import { rankOf } from '../../core/tiers.ts';
import { FairQueue } from '../../lib/fair-queue.ts';
import { busy } from '../unavailable.ts';
import type { Candidates, Taken, Waiting } from './candidates.ts';

type Waiter = Waiting & {
  readonly resolve: (taken: Taken) => void;
  readonly reject: (error: unknown) => void;
};

export class SlotQueue {
  readonly #candidates: Candidates;
  readonly #inVain: () => unknown;
  readonly #queue: FairQueue<Waiter>;
  readonly #waitMsMax: number;

  /** `inVain` makes the failure of requests for which there is nothing left to wait for. */
  constructor(candidates: Candidates, inVain: () => unknown) {
    this.#candidates = candidates;
    this.#inVain = inVain;
    this.#queue = new FairQueue(candidates.queueMax);
    this.#waitMsMax = candidates.queueMs;
  }

  get size(): number {
    return this.#queue.size;
  }

  /** Resolves with a slot. For a client that leaves before that, no engine was asked. */
  async wait(waiting: Waiting, signal: StopSignal): Promise<Taken> {
    const { account } = waiting;
    const { promise, resolve, reject } = Promise.withResolvers<Taken>();
    const waiter: Waiter = { ...waiting, resolve, reject };
    const leave = {
      handleEvent: () => {
        if (this.#queue.remove(account, waiter)) reject(new NeverAsked(signal.reason));
      },
    };
    const timer = setTimeout(() => {
      if (this.#queue.remove(account, waiter)) reject(this.#refusalFor(account, 'A slot did not come free in time.'));
    }, this.#waitMsMax);
    signal.addEventListener('abort', leave);
    const dropped = this.#queue.add(account, waiter, waiting.rank);
    if (waiting.rank < rankOf('batch')) this.#candidates.makeRoom(waiting);
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
    if (waiting + this.#candidates.heldBy(account) === 0) return busy(new Error(why));
    return tooManyRunning(SHARE_USED, this.#candidates.waitMs(account, waiting));
  }

  /** Gives free slots to those who wait and are of no rank behind `rankMax`, and ends the wait of those who wait in vain. */
  review(rankMax?: number): void {
    while (this.#queue.size > 0 && this.#candidates.hasSlot) {
      const waiter = this.#queue.take((one) => this.#candidates.hasSlotFor(one), rankMax);
      if (!waiter) break;
      waiter.resolve(this.#candidates.take(waiter)!);
    }
    const isInVain = (waiter: Waiter) => !this.#candidates.isHopeFor(waiter);
    for (let waiter = this.#queue.take(isInVain); waiter; waiter = this.#queue.take(isInVain)) {
      waiter.reject(this.#inVain());
    }
  }
}
