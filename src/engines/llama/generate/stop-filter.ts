/** Finds stop sequences in a text that comes in pieces, and lets nothing of them through. */
export class StopFilter {
  readonly #stops: readonly string[];
  /** The end of the text so far, as far as it could begin a stop sequence. */
  #kept = '';

  constructor(stops: readonly string[]) {
    this.#stops = stops.filter((stop) => stop !== '');
  }

  /** Returns the text that may be shown now, and the stop sequence that has come: then nothing after it counts. */
  push(piece: string): { readonly text: string; readonly stop?: string } {
    if (this.#stops.length === 0) return { text: piece };
    const text = this.#kept + piece;
    const found = this.#firstStop(text);
    if (found) {
      this.#kept = '';
      return { text: text.slice(0, found.at), stop: found.stop };
    }
    const keptLength = this.#possibleStart(text);
    this.#kept = text.slice(text.length - keptLength);
    return { text: text.slice(0, text.length - keptLength) };
  }

  /** Returns the text that was kept back, when no more comes. */
  end(): string {
    const kept = this.#kept;
    this.#kept = '';
    return kept;
  }

  #firstStop(text: string): { readonly at: number; readonly stop: string } | undefined {
    let first: { readonly at: number; readonly stop: string } | undefined;
    for (const stop of this.#stops) {
      const at = text.indexOf(stop);
      if (at >= 0 && (!first || at < first.at)) first = { at, stop };
    }
    return first;
  }

  #possibleStart(text: string): number {
    let longest = 0;
    for (const stop of this.#stops) {
      for (let length = Math.min(stop.length - 1, text.length); length > longest; length--) {
        if (stop.startsWith(text.slice(-length))) longest = length;
      }
    }
    return longest;
  }
}
