/**
 * When the next group leaves, of work that is done for many at once. What comes alone leaves at once. Where the last group
 * was large, others follow closely: the next group leaves a moment after it, so that they share one turn.
 */
type MonotonicClock = { monotonicMs(): number };

/** A group of so many is large. */
const CROWD = 4;
/** The time from the leaving of a large group to that of the next one. */
const APART_MS = 4;

export class Gathering {
  readonly #clock: MonotonicClock;
  #last = { size: 0, leftMs: 0 };
  #leave: (() => void) | undefined;

  constructor(clock: MonotonicClock) {
    this.#clock = clock;
  }

  /** How long the next group still waits for more; not at all where this is not above 0. */
  get waitMs(): number {
    return this.#last.size < CROWD ? 0 : this.#last.leftMs + APART_MS - this.#clock.monotonicMs();
  }

  pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, Math.max(0, this.waitMs));
      this.#leave = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Ends a pause: nothing more is on its way. */
  leaveNow(): void {
    this.#leave?.();
  }

  left(size: number): void {
    this.#leave = undefined;
    this.#last = { size, leftMs: this.#clock.monotonicMs() };
  }
}
