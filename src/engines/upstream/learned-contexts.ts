/**
 * How many tokens fit into a chat with a model of an engine, as its list of models says. For people who set up their
 * tools: nothing is refused by it, because an engine may not know itself.
 */

import { readUpTo } from '../../lib/read-up-to.ts';
import { contextsIn } from './engine-models.ts';
import type { HttpAnswer } from './http.ts';

/** An operator who starts the engine anew may give it another context. */
const KNOWN_MS = 10 * 60_000;
/** An engine that could not be asked is not asked with every page. */
const AGAIN_MS = 60_000;
const LIST_BYTES_MAX = 4 * 1024 * 1024;

export class LearnedContexts {
  readonly #askForModels: () => Promise<HttpAnswer>;
  #contexts: Promise<ReadonlyMap<string, number>> | undefined;
  #untilMs = 0;

  constructor(askForModels: () => Promise<HttpAnswer>) {
    this.#askForModels = askForModels;
  }

  /** Undefined where the engine does not say. An engine with one model only answers to every name. */
  async of(model: string): Promise<number | undefined> {
    if (!this.#contexts || performance.now() >= this.#untilMs) {
      this.#untilMs = performance.now() + KNOWN_MS;
      this.#contexts = this.#learn();
    }
    const contexts = await this.#contexts;
    return contexts.get(model) ?? (contexts.size === 1 ? [...contexts.values()][0] : undefined);
  }

  async #learn(): Promise<ReadonlyMap<string, number>> {
    try {
      const answer = await this.#askForModels();
      const list = answer.status === 200 && (await readUpTo(answer.body, LIST_BYTES_MAX));
      if (list) return contextsIn(JSON.parse(new TextDecoder().decode(list)));
      answer.discard();
    } catch {
      // It is not there, or what it sends is no list: then nothing is known.
    }
    this.#untilMs = performance.now() + AGAIN_MS;
    return new Map();
  }
}
