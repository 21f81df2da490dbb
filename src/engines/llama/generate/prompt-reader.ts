/**
 * A prompt becomes tokens piece by piece. A tokenizer holds up the whole process while it reads, and some call
 * themselves again for each character: a text of megabytes would pause every answer or end the engine. So it is given
 * small pieces only, running answers go on between two pieces, accounts take turns, and reading ends as soon as the
 * prompt cannot fit.
 */
import type { Token } from 'node-llama-cpp';
import { contextLengthExceeded } from '../../../core/context-length.ts';
import { byteLength } from '../../../core/token-bound.ts';
import type { PromptPart } from '../template/chat-template.ts';

type Vocabulary = {
  /** `isTemplate`: may hold special tokens. `isRest`: goes on with a text, so that nothing is put before it. */
  readonly tokenize: (
    text: string,
    how: { readonly isTemplate: boolean; readonly isRest: boolean },
  ) => readonly Token[];
  readonly contextTokens: number;
  /** The longest token of the vocabulary: so many bytes become at least one token. */
  readonly tokenBytesMax: number;
};

type PromptReading = { readonly account: string; readonly signal: AbortSignal };

/** Some milliseconds of work at most, with the slowest tokenizers. */
const PIECE_CHARS = 2048;
/** How far from its end a piece may end earlier, for the sake of a whole word. */
const WORD_CHARS = 256;

export class PromptReader {
  readonly #vocabulary: Vocabulary;
  readonly #turns = new Turns();

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
  }

  /** The tokens of all parts, fewer than the context has. Throws `context_length_exceeded`. */
  async read(parts: readonly PromptPart[], { account, signal }: PromptReading): Promise<Token[]> {
    const { contextTokens, tokenize } = this.#vocabulary;
    this.#refuseBytes(parts.reduce((sum, { text }) => sum + byteLength(text), 0));
    const tokens: Token[] = [];
    let charsLeft = PIECE_CHARS;
    for (const { text, isTemplate } of parts) {
      for (let start = 0; start < text.length; ) {
        const end = pieceEnd(text, start);
        // A usual prompt is one piece and waits for nothing.
        if (end - start > charsLeft) {
          await this.#turns.wait(account);
          signal.throwIfAborted();
          charsLeft = PIECE_CHARS;
        }
        charsLeft -= end - start;
        for (const token of tokenize(text.slice(start, end), { isTemplate, isRest: start > 0 })) tokens.push(token);
        if (tokens.length >= contextTokens) throw contextLengthExceeded(contextTokens, tokens.length);
        start = end;
      }
    }
    return tokens;
  }

  /** Refuses a text that no tokens of this vocabulary could make short enough. */
  #refuseBytes(bytes: number): void {
    const { contextTokens, tokenBytesMax } = this.#vocabulary;
    const tokensMin = Math.ceil(bytes / tokenBytesMax);
    if (tokensMin >= contextTokens) throw contextLengthExceeded(contextTokens, tokensMin);
  }
}

/** Before the space of a word, where there is one: words have their space in front of them in most vocabularies. */
export function pieceEnd(text: string, start: number): number {
  const end = start + PIECE_CHARS;
  if (end >= text.length) return text.length;
  for (let at = end; at > end - WORD_CHARS; at--) {
    if (isSpace(text, at) && !isSpace(text, at - 1) && !isSpace(text, at + 1)) return at;
  }
  const isLowSurrogate = (text.charCodeAt(end) & 0xfc00) === 0xdc00;
  return isLowSurrogate ? end - 1 : end;
}

const isSpace = (text: string, at: number): boolean => text.charCodeAt(at) <= 0x20;

/** One piece in each turn of the event loop, by turns between accounts. */
export class Turns {
  /** From the account whose turn is next. */
  readonly #lines = new Map<string, (() => void)[]>();
  #isGoing = false;

  wait(account: string): Promise<void> {
    return new Promise((resolve) => {
      const line = this.#lines.get(account);
      if (line) line.push(resolve);
      else this.#lines.set(account, [resolve]);
      if (!this.#isGoing) this.#goOn();
    });
  }

  #goOn(): void {
    this.#isGoing = this.#lines.size > 0;
    if (this.#isGoing) setImmediate(() => this.#next());
  }

  #next(): void {
    const [first] = this.#lines;
    if (first) {
      const [account, [resolve, ...others]] = first;
      this.#lines.delete(account);
      if (others.length > 0) this.#lines.set(account, others);
      resolve?.();
    }
    this.#goOn();
  }
}
