import { Deadline } from '../../lib/deadline.ts';
import { LONG_WAITS } from './long-waits.ts';

type WaitLimits = { readonly idleMs: number; readonly totalMs: number };

/**
 * How long an engine is waited for: until its next event, and in all. Only waiting counts. While the reader of the
 * answer does something else, both times are paused, so a slow client is not held against the engine. One timer serves
 * both, and an event moves it without touching it.
 */
export class EngineWait {
  readonly #limits: WaitLimits;
  readonly #deadline: Deadline;
  /** The rest of the total. */
  #leftMs: number;
  #sinceMs = 0;
  #waitMs = 0;
  #isWaiting = false;

  constructor(limits: WaitLimits, late: (which: 'idle' | 'total') => void) {
    this.#limits = limits;
    this.#leftMs = limits.totalMs;
    this.#deadline = new Deadline(() => late(this.#leftMs <= this.#waitMs ? 'total' : 'idle'), LONG_WAITS);
  }

  /** Waits for the engine to begin: an answer in one piece may take all of its time. */
  begin(): void {
    this.#start(this.#leftMs);
  }

  /** Waits for the next event. */
  next(): void {
    if (this.#isWaiting) this.rest();
    this.#start(Math.min(this.#limits.idleMs, this.#leftMs));
  }

  /** Something has come, and its reader has the word. */
  rest(): void {
    this.#leftMs -= performance.now() - this.#sinceMs;
    this.#isWaiting = false;
    this.#deadline.rest();
  }

  /** Leaves no timer behind. */
  clear(): void {
    this.#deadline.clear();
  }

  #start(waitMs: number): void {
    this.#sinceMs = performance.now();
    this.#isWaiting = true;
    this.#waitMs = waitMs;
    this.#deadline.set(waitMs);
  }
}
