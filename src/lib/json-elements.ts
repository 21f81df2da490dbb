/**
 * Reads a JSON object of which one array may be very long, while it comes: the elements of that array one by one, and at
 * the end the object without them. Only the borders of elements are looked for here; what is between them is for a parser.
 */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

/** More than this is refused by the reader of the pieces. */
type ElementBounds = { readonly elementMax: number; readonly restMax: number };

export class TooLong extends Error {
  override readonly name = 'TooLong';
}

export class JsonElements {
  /** The object with the array empty; whole when all pieces were taken. */
  rest = '';
  /** As it is written before its array. */
  readonly #field: string;
  readonly #bounds: ElementBounds;
  #element = '';
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  /** In the array whose elements are wanted. */
  #isInside = false;

  /** `name` is a plain word: the field that has the array. */
  constructor(name: string, bounds: ElementBounds) {
    this.#field = `"${name}"`;
    this.#bounds = bounds;
  }

  /** The elements that have ended in this piece. */
  *take(piece: string): Generator<string, void> {
    let from = 0;
    for (let at = 0; at < piece.length; at += 1) {
      const wasInside = this.#isInside;
      const border = this.#step(piece.charCodeAt(at), () => this.rest + piece.slice(from, at));
      if (!wasInside && this.#isInside) {
        this.#keep(piece.slice(from, at + 1), false);
        from = at + 1;
      } else if (wasInside && border) {
        this.#keep(piece.slice(from, at), true);
        if (this.#element.trim() !== '' || border === 'next') yield this.#element;
        this.#element = '';
        from = border === 'next' ? at + 1 : at;
      }
    }
    this.#keep(piece.slice(from), this.#isInside);
  }

  #keep(text: string, isElement: boolean): void {
    if (isElement) this.#element += text;
    else this.rest += text;
    if (this.#element.length > this.#bounds.elementMax) throw new TooLong('An element is too long.');
    if (this.rest.length > this.#bounds.restMax) throw new TooLong('The body beside the elements is too long.');
  }

  /** Says where an element of the array ends: before the next one, or with the array. */
  #step(code: number, before: () => string): 'next' | 'last' | undefined {
    if (this.#isInString) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (code === BACKSLASH) this.#isEscaped = true;
      else if (code === QUOTE) this.#isInString = false;
      return undefined;
    }
    if (code === QUOTE) this.#isInString = true;
    else if (code === COMMA) return this.#isInside && this.#depth === 2 ? 'next' : undefined;
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      if (code === OPEN_BRACKET && this.#depth === 1 && this.#isBehindField(before().slice(-100)))
        this.#isInside = true;
      this.#depth += 1;
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      this.#depth -= 1;
      if (!this.#isInside || this.#depth !== 1) return undefined;
      this.#isInside = false;
      return 'last';
    }
    return undefined;
  }

  #isBehindField(text: string): boolean {
    const before = text.trimEnd();
    return before.endsWith(':') && before.slice(0, -1).trimEnd().endsWith(this.#field);
  }
}
