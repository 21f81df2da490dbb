const ENCODER = new TextEncoder();

/** A text in UTF-8, in pieces: bytes that are text already are pieces of their own, and are not copied. */
export class TextPieces {
  readonly #pieces: Uint8Array[] = [];
  #text: string[] = [];

  add(text: string): this {
    this.#text.push(text);
    return this;
  }

  addBytes(bytes: Uint8Array): this {
    this.end();
    this.#pieces.push(bytes);
    return this;
  }

  end(): readonly Uint8Array[] {
    if (this.#text.length > 0) this.#pieces.push(ENCODER.encode(this.#text.join('')));
    this.#text = [];
    return this.#pieces;
  }
}
