/**
 * Some engines write their reasoning into the text, between `<think>` and `</think>`. This takes the text in pieces of
 * any size and says which of it is reasoning. The tag counts only at the very beginning of the answer, so that a text
 * that talks about tags stays as it is; `prefilled` is for models whose template has already written the opening tag.
 *
 *   start --"<think>"--> thinking --"</think>"--> answering
 *     '------anything else--------------------------^
 */
const OPEN = '<think>';
/** Ends the reasoning; who breaks it off writes this. */
export const THINK_CLOSE = '</think>';

export type Split = { readonly type: 'text' | 'reasoning'; readonly text: string };

export class ThinkSplitter {
  #state: 'start' | 'thinking' | 'answering';
  /** Text that may be the beginning of a tag, or blank space around one. */
  #kept = '';
  #trimsStart = false;

  constructor(options: { readonly prefilled: boolean }) {
    this.#state = options.prefilled ? 'thinking' : 'start';
    this.#trimsStart = options.prefilled;
  }

  /** True while reasoning comes. */
  get isThinking(): boolean {
    return this.#state === 'thinking';
  }

  /** True while the text may still begin with reasoning. */
  get isUndecided(): boolean {
    return this.#state === 'start';
  }

  /** True where all that comes is text, as it comes. */
  get isOver(): boolean {
    return this.#state === 'answering' && !this.#trimsStart;
  }

  push(piece: string): Split[] {
    const text = this.#kept + piece;
    this.#kept = '';
    if (this.#state === 'answering') return this.#emit('text', text);
    return this.#state === 'start' ? this.#start(text) : this.#thinking(text);
  }

  /** Returns the text that was kept back, when no more comes. */
  end(): Split[] {
    const kept = this.#kept;
    this.#kept = '';
    return this.#emit(this.#state === 'thinking' ? 'reasoning' : 'text', kept);
  }

  #start(text: string): Split[] {
    const trimmed = text.trimStart();
    if (trimmed.startsWith(OPEN)) {
      this.#state = 'thinking';
      this.#trimsStart = true;
      return this.#thinking(trimmed.slice(OPEN.length));
    }
    if (OPEN.startsWith(trimmed)) {
      this.#kept = text;
      return [];
    }
    this.#state = 'answering';
    return this.#emit('text', text);
  }

  #thinking(text: string): Split[] {
    const end = text.indexOf(THINK_CLOSE);
    if (end >= 0) {
      const reasoning = this.#emit('reasoning', text.slice(0, end).trimEnd());
      this.#state = 'answering';
      this.#trimsStart = true;
      return [...reasoning, ...this.#emit('text', text.slice(end + THINK_CLOSE.length))];
    }
    // Keep back what may turn out to be the closing tag, and the blank space that would be before it.
    const safe = text.slice(0, text.length - partialTagLength(text)).trimEnd();
    this.#kept = text.slice(safe.length);
    return this.#emit('reasoning', safe);
  }

  #emit(type: Split['type'], text: string): Split[] {
    const shown = this.#trimsStart ? text.trimStart() : text;
    if (shown === '') return [];
    this.#trimsStart = false;
    return [{ type, text: shown }];
  }
}

/** How many characters at the end of the text could begin the closing tag. */
function partialTagLength(text: string): number {
  for (let length = Math.min(THINK_CLOSE.length - 1, text.length); length > 0; length--) {
    if (THINK_CLOSE.startsWith(text.slice(-length))) return length;
  }
  return 0;
}
