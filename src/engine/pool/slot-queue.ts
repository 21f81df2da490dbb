/** Where requests wait for a place at an engine of their model, by turns between accounts and not for ever. */
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

const ANYBODY: Pick<Seeker, 'tried'> = { tried: new Set() };

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
  async wait({ account, ...seeker }: Seeker & { readonly account: string }, signal: AbortSignal): Promise<Taken> {
    const { promise, resolve, reject } = Promise.withResolvers<Taken>();
    const waiter: Waiter = { ...seeker, resolve, reject };
    const leave = () => {
      if (this.#queue.remove(account, waiter)) reject(new NeverAsked(signal.reason));
    };
    const timer = setTimeout(() => {
      if (this.#queue.remove(account, waiter)) reject(busy(new Error('A place did not come free in time.')));
    }, this.#waitMsMax);
    signal.addEventListener('abort', leave, { once: true });
    this.#queue.add(account, waiter)?.reject(busy(new Error('Too many requests wait already.')));
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', leave);
    }
  }

  /** Gives free places to those who wait, and ends the wait of those who wait in vain. */
  review(): void {
    while (this.#queue.size > 0 && this.#shares.hasPlaceFor(ANYBODY)) {
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
