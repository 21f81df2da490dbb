/** The parts that every JSON grammar of ours is made of: one space after `:` and `,`, and no other free space. */
import { charClass, type GrammarBuilder, literal } from './grammar-builder.ts';
import { integerGrammar, numberGrammar } from './grammar-number.ts';

/**
 * Characters that a string may hold unescaped: no control characters, no halves of characters, nothing that replaces a broken
 * character. These ranges are listed, not excluded, because a class of exclusions would let bytes through that are not
 * UTF-8.
 */
export const PLAIN_CHARS: readonly (readonly [number, number])[] = [
  [0x20, 0x21],
  [0x23, 0x5b],
  [0x5d, 0x7e],
  [0xa0, 0xd7ff],
  [0xe000, 0xfffc],
  [0x10000, 0x10ffff],
];

export const COMMA = literal(', ');
export const EMPTY_OBJECT = literal('{}');
export const EMPTY_ARRAY = literal('[]');
export const NULL = literal('null');
const KEY_CHARS_MAX = 64;

/** A string of `min` to `max` characters; an escape such as `\n` is one character. */
export function stringRule(builder: GrammarBuilder, length: { readonly min: number; readonly max: number }): string {
  const char = builder.rule('char', `${charClass(PLAIN_CHARS)} | "\\\\" ["\\\\nrt]`);
  return builder.rule('string', `"\\"" ${builder.repeat('char', char, length)} "\\""`);
}

function anyString(builder: GrammarBuilder): string {
  return stringRule(builder, { min: 0, max: builder.limits.stringCharsMax });
}

export function anyKey(builder: GrammarBuilder): string {
  return stringRule(builder, { min: 1, max: Math.min(KEY_CHARS_MAX, builder.limits.stringCharsMax) });
}

type NumberOf = Parameters<typeof numberGrammar>;

export function integerRule(builder: GrammarBuilder, ...of: NumberOf): string {
  countNumber(builder, of);
  return builder.rule('integer', integerGrammar(...of));
}

export function numberRule(builder: GrammarBuilder, ...of: NumberOf): string {
  countNumber(builder, of);
  return builder.rule('number', numberGrammar(...of));
}

/** A range of numbers is made digit by digit. */
const RANGE_STEPS = 8;

function countNumber({ work }: GrammarBuilder, [range, multipleOf]: NumberOf): void {
  if (range.low || range.high || multipleOf !== undefined) work.count(RANGE_STEPS);
}

export const booleanRule = (builder: GrammarBuilder): string => builder.rule('boolean', '"true" | "false"');

/** Any JSON value, as alternatives. With a depth of 0 it holds no other value. */
export function anyValue(builder: GrammarBuilder, depth: number): readonly string[] {
  const containers = depth > 0 ? [anyObject(builder, depth), anyArray(builder, depth)] : [];
  return [anyString(builder), ...containers, numberRule(builder, {}), booleanRule(builder), NULL];
}

/** Any JSON object with at most `depth` levels, itself included. */
export function anyObject(builder: GrammarBuilder, depth: number): string {
  return mapRule(builder, {
    entry: entryRule(builder, anyKey(builder), anyValue(builder, depth - 1)),
    min: 0,
    max: builder.limits.mapEntriesMax,
  });
}

function anyArray(builder: GrammarBuilder, depth: number): string {
  const item = builder.choice('any', anyValue(builder, depth - 1));
  return arrayRule(builder, { item, min: 0, max: builder.limits.arrayItemsMax });
}

export function entryRule(builder: GrammarBuilder, key: string, value: readonly string[]): string {
  return builder.rule('entry', `${key} ": " ${builder.choice('value', value)}`);
}

type Repeated = { readonly min: number; readonly max: number };

/** An object of entries that are all alike. */
export function mapRule(builder: GrammarBuilder, of: Repeated & { readonly entry: string }): string {
  return listRule(builder, { ...of, kind: 'object', item: of.entry, open: '{', close: '}' });
}

export function arrayRule(builder: GrammarBuilder, of: Repeated & { readonly item: string }): string {
  return listRule(builder, { ...of, kind: 'array', open: '[', close: ']' });
}

type BracketedList = Repeated & {
  readonly kind: string;
  readonly item: string;
  readonly open: string;
  readonly close: string;
};

function listRule(builder: GrammarBuilder, { kind, item, min, max, open, close }: BracketedList): string {
  if (max === 0) return literal(open + close);
  const more = moreOf(builder, item, { min: Math.max(0, min - 1), max: max - 1 });
  const some = `${item} ${more}`.trim();
  const body = min > 0 ? some : `(${some})?`;
  return builder.rule(kind, `${literal(open)} ${body} ${literal(close)}`);
}

/** Further elements of a list, each behind its comma. */
export function moreOf(builder: GrammarBuilder, item: string, times: Repeated): string {
  if (times.max <= 0) return '';
  return builder.repeat('more', builder.rule('more', `${COMMA} ${item}`), times);
}

type Items = {
  readonly items: readonly string[];
  /** An item that may follow the last of them, on its own or behind a comma. */
  readonly extra?: { readonly item: string; readonly max: number } | undefined;
};

/** One or more of the items, none twice and all in their order, with commas between them. No item begins as another. */
export function someInOrder(builder: GrammarBuilder, { items, extra }: Items): string {
  const heads: string[] = [];
  let rest = '';
  // Many may come next, but only one of them goes on.
  const shapes = [...items, ...(extra ? [extra.item] : [])].map((item) => builder.shapeOf(item));
  const starts = shapes.length + 1;
  const width = starts + Math.max(1, ...shapes.map((shape) => shape.width));
  if (extra && extra.max > 0) {
    heads.push(`${extra.item} ${moreOf(builder, extra.item, { min: 0, max: extra.max - 1 })}`);
    rest = moreOf(builder, extra.item, { min: 0, max: extra.max });
  }
  for (const item of [...items].reverse()) {
    heads.unshift(`${item} ${rest}`);
    rest = builder.rule('rest', `(${COMMA} ${item})? ${rest}`, { width, starts });
  }
  return builder.rule('some', heads.join(' | '), { width, starts });
}
