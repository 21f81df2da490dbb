/**
 * Tokens → text, piece by piece. A token may end in the middle of a character: its text is kept back until the character
 * is whole, so that no half of one is ever shown.
 */
const REPLACEMENT = '\uFFFD';
/** No character is spread over more tokens than this; a text that still ends badly is shown as it is. */
const PENDING_MAX = 8;

type Detokenize = (tokens: readonly number[], before: readonly number[]) => string;

export class TokenText {
  readonly #detokenize: Detokenize;
  readonly #shown: number[] = [];
  #pending: number[] = [];

  constructor(detokenize: Detokenize) {
    this.#detokenize = detokenize;
  }

  push(token: number): string {
    this.#pending.push(token);
    const text = this.#detokenize(this.#pending, this.#shown);
    if (text.endsWith(REPLACEMENT) && this.#pending.length < PENDING_MAX) return '';
    return this.#show(text);
  }

  /** Returns the text that was kept back, when no more tokens come. */
  end(): string {
    return this.#pending.length === 0 ? '' : this.#show(this.#detokenize(this.#pending, this.#shown));
  }

  #show(text: string): string {
    this.#shown.push(...this.#pending);
    // Only the last few matter for the spaces before the next word.
    if (this.#shown.length > PENDING_MAX) this.#shown.splice(0, this.#shown.length - PENDING_MAX);
    this.#pending = [];
    return text;
  }
}
