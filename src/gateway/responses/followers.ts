/** Streams of this server that follow responses: woken when there is more, and looking by themselves for what others make. */
export class Followers {
  #isStopped = false;
  readonly #waiting = new Map<string, PromiseWithResolvers<void>>();

  /** True where the server begins nothing any more: what waits is followed elsewhere. */
  get isStopped(): boolean {
    return this.#isStopped;
  }

  stop(): void {
    this.#isStopped = true;
    for (const id of this.#waiting.keys()) this.wake(id);
  }

  /** There is something new of a response. */
  wake(id: string): void {
    this.#waiting.get(id)?.resolve();
    this.#waiting.delete(id);
  }

  /** Resolves when something is new, or after the time at the latest. */
  async wait(id: string, ms: number): Promise<void> {
    const woken = this.#waiting.get(id) ?? Promise.withResolvers<void>();
    this.#waiting.set(id, woken);
    const timer = setTimeout(() => this.wake(id), ms);
    try {
      await woken.promise;
    } finally {
      clearTimeout(timer);
    }
  }
}
