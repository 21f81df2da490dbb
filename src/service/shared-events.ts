import type { AnswerEvent } from '../domain/chat.ts';
import { nextTurn } from '../lib/next-turn.ts';

/** Events that are there already and are passed on without others getting their turn: some milliseconds. */
const TURN_EVENTS_MAX = 100;

/** Reads a source to its end by itself and lets any number of readers follow it, from the beginning and at their pace. */
export class SharedEvents {
  /** Resolves when the source has ended, well or badly. */
  readonly done: Promise<void>;
  readonly #events: AnswerEvent[] = [];
  #failure: { readonly error: unknown } | undefined;
  #hasEnded = false;
  #wake = Promise.withResolvers<void>();

  constructor(source: AsyncIterable<AnswerEvent>) {
    this.done = this.#readAll(source);
  }

  async *follow(): AsyncGenerator<AnswerEvent, void> {
    for (let next = 0; ; next++) {
      if (next % TURN_EVENTS_MAX === TURN_EVENTS_MAX - 1) await nextTurn();
      while (next >= this.#events.length) {
        if (this.#failure) throw this.#failure.error;
        if (this.#hasEnded) return;
        await this.#wake.promise;
      }
      yield this.#events[next]!;
    }
  }

  async #readAll(source: AsyncIterable<AnswerEvent>): Promise<void> {
    try {
      for await (const event of source) {
        this.#events.push(event);
        this.#wakeReaders();
      }
    } catch (error) {
      this.#failure = { error };
    } finally {
      this.#hasEnded = true;
      this.#wakeReaders();
    }
  }

  #wakeReaders(): void {
    this.#wake.resolve();
    this.#wake = Promise.withResolvers<void>();
  }
}
