/** Time that goes on when there is nothing left to do: events in their order, and timers of the runtime among them. */

type Event = { readonly atMs: number; readonly order: number; readonly run: () => void };

/** Taken before timers are replaced. */
const { setImmediate: soon } = globalThis;

export class VirtualTime {
  nowMs = 0;
  events = 0;
  /** A heap: each is due before the two behind it. */
  readonly #heap: Event[] = [];
  readonly #intervals = new Set<object>();

  after(ms: number, run: () => void): void {
    const heap = this.#heap;
    const event = { atMs: this.nowMs + ms, order: this.events++, run };
    let at = heap.push(event) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (isBefore(heap[above]!, event)) break;
      heap[at] = heap[above]!;
      at = above;
    }
    heap[at] = event;
  }

  pause(ms: number): Promise<void> {
    return new Promise((resolve) => this.after(ms, resolve));
  }

  /** Each event runs, with all that follows from it without waiting, before the next one. */
  async runUntil(atMs: number): Promise<void> {
    while (this.#heap.length > 0 && this.#heap[0]!.atMs <= atMs) {
      const event = this.#take();
      this.nowMs = event.atMs;
      event.run();
      await new Promise<void>((resolve) => soon(() => resolve()));
    }
    this.nowMs = atMs;
  }

  #take(): Event {
    const heap = this.#heap;
    const first = heap[0]!;
    const last = heap.pop()!;
    if (heap.length === 0) return first;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= heap.length) break;
      if (below + 1 < heap.length && isBefore(heap[below + 1]!, heap[below]!)) below += 1;
      if (isBefore(last, heap[below]!)) break;
      heap[at] = heap[below]!;
      at = below;
    }
    heap[at] = last;
    return first;
  }

  /** Until it is disposed of, intervals are of this time. */
  replaceIntervals(): Disposable {
    const { setInterval: realSet, clearInterval: realClear } = globalThis;
    const set = (run: () => void, ms = 0) => {
      const interval = { unref: () => interval };
      this.#intervals.add(interval);
      const turn = () => {
        if (!this.#intervals.has(interval)) return;
        run();
        this.after(ms, turn);
      };
      this.after(ms, turn);
      return interval;
    };
    const clear = (interval: object) => void this.#intervals.delete(interval);
    Object.assign(globalThis, { setInterval: set, clearInterval: clear });
    return { [Symbol.dispose]: () => Object.assign(globalThis, { setInterval: realSet, clearInterval: realClear }) };
  }
}

const isBefore = (one: Event, other: Event): boolean =>
  one.atMs < other.atMs || (one.atMs === other.atMs && one.order < other.order);
