/**
 * Reads what a model writes, in pieces of any size, and tells text from tool calls while it comes:
 *
 *   text --"<tool_call>"--> head --'{"name": "x", "arguments": {'--> arguments --"}"--> tail --"</tool_call>"--> text
 *                            |-- not "{" ------------------------> it was text
 *                            '-- another order of the fields ----> whole --"</tool_call>"--> text
 *
 * The arguments are passed on as they come. A call in another form (arguments first, or as a string) is read once it is
 * whole. What turns out to be no call is text, to the last character; only the blank space around calls is dropped.
 */
import { parseJson } from '../../../lib/parse-json.ts';
import { CALL_CLOSE, CALL_OPEN } from '../grammar/tool-call-grammar.ts';

export type ToolCallEvent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool-call-start'; readonly index: number; readonly name: string }
  | { readonly type: 'tool-call-arguments'; readonly index: number; readonly text: string };

type State = 'text' | 'head' | 'arguments' | 'whole' | 'tail';

/** A call in another form that is longer than this is text. */
const WHOLE_CHARS_MAX = 16 * 1024;
const HEAD = /^\s*\{\s*"name"\s*:\s*("(?:[^"\\]|\\.)*")\s*,\s*"arguments"\s*:\s*(?=\{)/s;
/** The head of a call, piece by piece, while it is still coming. */
const HEAD_PARTS = ['{', '"name"', ':', 'string', ',', '"arguments"', ':'];

export class ToolCallParser {
  #state: State = 'text';
  /** Text that has not been passed on yet. */
  #kept = '';
  /** The tag with the blank space before it, for the case that it begins no call. */
  #opening = '';
  #calls = 0;
  /** Blank space at the beginning of a text is dropped after a call. */
  #trimsStart = false;
  #scan = newScan();

  /** How many calls have begun. */
  get count(): number {
    return this.#calls;
  }

  push(piece: string): ToolCallEvent[] {
    this.#kept += piece;
    const events: ToolCallEvent[] = [];
    while (this.#step(events)) {}
    return events;
  }

  /** Returns the events of the text that was kept back, when no more comes. */
  end(): ToolCallEvent[] {
    const events: ToolCallEvent[] = [];
    const kept = this.#kept;
    this.#kept = '';
    if (this.#state === 'head' || this.#state === 'whole') {
      if (!this.#wholeCall(kept, events)) this.#text(this.#opening + kept, events);
    } else if (this.#state === 'text') {
      this.#text(kept, events);
    }
    this.#state = 'text';
    return events;
  }

  /** Goes one state on if what is kept allows it. */
  #step(events: ToolCallEvent[]): boolean {
    switch (this.#state) {
      case 'text':
        return this.#inText(events);
      case 'head':
        return this.#inHead(events);
      case 'arguments':
        return this.#inArguments(events);
      case 'whole':
        return this.#inWhole(events);
      case 'tail':
        return this.#inTail();
    }
  }

  #inText(events: ToolCallEvent[]): boolean {
    const open = this.#kept.indexOf(CALL_OPEN);
    if (open >= 0) {
      const text = this.#kept.slice(0, open).trimEnd();
      this.#text(text, events);
      this.#opening = this.#kept.slice(text.length, open + CALL_OPEN.length);
      return this.#go('head', open + CALL_OPEN.length);
    }
    // Keep back what may turn out to be the tag, and the blank space that would be before it.
    const safe = this.#kept.slice(0, this.#kept.length - partialLength(this.#kept)).trimEnd();
    this.#text(safe, events);
    this.#kept = this.#kept.slice(safe.length);
    return false;
  }

  #inHead(events: ToolCallEvent[]): boolean {
    const head = HEAD.exec(this.#kept);
    const name = head && parseJson(head[1]!);
    if (head && typeof name === 'string') {
      events.push({ type: 'tool-call-start', index: this.#calls, name });
      this.#calls += 1;
      this.#scan = newScan();
      return this.#go('arguments', head[0].length);
    }
    const form = headForm(this.#kept);
    if (form === 'text') {
      this.#text(this.#opening, events);
      return this.#go('text', 0);
    }
    return form === 'other' && this.#go('whole', 0);
  }

  #inArguments(events: ToolCallEvent[]): boolean {
    const length = this.#scan(this.#kept);
    const text = this.#kept.slice(0, length.passed);
    if (text !== '') events.push({ type: 'tool-call-arguments', index: this.#calls - 1, text });
    return this.#go(length.isEnd ? 'tail' : 'arguments', length.passed) && length.isEnd;
  }

  #inWhole(events: ToolCallEvent[]): boolean {
    const close = this.#kept.indexOf(CALL_CLOSE);
    if (close >= 0 && this.#wholeCall(this.#kept.slice(0, close), events)) {
      return this.#go('text', close + CALL_CLOSE.length);
    }
    if (close < 0 && this.#kept.length <= WHOLE_CHARS_MAX) return false;
    this.#text(this.#opening, events);
    return this.#go('text', 0);
  }

  /** Text between the arguments and the closing tag is not for the caller. The next call ends it as well. */
  #inTail(): boolean {
    const ends = [this.#kept.indexOf(CALL_CLOSE), this.#kept.indexOf(CALL_OPEN)].filter((at) => at >= 0);
    const at = Math.min(...ends);
    this.#trimsStart = true;
    if (ends.length === 0) {
      this.#kept = this.#kept.slice(-CALL_CLOSE.length);
      return false;
    }
    return this.#go('text', this.#kept.startsWith(CALL_CLOSE, at) ? at + CALL_CLOSE.length : at);
  }

  #go(state: State, used: number): true {
    this.#state = state;
    this.#kept = this.#kept.slice(used);
    return true;
  }

  #text(text: string, events: ToolCallEvent[]): void {
    const shown = this.#trimsStart ? text.trimStart() : text;
    if (shown === '') return;
    this.#trimsStart = false;
    events.push({ type: 'text', text: shown });
  }

  #wholeCall(text: string, events: ToolCallEvent[]): boolean {
    const call = parseJson(text);
    if (typeof call !== 'object' || call === null) return false;
    const { name, arguments: given = {} } = call as { name?: unknown; arguments?: unknown };
    if (typeof name !== 'string') return false;
    const index = this.#calls;
    this.#calls += 1;
    this.#trimsStart = true;
    events.push({ type: 'tool-call-start', index, name });
    const json = typeof given === 'string' ? given : JSON.stringify(given ?? {});
    events.push({ type: 'tool-call-arguments', index, text: json });
    return true;
  }
}

/** Tells a text that may still become the head that we stream from, a call in another form, and no call apart. */
function headForm(text: string): 'unknown' | 'other' | 'text' {
  let rest = text.trimStart();
  for (const part of HEAD_PARTS) {
    const whole = part === 'string' ? /^"(?:[^"\\]|\\.)*"/s.exec(rest)?.[0] : rest.startsWith(part) && part;
    if (!whole) {
      const mayCome = part === 'string' ? /^(?:"|$)/.test(rest) : part.startsWith(rest);
      if (mayCome && text.length <= WHOLE_CHARS_MAX) return 'unknown';
      return part === '{' ? 'text' : 'other';
    }
    rest = rest.slice(whole.length).trimStart();
  }
  return rest === '' ? 'unknown' : 'other';
}

type Passed = { readonly passed: number; readonly isEnd: boolean };

/** Follows an object to its closing brace, piece by piece. A `<` outside of strings ends it too: that is not JSON. */
function newScan(): (text: string) => Passed {
  let depth = 0;
  let isInString = false;
  let isEscaped = false;
  return (text) => {
    for (let at = 0; at < text.length; at++) {
      const char = text[at]!;
      if (isInString) {
        isInString = isEscaped || char !== '"';
        isEscaped = !isEscaped && char === '\\';
      } else if (char === '<') {
        return { passed: at, isEnd: true };
      } else {
        isInString = char === '"';
        depth += '{['.includes(char) ? 1 : '}]'.includes(char) ? -1 : 0;
        if (depth === 0) return { passed: at + 1, isEnd: true };
      }
    }
    return { passed: text.length, isEnd: false };
  };
}

/** How many characters at the end of the text could begin the opening tag. */
function partialLength(text: string): number {
  for (let length = Math.min(CALL_OPEN.length - 1, text.length); length > 0; length--) {
    if (CALL_OPEN.startsWith(text.slice(-length))) return length;
  }
  return 0;
}
