/**
 * How much was processed, decided in one place from what the engine has reported and what has come since:
 *
 *   output = the last possible report + our own count of the pieces after it, and never more than was allowed
 *   input  = the last possible report, else our own estimate
 *
 * Our own count of a piece may be too low, never too high: so nothing is charged that was not sent.
 */
import type { ChatRequest, EngineEvent, InputCount, Piece, Usage } from '../../core/chat.ts';
import { estimateInputTokens, firstTokens, tokensAtLeast } from '../../core/token-bound.ts';

export type UsageBounds = {
  readonly inputTokensMax: number;
  readonly outputTokensMax: number;
  /** How far our own count may go above the output that is allowed before the answer is ended. */
  readonly toleranceTokens: number;
};

/** The tokens that our own count is short of, by a report: output, and the reasoning inside it. */
type Shortfall = { readonly output: number; readonly reasoning: number };

const NONE: Shortfall = { output: 0, reasoning: 0 };

export class UsageCount {
  /** Until it is let go of. */
  #request: ChatRequest | undefined;
  #inputGuess = 0;
  readonly #bounds: UsageBounds;
  #input: InputCount | undefined;
  /** Our own count of all pieces. */
  #seen = 0;
  #seenReasoning = 0;
  /** The count of the last possible report. */
  #last = NONE;
  /** The last count that was not zero: a zero after something has come is not a count yet, while the engine runs. */
  #running = NONE;
  /** The engine itself has said that it has made more than it may. */
  #isClaimedOver = false;
  #claim: string | undefined;

  constructor(request: ChatRequest, bounds: UsageBounds) {
    this.#request = request;
    this.#bounds = bounds;
  }

  /** Keeps nothing of the request any more: a long chat would stay in memory for as long as its answer takes. */
  letGoOfRequest(): void {
    this.#inputGuess = this.#guessInput();
    this.#request = undefined;
  }

  see(event: EngineEvent): void {
    if (event.type === 'usage') this.#hear(event.usage);
    else if (event.type === 'odd-usage') this.#hear(event.usage, event.claim);
    else if (event.type === 'text' || event.type === 'reasoning' || event.type === 'tool-call-arguments') {
      const tokens = tokensAtLeast(event.text);
      this.#seen += tokens;
      if (event.type === 'reasoning') this.#seenReasoning += tokens;
    }
  }

  /** The engine's count of its input so far. */
  get input(): InputCount | undefined {
    return this.#input;
  }

  /** The first claim that cannot be true: the operator should look at that engine. */
  get claim(): string | undefined {
    return this.#claim;
  }

  /** The tokens by which the answer is longer than it may be. With any, the engine ignores its limit. */
  get excess(): number {
    if (this.#isClaimedOver) return Number.POSITIVE_INFINITY;
    const { outputTokensMax, toleranceTokens } = this.#bounds;
    return Math.max(0, this.#seen + this.#running.output - outputTokensMax - toleranceTokens);
  }

  /** The part of the last piece that may still be given; undefined when nothing of it may. */
  withinLimit(piece: Piece): Piece | undefined {
    const { excess } = this;
    if (excess === 0) return piece;
    if (!('text' in piece)) return undefined;
    const text = firstTokens(piece.text, Math.max(0, tokensAtLeast(piece.text) - excess));
    if (text.trim() === '') return undefined;
    return piece.type === 'text' ? { type: 'text', text } : { ...piece, text };
  }

  /** The charge for an answer that the engine has ended: its last report is its last word, also where it is zero. */
  whole(): Usage {
    return this.#usage(this.#last);
  }

  /** The charge for an answer that was ended before. */
  cut(): Usage {
    return this.#usage(this.#running);
  }

  #hear(report: Partial<Usage>, claim?: string): void {
    const { outputTokens, reasoningTokens = 0, inputTokens } = report;
    const isInputPossible = inputTokens !== undefined && inputTokens <= this.#bounds.inputTokensMax;
    const isOutputPossible = outputTokens !== undefined && outputTokens <= this.#bounds.outputTokensMax;
    if (isInputPossible) this.#input = { cachedInputTokens: 0, ...report, inputTokens };
    if (isOutputPossible) {
      this.#last = { output: outputTokens - this.#seen, reasoning: reasoningTokens - this.#seenReasoning };
      if (outputTokens > 0) this.#running = this.#last;
    }
    this.#isClaimedOver = outputTokens !== undefined && !isOutputPossible;
    if (!isInputPossible || !isOutputPossible || claim !== undefined) this.#claim ??= claim ?? JSON.stringify(report);
  }

  #guessInput(): number {
    return this.#request ? estimateInputTokens(this.#request) : this.#inputGuess;
  }

  #usage({ output, reasoning }: Shortfall): Usage {
    const { inputTokensMax, outputTokensMax } = this.#bounds;
    const outputTokens = Math.min(outputTokensMax, this.#seen + output);
    const input = this.#input ?? {
      inputTokens: Math.min(inputTokensMax, this.#guessInput()),
      cachedInputTokens: 0,
    };
    return { ...input, outputTokens, reasoningTokens: Math.min(outputTokens, this.#seenReasoning + reasoning) };
  }
}
