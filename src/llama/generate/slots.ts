/**
 * Places in the engine: each is a sequence with the tokens it has already read. A request gets the free place that has
 * read the most of its prompt; who finds none waits in a bounded queue that serves accounts in turn, so that one
 * account with many requests does not keep the others waiting.
 */
export type Slot<Sequence> = {
  readonly sequence: Sequence;
  /** Gives the place back. Calling it twice is harmless. */
  release(): void;
};

export type SlotRequest = {
  readonly tokens: readonly number[];
  readonly accountId: string;
  readonly signal: AbortSignal;
};

/** Every place is taken and the queue is full. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull';
}

type Waiting<Sequence> = SlotRequest & {
  readonly resolve: (slot: Slot<Sequence>) => void;
  readonly reject: (reason: unknown) => void;
};

export class SlotPool<Sequence> {
  readonly #free: Sequence[];
  readonly #queueMax: number;
  /** How many of the tokens a sequence has read already. */
  readonly #knownTokens: (sequence: Sequence, tokens: readonly number[]) => number;
  /** One line per account, in the order in which accounts are served next. */
  readonly #lines = new Map<string, Waiting<Sequence>[]>();
  #waiting = 0;

  constructor(
    sequences: readonly Sequence[],
    options: {
      readonly queueMax: number;
      readonly knownTokens: (sequence: Sequence, tokens: readonly number[]) => number;
    },
  ) {
    this.#free = [...sequences];
    this.#queueMax = options.queueMax;
    this.#knownTokens = options.knownTokens;
  }

  get freeCount(): number {
    return this.#free.length;
  }

  get waitingCount(): number {
    return this.#waiting;
  }

  /** Resolves with a place. Rejects with QueueFull, or with the signal's reason when the caller leaves the queue. */
  acquire(request: SlotRequest): Promise<Slot<Sequence>> {
    request.signal.throwIfAborted();
    if (this.#free.length > 0) return Promise.resolve(this.#take(request.tokens));
    if (this.#waiting >= this.#queueMax) return Promise.reject(new QueueFull('The queue is full.'));
    return new Promise((resolve, reject) => this.#enqueue({ ...request, resolve, reject }));
  }

  #enqueue(waiting: Waiting<Sequence>): void {
    const line = this.#lines.get(waiting.accountId) ?? [];
    this.#lines.set(waiting.accountId, line);
    line.push(waiting);
    this.#waiting += 1;
    waiting.signal.addEventListener('abort', () => this.#leave(waiting), { once: true });
  }

  #leave(waiting: Waiting<Sequence>): void {
    const line = this.#lines.get(waiting.accountId);
    const at = line?.indexOf(waiting) ?? -1;
    if (!line || at < 0) return;
    line.splice(at, 1);
    if (line.length === 0) this.#lines.delete(waiting.accountId);
    this.#waiting -= 1;
    waiting.reject(waiting.signal.reason);
  }

  #take(tokens: readonly number[]): Slot<Sequence> {
    let best = 0;
    let bestKnown = -1;
    for (const [i, sequence] of this.#free.entries()) {
      const known = this.#knownTokens(sequence, tokens);
      if (known > bestKnown) [best, bestKnown] = [i, known];
    }
    const [sequence] = this.#free.splice(best, 1) as [Sequence];
    let isReleased = false;
    return {
      sequence,
      release: () => {
        if (isReleased) return;
        isReleased = true;
        this.#free.push(sequence);
        this.#serveNext();
      },
    };
  }

  /** The account at the front gets the place and goes to the back, if it has more to ask. */
  #serveNext(): void {
    const [next] = this.#lines;
    if (!next) return;
    const [accountId, line] = next;
    const waiting = line.shift()!;
    this.#lines.delete(accountId);
    if (line.length > 0) this.#lines.set(accountId, line);
    this.#waiting -= 1;
    waiting.resolve(this.#take(waiting.tokens));
  }
}
