/**
 * How many tokens fit into a chat with a model of an engine, as its list of models says. For people who set up their
 * tools: nothing is refused by it, because an engine may not know itself.
 */
import { contextsIn } from '../../wire/engine-models.ts';
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
      if (answer.status === 200) return contextsIn(JSON.parse(await textOf(answer)));
      answer.discard();
    } catch {
      // It is not there, or what it sends is no list: then nothing is known.
    }
    this.#untilMs = performance.now() + AGAIN_MS;
    return new Map();
  }
}

async function textOf(answer: HttpAnswer): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of answer.body) {
    bytes += piece.length;
    if (bytes > LIST_BYTES_MAX) throw new Error(`The list of models is larger than ${LIST_BYTES_MAX} bytes.`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}
