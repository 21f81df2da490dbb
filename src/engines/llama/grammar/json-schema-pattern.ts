/**
 * Reads the safe part of regular expressions that `pattern` uses in practice: characters, classes, `.`, `\d \w \s` and
 * their opposites, groups, alternatives, quantifiers, and `^` and `$` at the ends. Anything else (looking around, back
 * references, word borders, properties) gives `undefined`.
 */
export type CharRange = readonly [low: number, high: number];

export type Pattern =
  | { readonly type: 'chars'; readonly ranges: readonly CharRange[] }
  | { readonly type: 'sequence'; readonly items: readonly Pattern[] }
  | { readonly type: 'choice'; readonly options: readonly Pattern[] }
  | { readonly type: 'repeat'; readonly item: Pattern; readonly min: number; readonly max: number };

export function readPattern(source: string): Pattern | undefined {
  if (source.length > SOURCE_CHARS_MAX) return undefined;
  try {
    return new Reader(source).all();
  } catch (error) {
    if (error instanceof Unsupported) return undefined;
    throw error;
  }
}

/** The fewest and the most characters a pattern may have; without an end it is Infinity. */
export function lengthOf(pattern: Pattern): { readonly min: number; readonly max: number } {
  switch (pattern.type) {
    case 'chars':
      return { min: 1, max: 1 };
    case 'sequence': {
      const lengths = pattern.items.map(lengthOf);
      return { min: sum(lengths.map(({ min }) => min)), max: sum(lengths.map(({ max }) => max)) };
    }
    case 'choice': {
      const lengths = pattern.options.map(lengthOf);
      return {
        min: Math.min(...lengths.map(({ min }) => min)),
        max: Math.max(...lengths.map(({ max }) => max)),
      };
    }
    case 'repeat': {
      const { min, max } = lengthOf(pattern.item);
      return { min: min * pattern.min, max: pattern.max === 0 ? 0 : max * pattern.max };
    }
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

class Unsupported extends Error {}

const SOURCE_CHARS_MAX = 1000;
const GROUPS_MAX = 20;
const LAST = 0x10ffff;
const DIGITS: readonly CharRange[] = [[0x30, 0x39]];
const WORDS: readonly CharRange[] = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
];
const SPACES: readonly CharRange[] = [
  [0x09, 0x0d],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
];
const LINE_ENDS: readonly CharRange[] = [
  [0x0a, 0x0a],
  [0x0d, 0x0d],
  [0x2028, 0x2029],
];
const CLASSES: Readonly<Record<string, readonly CharRange[]>> = {
  d: DIGITS,
  D: opposite(DIGITS),
  w: WORDS,
  W: opposite(WORDS),
  s: SPACES,
  S: opposite(SPACES),
};
const CONTROLS: Readonly<Record<string, number>> = { n: 0x0a, r: 0x0d, t: 0x09, f: 0x0c, v: 0x0b };

function opposite(ranges: readonly CharRange[]): readonly CharRange[] {
  const result: CharRange[] = [];
  let from = 0;
  for (const [low, high] of [...ranges].sort((a, b) => a[0] - b[0])) {
    if (low > from) result.push([from, low - 1]);
    from = Math.max(from, high + 1);
  }
  return from <= LAST ? [...result, [from, LAST]] : result;
}

class Reader {
  readonly #chars: readonly string[];
  #at = 0;
  #depth = 0;

  constructor(source: string) {
    this.#chars = [...source];
  }

  all(): Pattern {
    const pattern = this.#choice();
    if (this.#at < this.#chars.length) throw new Unsupported();
    return pattern;
  }

  #choice(): Pattern {
    const options = [this.#sequence()];
    while (this.#take('|')) options.push(this.#sequence());
    return options.length === 1 ? options[0]! : { type: 'choice', options };
  }

  /** A pattern that is not tied to an end of the text may be read as if it were: what it then matches still matches. */
  #sequence(): Pattern {
    const items: Pattern[] = [];
    if (this.#depth === 0) this.#take('^');
    while (!this.#isAtEnd()) {
      if (this.#depth === 0 && this.#peek() === '$') {
        this.#at += 1;
        if (!this.#isAtEnd()) throw new Unsupported();
        break;
      }
      items.push(this.#quantified(this.#atom()));
    }
    return items.length === 1 ? items[0]! : { type: 'sequence', items };
  }

  #atom(): Pattern {
    const char = this.#next();
    if (char === '(') return this.#group();
    if (char === '[') return { type: 'chars', ranges: this.#class() };
    if (char === '.') return { type: 'chars', ranges: opposite(LINE_ENDS) };
    if (char === '\\') return { type: 'chars', ranges: this.#escape() };
    if ('^$*+?{}'.includes(char)) throw new Unsupported();
    return { type: 'chars', ranges: single(char) };
  }

  #group(): Pattern {
    this.#depth += 1;
    if (this.#depth > GROUPS_MAX) throw new Unsupported();
    if (this.#take('?') && !this.#take(':')) throw new Unsupported();
    const pattern = this.#choice();
    if (!this.#take(')')) throw new Unsupported();
    this.#depth -= 1;
    return pattern;
  }

  #class(): readonly CharRange[] {
    const isOpposite = this.#take('^');
    const ranges: CharRange[] = [];
    while (!this.#take(']')) {
      const low = this.#classItem();
      if (this.#peek() !== '-' || this.#chars[this.#at + 1] === ']') {
        ranges.push(...low);
        continue;
      }
      this.#at += 1;
      const high = this.#classItem();
      const isRange = isSingle(low) && isSingle(high) && low[0]![0] <= high[0]![0];
      if (!isRange) throw new Unsupported();
      ranges.push([low[0]![0], high[0]![0]]);
    }
    if (ranges.length === 0) throw new Unsupported();
    return isOpposite ? opposite(ranges) : ranges;
  }

  #classItem(): readonly CharRange[] {
    const char = this.#next();
    return char === '\\' ? this.#escape() : single(char);
  }

  #escape(): readonly CharRange[] {
    const char = this.#next();
    if (CLASSES[char]) return CLASSES[char];
    if (CONTROLS[char] !== undefined) return [[CONTROLS[char], CONTROLS[char]]];
    if (char === 'u' || char === 'x') return this.#hex(char === 'u' ? 4 : 2);
    if (/[A-Za-z0-9]/.test(char)) throw new Unsupported();
    return single(char);
  }

  #hex(length: number): readonly CharRange[] {
    const digits = this.#chars.slice(this.#at, this.#at + length).join('');
    if (!/^[0-9a-fA-F]+$/.test(digits) || digits.length !== length) throw new Unsupported();
    this.#at += length;
    const code = Number.parseInt(digits, 16);
    return [[code, code]];
  }

  #quantified(item: Pattern): Pattern {
    const times = this.#times();
    if (!times) return item;
    this.#take('?'); // As few as possible or as many: the texts are the same.
    const isRepeatedAgain = ['*', '+', '?', '{'].includes(this.#peek() ?? '');
    // An item that may be empty makes a grammar with no end of ways to read one text.
    if (isRepeatedAgain || times.max < times.min || lengthOf(item).min === 0) throw new Unsupported();
    return { type: 'repeat', item, ...times };
  }

  #times(): { readonly min: number; readonly max: number } | undefined {
    if (this.#take('*')) return { min: 0, max: Number.POSITIVE_INFINITY };
    if (this.#take('+')) return { min: 1, max: Number.POSITIVE_INFINITY };
    if (this.#take('?')) return { min: 0, max: 1 };
    if (this.#peek() !== '{') return undefined;
    const match = /^\{(\d{1,4})(,(\d{1,4})?)?\}/.exec(this.#chars.slice(this.#at, this.#at + 12).join(''));
    if (!match) throw new Unsupported();
    this.#at += match[0].length;
    const min = Number(match[1]);
    const isOpen = match[2] !== undefined && match[3] === undefined;
    return { min, max: isOpen ? Number.POSITIVE_INFINITY : Number(match[3] ?? match[1]) };
  }

  #isAtEnd(): boolean {
    const char = this.#peek();
    return char === undefined || char === '|' || (char === ')' && this.#depth > 0);
  }

  #peek(): string | undefined {
    return this.#chars[this.#at];
  }

  #next(): string {
    const char = this.#chars[this.#at];
    if (char === undefined) throw new Unsupported();
    this.#at += 1;
    return char;
  }

  #take(char: string): boolean {
    if (this.#peek() !== char) return false;
    this.#at += 1;
    return true;
  }
}

function single(char: string): readonly CharRange[] {
  const code = char.codePointAt(0)!;
  return [[code, code]];
}

const isSingle = (ranges: readonly CharRange[]): boolean => ranges.length === 1 && ranges[0]![0] === ranges[0]![1];
