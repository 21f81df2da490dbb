/** Longer waits would overflow the timer and fire at once; they are waited for in steps. */
const TIMER_MS_MAX = 2 ** 31 - 1;

/**
 * One deadline that moves often and rarely fires. Moving it later, or putting it to rest, leaves the running timer
 * alone: the timer looks at the clock when it fires. A stream of small pieces thus costs no timer for each piece.
 */
export class Deadline {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #timerAtMs = 0;
  #atMs = Number.POSITIVE_INFINITY;
  readonly #expired: () => void;

  constructor(expired: () => void) {
    this.#expired = expired;
  }

  /** Fires in `ms` from now, in place of any earlier setting. */
  set(ms: number): void {
    const nowMs = performance.now();
    this.#atMs = nowMs + ms;
    if (this.#timer !== undefined && this.#timerAtMs <= this.#atMs) return;
    clearTimeout(this.#timer);
    this.#start(nowMs);
  }

  /** Does not fire until it is set again. */
  rest(): void {
    this.#atMs = Number.POSITIVE_INFINITY;
  }

  /** Leaves no timer behind. */
  clear(): void {
    this.rest();
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #start(nowMs: number): void {
    const waitMs = Math.min(Math.ceil(this.#atMs - nowMs), TIMER_MS_MAX);
    this.#timerAtMs = nowMs + waitMs;
    this.#timer = setTimeout(this.#fired, waitMs);
  }

  readonly #fired = (): void => {
    this.#timer = undefined;
    if (this.#atMs === Number.POSITIVE_INFINITY) return;
    const nowMs = performance.now();
    if (nowMs < this.#atMs) {
      this.#start(nowMs);
      return;
    }
    this.rest();
    this.#expired();
  };
}
