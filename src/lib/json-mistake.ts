/** The place and kind of the first mistake in a text that should be JSON: the runtime says neither line nor column. */

export type JsonMistake = {
  /** Both from 1, as editors count. */
  readonly line: number;
  readonly column: number;
  /** The text that should be there instead. */
  readonly expected: string;
};

class Unexpected extends Error {
  readonly at: number;
  readonly expected: string;

  constructor(at: number, expected: string) {
    super(expected);
    this.at = at;
    this.expected = expected;
  }
}

/** Undefined where the text is JSON. A text that is nested too deep to be looked at is wrong at its beginning. */
export function jsonMistake(text: string): JsonMistake | undefined {
  try {
    const end = skipSpace(text, readValue(text, skipSpace(text, 0)));
    if (end < text.length) throw new Unexpected(end, 'the end of the file');
    return undefined;
  } catch (thrown) {
    const { at, expected } = thrown instanceof Unexpected ? thrown : new Unexpected(0, 'JSON');
    const before = text.slice(0, at).split('\n');
    return { line: before.length, column: before.at(-1)!.length + 1, expected };
  }
}

const SPACE = /[ \t\n\r]*/y;
/** JSON forbids the first 32 of the control characters. */
const TEXT = /"(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/uy;
const WORD = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/** Where the match ends; undefined where there is none. */
function endOf(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

const skipSpace = (text: string, at: number): number => endOf(SPACE, text, at)!;

/** Each of these returns where its part ends. */
function readValue(text: string, at: number): number {
  if (text[at] === '{') return readList(text, at, { close: '}', item: readMember });
  if (text[at] === '[') return readList(text, at, { close: ']', item: readValue });
  if (text[at] === '"') return readText(text, at, 'a text that ends with a quotation mark on its line');
  const end = endOf(WORD, text, at);
  if (end === undefined || end === at) throw new Unexpected(at, 'a value');
  return end;
}

function readText(text: string, at: number, expected: string): number {
  const end = endOf(TEXT, text, at);
  if (end === undefined) throw new Unexpected(at, expected);
  return end;
}

function readMember(text: string, at: number): number {
  const colon = skipSpace(text, readText(text, at, 'a name in double quotation marks'));
  if (text[colon] !== ':') throw new Unexpected(colon, 'a colon');
  return readValue(text, skipSpace(text, colon + 1));
}

type List = { readonly close: string; readonly item: (text: string, at: number) => number };

function readList(text: string, at: number, { close, item }: List): number {
  let place = skipSpace(text, at + 1);
  if (text[place] === close) return place + 1;
  for (;;) {
    place = skipSpace(text, item(text, place));
    if (text[place] === close) return place + 1;
    if (text[place] !== ',') throw new Unexpected(place, `a comma or ${close}`);
    place = skipSpace(text, place + 1);
  }
}
