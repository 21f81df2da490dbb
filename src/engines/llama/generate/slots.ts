/**
 * Slots of the engine: each is a sequence with the tokens it has already read, for one account. A request gets the free
 * slot of its account that has read the most of its prompt; otherwise the one that was free for longest, which forgets
 * what it has read. So the cache does not reveal what another account has sent. An account may hold only
 * a share of the slots (`lib/fair-share.ts`). Requests that find no slot wait in a bounded queue that serves tiers in their
 * order and accounts in turn; where it is full, the newest of the account with the most has to go. No request waits for one
 * that gives way: the newest of those is ended.
 */
import { rankOf } from '../../../core/tiers.ts';
import { FairQueue } from '../../../lib/fair-queue.ts';
import { Holders, mayHoldMore } from '../../../lib/fair-share.ts';

type Slot<Sequence> = {
  readonly sequence: Sequence;
  /** Gives the slot back. Calling it twice is harmless. */
  release(): void;
};

type SlotRequest = {
  readonly tokens: readonly number[];
  readonly accountId: string;
  /** Its place by tier. */
  readonly rank?: number | undefined;
  readonly signal: AbortSignal;
  /** There where it gives way to others: ends what it does in its slot. */
  readonly giveWay?: (() => void) | undefined;
};

/** Every slot is taken and the queue is full of requests of others. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull';
}

/** The account has as much as it may have, or more than others that wait. */
export class ShareUsed extends Error {
  override readonly name = 'ShareUsed';
  /** After how long another request makes sense. */
  readonly waitMs: number;

  constructor(waitMs: number) {
    super('The account has its share of the slots and of the queue already.');
    this.waitMs = waitMs;
  }
}

type SlotRules<Sequence> = {
  readonly queueMax: number;
  /** How many of the tokens a sequence has read already. */
  readonly knownTokens: (sequence: Sequence, tokens: readonly number[]) => number;
  /** Makes a sequence forget all that it has read. */
  readonly forget: (sequence: Sequence) => Promise<void>;
};

type FreeSlot<Sequence> = {
  readonly sequence: Sequence;
  /** Whose tokens it has read. */
  readonly owner: string | undefined;
};

type Waiting<Sequence> = SlotRequest & {
  readonly resolve: (slot: Promise<Slot<Sequence>>) => void;
  readonly reject: (reason: unknown) => void;
};

export class SlotPool<Sequence> {
  /** From the one that was free for longest. */
  readonly #free: FreeSlot<Sequence>[];
  readonly #total: number;
  readonly #rules: SlotRules<Sequence>;
  readonly #queue: FairQueue<Waiting<Sequence>>;
  readonly #holders = new Holders();
  /** What ends those that give way, from the oldest. */
  readonly #givingWay = new Set<() => void>();

  constructor(sequences: readonly Sequence[], rules: SlotRules<Sequence>) {
    this.#free = sequences.map((sequence) => ({ sequence, owner: undefined }));
    this.#total = sequences.length;
    this.#rules = rules;
    this.#queue = new FairQueue(rules.queueMax);
  }

  get freeCount(): number {
    return this.#free.length;
  }

  get waitingCount(): number {
    return this.#queue.size;
  }

  /** True while other accounts hold slots. */
  hasOthersThan(accountId: string): boolean {
    return this.#holders.hasOthersThan(accountId);
  }

  /** Resolves with a slot. Rejects with QueueFull, ShareUsed, or the signal's reason when the caller leaves the queue. */
  acquire(request: SlotRequest): Promise<Slot<Sequence>> {
    request.signal.throwIfAborted();
    // Those who wait while a slot is free have their share already.
    if (this.#mayTake(request)) return this.#take(request);
    return new Promise((resolve, reject) => this.#enqueue({ ...request, resolve, reject }));
  }

  #mayTake({ accountId }: SlotRequest): boolean {
    return mayHoldMore({ held: this.#holders.heldBy(accountId), free: this.#free.length, total: this.#total });
  }

  #enqueue(waiting: Waiting<Sequence>): void {
    const { accountId, rank = rankOf(undefined), signal } = waiting;
    const leave = () => {
      if (this.#queue.remove(accountId, waiting)) waiting.reject(signal.reason);
    };
    signal.addEventListener('abort', leave, { once: true });
    const dropped = this.#queue.add(accountId, waiting, rank);
    dropped?.reject(this.#refusalFor(dropped));
    if (!waiting.giveWay && dropped !== waiting) this.#makeRoom();
  }

  /** The slot of the newest that gives way comes free in a moment, and goes to the first who waits. */
  #makeRoom(): void {
    const newest = [...this.#givingWay].at(-1);
    if (!newest) return;
    this.#givingWay.delete(newest);
    newest();
  }

  #refusalFor({ accountId }: SlotRequest): Error {
    const waiting = this.#queue.countOf(accountId);
    const hasNothing = waiting + this.#holders.heldBy(accountId) === 0;
    return hasNothing ? new QueueFull('The queue is full.') : new ShareUsed(this.#holders.waitMs(accountId, waiting));
  }

  async #take({ accountId, tokens, giveWay }: SlotRequest): Promise<Slot<Sequence>> {
    const [{ sequence, owner }] = this.#free.splice(this.#bestFor(accountId, tokens), 1) as [FreeSlot<Sequence>];
    this.#holders.take(accountId);
    if (giveWay) this.#givingWay.add(giveWay);
    const takenAtMs = performance.now();
    let readFor = owner;
    let isReleased = false;
    const release = () => {
      if (isReleased) return;
      isReleased = true;
      if (giveWay) this.#givingWay.delete(giveWay);
      this.#free.push({ sequence, owner: readFor });
      this.#holders.release(accountId, performance.now() - takenAtMs);
      this.#serve();
    };
    try {
      if (owner !== undefined && owner !== accountId) await this.#rules.forget(sequence);
      readFor = accountId;
      return { sequence, release };
    } catch (thrown) {
      release();
      throw thrown;
    }
  }

  #bestFor(accountId: string, tokens: readonly number[]): number {
    let best = 0;
    let bestKnown = 0;
    for (const [at, { sequence, owner }] of this.#free.entries()) {
      const known = owner === accountId ? this.#rules.knownTokens(sequence, tokens) : 0;
      if (known > bestKnown) [best, bestKnown] = [at, known];
    }
    return best;
  }

  /** Gives free slots to those who wait, by turns. */
  #serve(): void {
    while (this.#free.length > 0) {
      const waiting = this.#queue.take((one) => this.#mayTake(one));
      if (!waiting) return;
      waiting.resolve(this.#take(waiting));
    }
  }
}
