/** How much was processed: what the engine says, else what we saw, and never more than was allowed. */
import type { ChatRequest, EngineEvent, Usage } from '../domain/chat.ts';
import { byteLength, estimateInputTokens } from '../domain/token-bound.ts';

export type UsageBounds = { readonly inputTokensMax: number; readonly outputTokensMax: number };

export class UsageCount {
  readonly #request: ChatRequest;
  readonly #bounds: UsageBounds;
  #reported: Usage | undefined;
  #pieces = 0;
  #bytes = 0;
  #reasoningPieces = 0;

  constructor(request: ChatRequest, bounds: UsageBounds) {
    this.#request = request;
    this.#bounds = bounds;
  }

  see(event: EngineEvent): void {
    if (event.type === 'usage') this.#reported = event.usage;
    else if (event.type === 'text' || event.type === 'reasoning' || event.type === 'tool-call-arguments') {
      this.#pieces += 1;
      this.#bytes += byteLength(event.text);
      if (event.type === 'reasoning') this.#reasoningPieces += 1;
    }
  }

  /** What the engine claimed, when that is more than it was given or allowed: somebody should look at that engine. */
  get anomaly(): string | undefined {
    const claim = this.#reported;
    const { inputTokensMax, outputTokensMax } = this.#bounds;
    const isPossible = !claim || (claim.inputTokens <= inputTokensMax && claim.outputTokens <= outputTokensMax);
    return isPossible ? undefined : JSON.stringify(claim);
  }

  /** What to charge: the last count reported, or our own when there was none or it cannot be true. */
  total(): Usage {
    return this.#reported && this.anomaly === undefined ? this.#reported : this.#own();
  }

  /** A piece of a stream is about a token; a whole answer in one piece is counted by its length. */
  #own(): Usage {
    const outputTokens = Math.min(this.#bounds.outputTokensMax, Math.max(this.#pieces, Math.ceil(this.#bytes / 4)));
    return {
      inputTokens: Math.min(this.#bounds.inputTokensMax, estimateInputTokens(this.#request)),
      cachedInputTokens: 0,
      outputTokens,
      reasoningTokens: Math.min(outputTokens, this.#reasoningPieces),
    };
  }
}
