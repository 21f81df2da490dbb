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

  /** JSON, in which bytes are a string that needs no escaping. */
  addJson(value: unknown): this {
    if (value instanceof Uint8Array) return this.add('"').addBytes(value).add('"');
    if (typeof value !== 'object' || value === null) return this.add(JSON.stringify(value) ?? 'null');
    const isList = Array.isArray(value);
    const fields = Object.entries(value).filter(([, field]) => isList || field !== undefined);
    this.add(isList ? '[' : '{');
    for (const [at, [name, field]] of fields.entries()) {
      if (at > 0) this.add(',');
      if (!isList) this.add(`${JSON.stringify(name)}:`);
      this.addJson(field);
    }
    return this.add(isList ? ']' : '}');
  }

  end(): readonly Uint8Array[] {
    if (this.#text.length > 0) this.#pieces.push(ENCODER.encode(this.#text.join('')));
    this.#text = [];
    return this.#pieces;
  }
}
