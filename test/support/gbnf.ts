/**
 * A reader of GBNF, the grammar dialect of llama.cpp, as far as we write it. It reads as llama.cpp does, traps included:
 * a rule goes on in the next line after `|`, and a repetition above 2000 is refused instead of becoming endless. With it
 * a test writes random sentences of a grammar, matches texts, and learns how long the longest sentence is.
 */
import type { Random } from './random.ts';

type Range = readonly [low: number, high: number];
type Node =
  | { readonly type: 'text'; readonly chars: readonly string[] }
  | { readonly type: 'class'; readonly ranges: readonly Range[]; readonly isNot: boolean }
  | { readonly type: 'rule'; readonly name: string }
  | { readonly type: 'sequence'; readonly items: readonly Node[] }
  | { readonly type: 'choice'; readonly options: readonly Node[] }
  | { readonly type: 'repeat'; readonly item: Node; readonly min: number; readonly max: number };

const REPEAT_MAX = 2000;
const LOOPS = 6;

export class Gbnf {
  readonly #rules: ReadonlyMap<string, Node>;

  constructor(text: string) {
    this.#rules = new Reader(text).rules();
    for (const node of this.#rules.values()) this.#checkNames(node);
    this.#rule('root');
  }

  /** A random sentence. */
  sentence(random: Random, node: Node = this.#rule('root')): string {
    switch (node.type) {
      case 'text':
        return node.chars.join('');
      case 'class':
        return randomChar(random, node);
      case 'rule':
        return this.sentence(random, this.#rule(node.name));
      case 'sequence':
        return node.items.map((item) => this.sentence(random, item)).join('');
      case 'choice':
        return this.sentence(random, random.pick(node.options));
      case 'repeat': {
        const isToTheFull = random.fraction() < 0.04 && node.max <= REPEAT_MAX;
        const times = isToTheFull ? node.max : random.integer(node.min, Math.min(node.max, node.min + LOOPS));
        return Array.from({ length: times }, () => this.sentence(random, node.item)).join('');
      }
    }
  }

  matches(text: string): boolean {
    const chars = [...text];
    return new Matcher((name) => this.#rule(name), chars).ends({ type: 'rule', name: 'root' }, 0).has(chars.length);
  }

  /** How many readings llama.cpp has open at most while it reads a text. */
  readings(text: string): number {
    return new Readings((name) => this.#rule(name), this.#rule('root')).most([...text]);
  }

  /** The most characters a sentence can have; Infinity if there is no limit. */
  longest(): number {
    const known = new Map<string, number>();
    const of = (node: Node): number => {
      switch (node.type) {
        case 'text':
          return node.chars.length;
        case 'class':
          return 1;
        case 'rule': {
          const length = known.get(node.name);
          if (length !== undefined) return length;
          known.set(node.name, Number.POSITIVE_INFINITY); // What it is as long as the rule leads back to itself.
          const longest = of(this.#rule(node.name));
          known.set(node.name, longest);
          return longest;
        }
        case 'sequence':
          return node.items.reduce((sum, item) => sum + of(item), 0);
        case 'choice':
          return Math.max(...node.options.map(of));
        case 'repeat':
          return node.max === 0 ? 0 : node.max * of(node.item);
      }
    };
    return of(this.#rule('root'));
  }

  #rule(name: string): Node {
    const node = this.#rules.get(name);
    if (!node) throw new Error(`The grammar has no rule ${name}.`);
    return node;
  }

  #checkNames(node: Node): void {
    if (node.type === 'rule') this.#rule(node.name);
    if (node.type === 'sequence') for (const item of node.items) this.#checkNames(item);
    if (node.type === 'choice') for (const option of node.options) this.#checkNames(option);
    if (node.type === 'repeat') this.#checkNames(node.item);
  }
}

/** Where a reading is within a node, and what it goes on with behind it. */
type Frame = { readonly id: number; readonly node: Node; readonly at: number; readonly rest: Frame | undefined };

/** All readings of a text, character by character. Those that are at the same place in the same way are one. */
class Readings {
  readonly #rule: (name: string) => Node;
  readonly #nodes = new Map<Node, number>();
  readonly #frames = new Map<string, Frame>();
  #open = new Set<Frame | undefined>();

  constructor(rule: (name: string) => Node, root: Node) {
    this.#rule = rule;
    this.#enter(root, 0, undefined);
  }

  most(chars: readonly string[]): number {
    let most = this.#open.size;
    for (const char of chars) {
      const before = this.#open;
      this.#open = new Set();
      for (const frame of before) if (frame && takes(frame, char)) this.#enter(frame.node, frame.at + 1, frame.rest);
      most = Math.max(most, this.#open.size);
    }
    return most;
  }

  #enter(node: Node, at: number, rest: Frame | undefined): void {
    if (at >= sizeOf(node)) this.#goOn(rest);
    else if (node.type === 'rule') this.#enter(this.#rule(node.name), 0, rest);
    else if (node.type === 'choice') for (const option of node.options) this.#enter(option, 0, rest);
    else if (node.type === 'sequence') {
      const isLast = at === node.items.length - 1;
      this.#enter(node.items[at]!, 0, isLast ? rest : this.#frame(node, at + 1, rest));
    } else if (node.type === 'repeat') {
      if (at >= node.min) this.#goOn(rest);
      if (at < node.max) this.#enter(node.item, 0, this.#frame(node, at + 1, rest));
    } else this.#open.add(this.#frame(node, at, rest));
  }

  #goOn(rest: Frame | undefined): void {
    if (rest) this.#enter(rest.node, rest.at, rest.rest);
    else this.#open.add(undefined);
  }

  #frame(node: Node, at: number, rest: Frame | undefined): Frame {
    const nodeId = this.#nodes.get(node) ?? this.#nodes.size;
    this.#nodes.set(node, nodeId);
    const key = `${nodeId} ${at} ${rest?.id}`;
    const frame = this.#frames.get(key) ?? { id: this.#frames.size, node, at, rest };
    this.#frames.set(key, frame);
    return frame;
  }
}

/** How many steps a node has; what has none of its own goes on elsewhere. */
function sizeOf(node: Node): number {
  if (node.type === 'text') return node.chars.length;
  if (node.type === 'sequence') return node.items.length;
  return node.type === 'class' ? 1 : Number.POSITIVE_INFINITY;
}

const takes = ({ node, at }: Frame, char: string): boolean =>
  node.type === 'text' ? node.chars[at] === char : node.type === 'class' && isIn(node, char.codePointAt(0)!);

class Matcher {
  readonly #rule: (name: string) => Node;
  readonly #chars: readonly string[];
  readonly #known = new Map<string, ReadonlySet<number>>();

  constructor(rule: (name: string) => Node, chars: readonly string[]) {
    this.#rule = rule;
    this.#chars = chars;
  }

  /** Where a match of the node that begins here may end. */
  ends(node: Node, at: number): ReadonlySet<number> {
    switch (node.type) {
      case 'text':
        return new Set(
          node.chars.every((char, index) => this.#chars[at + index] === char) ? [at + node.chars.length] : [],
        );
      case 'class':
        return new Set(at < this.#chars.length && isIn(node, this.#chars[at]!.codePointAt(0)!) ? [at + 1] : []);
      case 'rule': {
        const key = `${node.name} ${at}`;
        const known = this.#known.get(key) ?? this.ends(this.#rule(node.name), at);
        this.#known.set(key, known);
        return known;
      }
      case 'sequence':
        return node.items.reduce<ReadonlySet<number>>((from, item) => this.#each(from, item), new Set([at]));
      case 'choice':
        return new Set(node.options.flatMap((option) => [...this.ends(option, at)]));
      case 'repeat': {
        let from: ReadonlySet<number> = new Set([at]);
        const all = new Set(node.min === 0 ? [at] : []);
        for (let times = 1; times <= node.max && from.size > 0; times++) {
          from = this.#each(from, node.item);
          if (times >= node.min) for (const end of from) all.add(end);
        }
        return all;
      }
    }
  }

  #each(from: ReadonlySet<number>, node: Node): ReadonlySet<number> {
    return new Set([...from].flatMap((at) => [...this.ends(node, at)]));
  }
}

function isIn(
  { ranges, isNot }: { readonly ranges: readonly Range[]; readonly isNot: boolean },
  code: number,
): boolean {
  return ranges.some(([low, high]) => low <= code && code <= high) !== isNot;
}

function randomChar(random: Random, of: { readonly ranges: readonly Range[]; readonly isNot: boolean }): string {
  if (of.isNot) {
    const choices = [...'ab<>_t{}"\\\n ž🌲'].filter((char) => isIn(of, char.codePointAt(0)!));
    return random.pick(choices);
  }
  const [low, high] = random.pick(of.ranges);
  return String.fromCodePoint(random.integer(low, high));
}

/** Reads a grammar from its text. */
class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  rules(): ReadonlyMap<string, Node> {
    const rules = new Map<string, Node>();
    this.#space(true);
    while (this.#at < this.#text.length) {
      const name = this.#match(/[A-Za-z0-9-]+/y) ?? this.#fail('a name');
      this.#space(false);
      if (!this.#match(/::=/y)) this.#fail('::=');
      this.#space(true);
      if (rules.has(name)) throw new Error(`Two rules are named ${name}.`);
      rules.set(name, this.#choice(false));
      if (this.#at < this.#text.length && !this.#match(/\r?\n/y)) this.#fail('the end of the line');
      this.#space(true);
    }
    return rules;
  }

  #choice(isNested: boolean): Node {
    const options = [this.#sequence(isNested)];
    while (this.#match(/\|/y)) {
      this.#space(true);
      options.push(this.#sequence(isNested));
    }
    return options.length === 1 ? options[0]! : { type: 'choice', options };
  }

  #sequence(isNested: boolean): Node {
    const items: Node[] = [];
    for (let item = this.#item(isNested); item; item = this.#item(isNested)) {
      this.#space(isNested);
      const times = this.#times();
      this.#space(isNested);
      items.push(times ? { type: 'repeat', item, ...times } : item);
    }
    return items.length === 1 ? items[0]! : { type: 'sequence', items };
  }

  #item(isNested: boolean): Node | undefined {
    if (this.#match(/"/y)) return { type: 'text', chars: this.#charsUntil('"') };
    if (this.#match(/\[/y)) return this.#class();
    if (this.#match(/\(/y)) {
      this.#space(true);
      const inner = this.#choice(true);
      if (!this.#match(/\)/y)) this.#fail(')');
      this.#space(isNested);
      return inner;
    }
    const name = this.#match(/[A-Za-z0-9-]+/y);
    return name === undefined ? undefined : { type: 'rule', name };
  }

  #class(): Node {
    const isNot = this.#match(/\^/y) !== undefined;
    const ranges: Range[] = [];
    while (!this.#match(/\]/y)) {
      const low = this.#char().codePointAt(0)!;
      const hasHigh = this.#text[this.#at] === '-' && this.#text[this.#at + 1] !== ']';
      if (hasHigh) this.#at += 1;
      const high = hasHigh ? this.#char().codePointAt(0)! : low;
      if (high < low) throw new Error('A class has a range that is upside down.');
      ranges.push([low, high]);
    }
    if (ranges.length === 0) throw new Error('A class is empty.');
    return { type: 'class', ranges, isNot };
  }

  #charsUntil(end: string): readonly string[] {
    const chars: string[] = [];
    while (this.#text[this.#at] !== end) chars.push(this.#char());
    this.#at += 1;
    return chars;
  }

  #char(): string {
    const written = this.#match(/\\(?:x[0-9a-f]{2}|u[0-9a-f]{4}|U[0-9a-f]{8}|[trn\\"[\]-])/y);
    if (written === undefined) return this.#match(/[^\\\n]/uy) ?? this.#fail('a character');
    const kind = written[1]!;
    if ('xuU'.includes(kind)) return String.fromCodePoint(Number.parseInt(written.slice(2), 16));
    return { t: '\t', r: '\r', n: '\n' }[kind] ?? kind;
  }

  #times(): { readonly min: number; readonly max: number } | undefined {
    const quantifier = this.#match(/[?*+]|\{\d+(?:,\d*)?\}/y);
    if (quantifier === undefined) return undefined;
    if (quantifier === '?') return { min: 0, max: 1 };
    if (quantifier === '*') return { min: 0, max: Number.POSITIVE_INFINITY };
    if (quantifier === '+') return { min: 1, max: Number.POSITIVE_INFINITY };
    const [, least, comma, most] = /\{(\d+)(,?)(\d*)\}/.exec(quantifier)!;
    const max = comma === '' ? Number(least) : most === '' ? Number.POSITIVE_INFINITY : Number(most);
    if (max !== Number.POSITIVE_INFINITY && max > REPEAT_MAX)
      throw new Error(`${quantifier} is more than llama.cpp takes.`);
    if (max < Number(least)) throw new Error(`${quantifier} is upside down.`);
    return { min: Number(least), max };
  }

  #space(mayEndLine: boolean): void {
    this.#match(mayEndLine ? /[ \t\r\n]*/y : /[ \t]*/y);
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text)?.[0];
    if (match !== undefined) this.#at += match.length;
    return match;
  }

  #fail(expected: string): never {
    throw new Error(`Expected ${expected} at: ${this.#text.slice(this.#at, this.#at + 80)}`);
  }
}
