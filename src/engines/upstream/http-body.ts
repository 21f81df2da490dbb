import type { StopSignal } from '../../core/stop.ts';
import { nextTurn } from '../../lib/next-turn.ts';

/** Where the bytes of a body come from; it hears what its reader does. */
export interface BodySource {
  /** A reader waits and there are no bytes. */
  wanted(): void;
  /** A reader took bytes, so there may be room for more. */
  taken(): void;
  /** The reader will take no more. */
  left(): void;
}

const END: IteratorReturnResult<undefined> = { done: true, value: undefined };

/** Small events in so many bytes take some milliseconds. What has come beyond them waits for the next turn of the loop. */
const TURN_BYTES_MAX = 32 * 1024;

type Waiting = {
  readonly resolve: (result: IteratorResult<Uint8Array, undefined>) => void;
  readonly reject: (reason: unknown) => void;
};

/**
 * The queue between a connection and the one reader of an answer's body. Written by hand, because a generator would add
 * promises to every piece. A failure waits here until it is read, so an unread body never rejects anything.
 */
export class Body implements AsyncIterableIterator<Uint8Array, undefined> {
  /** Memory held by pieces that wait for the reader, and by the one it has in hand. */
  heldBytes = 0;
  #inHandBytes = 0;

  #pieces: Uint8Array[] = [];
  /** The reader has a whole share in hand: others get their turn before it gets more. */
  #isTurnUsed = false;
  #state: 'open' | 'ended' | 'failed' = 'open';
  #failure: unknown;
  #waiting: Waiting | undefined;
  readonly #source: BodySource;
  readonly #signal: StopSignal;

  constructor(source: BodySource, signal: StopSignal) {
    this.#source = source;
    this.#signal = signal;
  }

  get isAwaited(): boolean {
    return this.#waiting !== undefined;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async #nextTurn(): Promise<IteratorResult<Uint8Array, undefined>> {
    await nextTurn();
    return this.next();
  }

  next(): Promise<IteratorResult<Uint8Array, undefined>> {
    if (this.#isTurnUsed) {
      this.#isTurnUsed = false;
      return this.#nextTurn();
    }
    const piece = this.#pieces[0];
    this.heldBytes -= this.#inHandBytes;
    this.#inHandBytes = 0;
    // An abort beats what has already come, also when the connection is long since back in the pool.
    if (this.#signal.aborted && (piece !== undefined || this.#state !== 'ended'))
      return this.#rejectOnce(this.#signal.reason);
    if (piece !== undefined) {
      this.#pieces.shift();
      const value = this.#shareOf(piece);
      this.#source.taken();
      return Promise.resolve({ done: false, value });
    }
    if (this.#state === 'ended') return Promise.resolve(END);
    if (this.#state === 'failed') return this.#rejectOnce(this.#failure);
    if (this.#waiting) return Promise.reject(new Error('The body already has a reader that waits.'));
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#source.wanted();
    });
  }

  takeWhole(): Uint8Array | undefined {
    const [piece, ...others] = this.#pieces;
    const isWhole = this.#state === 'ended' && others.length === 0;
    if (!piece || !isWhole || piece.length > TURN_BYTES_MAX || this.#signal.aborted) return undefined;
    this.#drop();
    return piece;
  }

  return(): Promise<IteratorReturnResult<undefined>> {
    this.discard();
    return Promise.resolve(END);
  }

  /** Leaves the body. A `next` that still waits gets the end. */
  discard(): void {
    this.#drop();
    this.#source.left();
    this.#settle()?.resolve(END);
  }

  push(piece: Uint8Array): void {
    // A piece is a view of one read from the socket, and keeps all of it.
    this.heldBytes += piece.buffer.byteLength;
    const waiting = this.#settle();
    if (waiting) waiting.resolve({ done: false, value: this.#shareOf(piece) });
    else this.#pieces.push(piece);
  }

  end(): void {
    this.#state = 'ended';
    this.#settle()?.resolve(END);
  }

  /** Bytes that came before the failure can still be read; then the reader gets the failure. */
  fail(failure: unknown): void {
    const waiting = this.#settle();
    if (waiting) {
      this.#drop();
      waiting.reject(failure);
      return;
    }
    this.#state = 'failed';
    this.#failure = failure;
  }

  /** The part of a piece that the reader gets now. The memory is one until the last of it was taken. */
  #shareOf(piece: Uint8Array): Uint8Array {
    if (piece.length <= TURN_BYTES_MAX) {
      this.#inHandBytes = piece.buffer.byteLength;
      return piece;
    }
    this.#isTurnUsed = true;
    this.#pieces.unshift(piece.subarray(TURN_BYTES_MAX));
    return piece.subarray(0, TURN_BYTES_MAX);
  }

  #rejectOnce(failure: unknown): Promise<never> {
    this.#drop();
    return Promise.reject(failure);
  }

  #drop(): void {
    this.#state = 'ended';
    this.#failure = undefined;
    this.#pieces = [];
    this.heldBytes = 0;
    this.#inHandBytes = 0;
  }

  #settle(): Waiting | undefined {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    return waiting;
  }
}
