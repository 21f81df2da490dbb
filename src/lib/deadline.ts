/** How often long waits are looked at. */
const LOOK_MS = 1000;
/** From here on a wait is a long one: it has no timer until its last seconds, and most end long before. */
const LONG_MS = 2 * LOOK_MS;

/** Long waits, behind one timer for all of them. */
export class LongWaits {
  readonly #waiting = new Set<Deadline>();
  #timer: ReturnType<typeof setInterval> | undefined;
  /** A clock that never goes back. */
  readonly nowMs: () => number;

  constructor(nowMs: () => number) {
    this.nowMs = nowMs;
  }

  join(deadline: Deadline): void {
    this.#waiting.add(deadline);
    this.#timer ??= setInterval(() => this.#look(), LOOK_MS).unref();
  }

  leave(deadline: Deadline): void {
    this.#waiting.delete(deadline);
  }

  /** Ends when nothing waits: requests that follow each other share it. */
  #look(): void {
    const nowMs = this.nowMs();
    for (const deadline of this.#waiting) deadline.look(nowMs);
    if (this.#waiting.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

/**
 * One deadline that moves often and rarely fires. Moving it later, or putting it to rest, leaves the running timer
 * alone: the timer looks at the clock when it fires. A stream of small pieces thus costs no timer for each piece, and a
 * request that is answered within seconds none at all.
 */
export class Deadline {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #timerAtMs = 0;
  #atMs = Number.POSITIVE_INFINITY;
  readonly #expired: () => void;
  readonly #longWaits: LongWaits;

  constructor(expired: () => void, longWaits: LongWaits) {
    this.#expired = expired;
    this.#longWaits = longWaits;
  }

  /** Fires in `ms` from now, in place of any earlier setting. */
  set(ms: number): void {
    const nowMs = this.#longWaits.nowMs();
    this.#atMs = nowMs + ms;
    if (this.#timer === undefined || this.#timerAtMs > this.#atMs) this.look(nowMs);
  }

  /** Does not fire until it is set again. */
  rest(): void {
    this.#atMs = Number.POSITIVE_INFINITY;
  }

  /** Leaves no timer behind. */
  clear(): void {
    this.rest();
    this.#stop();
    this.#longWaits.leave(this);
  }

  /** Waits on, together with all other long waits or by a timer of its own. */
  look(nowMs: number): void {
    this.#stop();
    const waitMs = this.#atMs - nowMs;
    if (waitMs >= LONG_MS) {
      this.#longWaits.join(this);
      return;
    }
    this.#longWaits.leave(this);
    this.#timerAtMs = this.#atMs;
    this.#timer = setTimeout(() => this.#fired(), Math.ceil(waitMs));
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #fired(): void {
    this.#timer = undefined;
    const nowMs = this.#longWaits.nowMs();
    if (this.#atMs === Number.POSITIVE_INFINITY) return;
    if (nowMs < this.#atMs) {
      this.look(nowMs);
      return;
    }
    this.rest();
    this.#expired();
  }
}
