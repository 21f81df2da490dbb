/** About so many characters take a tenth of a millisecond to join and encode. */
const PIECE_LENGTH = 64 * 1024;

/** A text that may have many megabytes, in pieces: joined or encoded at once it would hold up every other request. */
export class LongText {
  readonly #pieces: string[] = [];
  #last = '';

  get isEmpty(): boolean {
    return this.#pieces.length === 0 && this.#last === '';
  }

  add(...texts: readonly string[]): this {
    for (const text of texts) {
      this.#last += text;
      if (this.#last.length < PIECE_LENGTH) continue;
      this.#pieces.push(this.#last);
      this.#last = '';
    }
    return this;
  }

  /** One piece, unless it is long. */
  get pieces(): readonly string[] {
    return this.#last === '' ? this.#pieces : [...this.#pieces, this.#last];
  }
}
