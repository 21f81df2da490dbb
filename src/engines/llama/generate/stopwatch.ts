import type { EngineTimes } from '../../../core/chat.ts';

/** How long a request took to its first token, and where. */
export class Stopwatch {
  #atMs = performance.now();
  #loadMs = 0;
  #waitMs = 0;

  modelFound(): void {
    this.#loadMs = this.#lap();
  }

  placeFound(): void {
    this.#waitMs = this.#lap();
  }

  /** To be asked for when the first token is there. */
  times(): { readonly times: EngineTimes } {
    return { times: { loadMs: this.#loadMs, waitMs: this.#waitMs, promptMs: this.#lap() } };
  }

  #lap(): number {
    const nowMs = performance.now();
    const lapMs = nowMs - this.#atMs;
    this.#atMs = nowMs;
    return lapMs;
  }
}
