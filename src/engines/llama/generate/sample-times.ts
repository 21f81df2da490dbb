/**
 * How long the library samples for each grammar. It makes its samplers itself and tells of a grammar only when it sets
 * one up, so that is where both are seen together.
 */
import type { Llama, LlamaGrammarEvaluationState } from 'node-llama-cpp';

type Listener = (ms: number) => void;
type Config = { readonly grammarEvaluationState?: object };
type SamplerClass = new (...parts: readonly unknown[]) => { applyConfig(config: Config): void };

export class SampleTimes {
  readonly #states = new WeakMap<object, object>();
  readonly #listeners = new WeakMap<object, Listener>();

  constructor(llama: Llama) {
    const bindings: { AddonSampler?: SamplerClass } | undefined = Reflect.get(llama, '_bindings');
    const Sampler = bindings?.AddonSampler;
    if (!bindings || !Sampler)
      throw new Error('This version of node-llama-cpp samples in another way: see SampleTimes.');
    const states = this.#states;
    bindings.AddonSampler = class extends Sampler {
      override applyConfig(config: Config): void {
        if (config.grammarEvaluationState) states.set(this, config.grammarEvaluationState);
        super.applyConfig(config);
      }
    };
  }

  /** Hears of every time that was spent on this grammar. */
  listen(grammar: LlamaGrammarEvaluationState, listener: Listener): void {
    const state: object | undefined = Reflect.get(grammar, '_state');
    if (state) this.#listeners.set(state, listener);
  }

  /** A sampler was busy for so long. */
  add(sampler: unknown, ms: number): void {
    const state = typeof sampler === 'object' && sampler !== null ? this.#states.get(sampler) : undefined;
    if (state) this.#listeners.get(state)?.(ms);
  }
}
