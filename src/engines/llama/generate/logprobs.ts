/** How sure the model was of each token, where the caller wants to know. */
import type { LlamaModel, Token } from 'node-llama-cpp';
import type { EngineEvent, TokenLogprob } from '../../../core/chat.ts';

/** Collects them until there is text to go with: a token may show its text only with the next one. */
export class Logprobs {
  readonly #model: LlamaModel;
  readonly #topCount: number;
  #pending: TokenLogprob[] = [];

  constructor(model: LlamaModel, topCount: number) {
    this.#model = model;
    this.#topCount = topCount;
  }

  see(token: Token, probabilities: ReadonlyMap<Token, number>): void {
    const top = [...probabilities.entries()].slice(0, this.#topCount).map((entry) => this.#describe(...entry));
    this.#pending.push({ ...this.#describe(token, probabilities.get(token) ?? 0), top });
  }

  attach(events: readonly EngineEvent[]): readonly EngineEvent[] {
    const at = events.findLastIndex((event) => event.type === 'text');
    if (at < 0) return events;
    const logprobs = this.#pending;
    this.#pending = [];
    return events.map((event, i) => (i === at && event.type === 'text' ? { ...event, logprobs } : event));
  }

  #describe(token: Token, probability: number) {
    const text = this.#model.detokenize([token], false);
    // The logarithm of nothing is no number that JSON could carry.
    return { token: text, logprob: Math.log(Math.max(probability, 1e-30)), bytes: [...new TextEncoder().encode(text)] };
  }
}
