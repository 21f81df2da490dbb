import type { AnswerEvent, AnswerEvents } from '../core/chat.ts';
import { nextTurn } from '../lib/next-turn.ts';

/** Events that are there already and are passed on without others getting their turn: some milliseconds. */
const TURN_EVENTS_MAX = 100;

/** Reads a source to its end by itself and lets any number of readers follow it, from the beginning and at their pace. */
export class SharedEvents {
  /** Resolves when the source has ended, well or badly. */
  readonly done: Promise<void>;
  readonly #lists: (readonly AnswerEvent[])[] = [];
  #failure: { readonly error: unknown } | undefined;
  #hasEnded = false;
  #wake = Promise.withResolvers<void>();

  constructor(source: AnswerEvents) {
    this.done = this.#readAll(source);
  }

  async *follow(): AsyncGenerator<readonly AnswerEvent[], void> {
    let passedOn = 0;
    for (let next = 0; ; next++) {
      while (next >= this.#lists.length) {
        if (this.#failure) throw this.#failure.error;
        if (this.#hasEnded) return;
        await this.#wake.promise;
      }
      const together = this.#lists[next]!;
      passedOn += together.length;
      if (passedOn > TURN_EVENTS_MAX) {
        passedOn = together.length;
        await nextTurn();
      }
      yield together;
    }
  }

  async #readAll(source: AnswerEvents): Promise<void> {
    try {
      for await (const together of source) {
        this.#lists.push(together);
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
