/**
 * Writes GBNF, the grammar dialect of llama.cpp, rule by rule. What must stay true of every grammar made here:
 *
 * 1. Rule names are ours (a word and a number), never taken from a schema.
 * 2. The grammar is ASCII: everything else is escaped. No text holds a NUL, which llama.cpp takes for the end of a token.
 * 3. A repetition has an upper limit of at most REPEAT_MAX. llama.cpp silently reads a larger one as "without end".
 * 4. What is repeated is never empty, and unions of unions are flat. llama.cpp looks for left recursion by walking every
 *    path of leading rules, so many ways through many of them would stall it.
 * 5. An alternative that is empty is never the last of a rule: llama.cpp would read on into the next line. Use `?`.
 * 6. A quantifier follows a rule's name, a class, a literal or a small group: what a group adds counts as repeated too.
 */
import { type Shape, shapeOf } from './grammar-width.ts';
import { GrammarTooLargeError, WorkBudget } from './work-budget.ts';

type GrammarLimits = {
  /** Longest string where the schema sets no limit or a larger one. */
  readonly stringCharsMax: number;
  /** Most elements of an array where the schema sets no limit or a larger one. */
  readonly arrayItemsMax: number;
  /** Most entries an object may have beyond those its schema names. */
  readonly mapEntriesMax: number;
  /** Deepest nesting of a value that no schema describes. */
  readonly anyDepthMax: number;
  /** How often a schema may lead back to itself. */
  readonly recursionMax: number;
};

const DEFAULT_GRAMMAR_LIMITS: GrammarLimits = {
  stringCharsMax: 256,
  arrayItemsMax: 16,
  mapEntriesMax: 8,
  anyDepthMax: 3,
  recursionMax: 4,
};

const REPEAT_MAX = 1024;
/** llama.cpp makes one rule of its own for every optional repetition; this bounds what a request makes it build. */
const RULES_MAX = 20_000;
const CHARS_MAX = 512 * 1024;
/** Readings of one text that may be open at once. A thousand take llama.cpp half a second for a token of 8,192. */
const WIDTH_MAX = 1000;
/** Characters of the body of a rule, also of one that was written before. */
const CHARS_PER_STEP = 256;
const RULE_STEPS = 0.25;

export class GrammarBuilder {
  readonly limits: GrammarLimits;
  readonly work = new WorkBudget();
  readonly #names = new Map<string, string>();
  readonly #shapes = new Map<string, Shape>();
  readonly #lines: string[] = [];
  #chars = 0;
  #rules = 0;
  #width = 0;

  constructor(limits: GrammarLimits = DEFAULT_GRAMMAR_LIMITS) {
    this.limits = limits;
  }

  /** How many readings of one text the whole grammar may have open at once. */
  get width(): number {
    return this.#width;
  }

  /** The name of a rule with this body. The same body is written once. `wide` says what its text does not tell. */
  rule(kind: string, body: string, wide?: Partial<Shape>): string {
    this.work.count(RULE_STEPS + body.length / CHARS_PER_STEP);
    const known = this.#names.get(body);
    if (known !== undefined) return known;
    const name = `${kind}-${this.#names.size}`;
    this.#names.set(body, name);
    this.#write(name, body);
    this.#shapes.set(name, { ...this.shapeOf(body), ...wide });
    return name;
  }

  /** One of several; a single one needs no rule. */
  choice(kind: string, alternatives: readonly string[]): string {
    const different = [...new Set(alternatives)];
    return different.length === 1 && isAtom(different[0]!) ? different[0]! : this.rule(kind, different.join(' | '));
  }

  /** Something between `min` and `max` times. The item must not be able to be empty. */
  repeat(kind: string, item: string, times: { readonly min: number; readonly max: number }): string {
    const min = Math.min(times.min, REPEAT_MAX);
    const max = Math.min(Math.max(times.max, min), REPEAT_MAX);
    if (max === 0) return '';
    const atom = isAtom(item) ? item : this.rule(kind, item);
    if (min === max) return min === 1 ? atom : `${atom}{${min}}`;
    return min === 0 && max === 1 ? `${atom}?` : `${atom}{${min},${max}}`;
  }

  /** How a text of the grammar may be read: a rule's name, or a body. */
  shapeOf(text: string): Shape {
    return this.#shapes.get(text) ?? shapeOf(text, (name) => this.#shapes.get(name));
  }

  /** The whole grammar, beginning with this body. Only here may rules have names, and so lead back to themselves. */
  text(rootBody: string, named: readonly { readonly name: string; readonly body: string }[] = []): string {
    const bodies = [rootBody, ...named.map(({ body }) => body)];
    this.#width = Math.max(...bodies.map((body) => this.shapeOf(body).width));
    if (this.#width > WIDTH_MAX) {
      throw new GrammarTooLargeError('The JSON schema has too many options that begin alike; make them fewer.');
    }
    const made = this.#lines.splice(0);
    this.#write('root', rootBody);
    for (const { name, body } of named) this.#write(name, body);
    return `${[...this.#lines, ...made].join('\n')}\n`;
  }

  #write(name: string, body: string): void {
    this.#lines.push(`${name} ::= ${body}`);
    this.#chars += body.length;
    this.#rules += 1 + repetitionsIn(body);
    if (this.#chars > CHARS_MAX || this.#rules > RULES_MAX) {
      throw new GrammarTooLargeError('The JSON schema allows too many different answers; make it smaller.');
    }
  }
}

/** A literal of the grammar that matches exactly this text. */
export function literal(text: string): string {
  return `"${text.replaceAll(/[^A-Za-z0-9 !#$%&'()*+,./:;<=>?@_`{|}~]/gu, escapeChar)}"`;
}

/** A class of the grammar: one character out of these code point ranges. */
export function charClass(ranges: readonly (readonly [low: number, high: number])[]): string {
  const write = (code: number) => escapeChar(String.fromCodePoint(code));
  return `[${ranges.map(([low, high]) => (low === high ? write(low) : `${write(low)}-${write(high)}`)).join('')}]`;
}

/** How many rules llama.cpp adds for the quantifiers of a body. Braces in literals may look like more; that is safe. */
function repetitionsIn(body: string): number {
  return [...body.matchAll(/\{(?:\d+,)?(\d+)\}/g)].reduce((sum, [, max]) => sum + Math.min(Number(max), REPEAT_MAX), 0);
}

/** True where a quantifier after this text would apply to all of it: a rule's name, a class, a literal. */
function isAtom(text: string): boolean {
  return /^(?:[a-z][a-z0-9-]*|\[(?:\\.|[^\]\\])*\]|"(?:\\.|[^"\\])*")$/.test(text);
}

function escapeChar(char: string): string {
  if (/[A-Za-z0-9 !#$%&'()*+,./:;<=>?@_`{|}~]/.test(char)) return char;
  const code = char.codePointAt(0)!;
  if (char === '"' || char === '\\') return `\\${char}`;
  if (code <= 0xff) return `\\x${code.toString(16).padStart(2, '0')}`;
  return code <= 0xffff ? `\\u${code.toString(16).padStart(4, '0')}` : `\\U${code.toString(16).padStart(8, '0')}`;
}
