/**
 * Strings that a schema describes. `format` and `pattern` come before the length: of a known format the length is not
 * checked, and a pattern is kept within `maxLength`, but reaches `minLength` only if it is one repetition.
 */
import { charClass, type GrammarBuilder, literal } from './grammar-builder.ts';
import { PLAIN_CHARS, stringRule } from './grammar-json.ts';
import { type CharRange, lengthOf, type Pattern, readPattern } from './json-schema-pattern.ts';
import { widthOf } from './pattern-width.ts';

type StringSchema = {
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly pattern?: string | undefined;
  readonly format?: string | undefined;
};

export function stringGrammar(builder: GrammarBuilder, schema: StringSchema): string {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern, format = '' } = schema;
  if (Object.hasOwn(FORMATS, format)) return builder.rule('string', `"\\"" ${FORMATS[format]!} "\\""`);
  const length = { min: minLength, max: Math.max(minLength, Math.min(maxLength, builder.limits.stringCharsMax)) };
  const rule = pattern === undefined ? undefined : patternRule(builder, pattern, length);
  return rule ?? stringRule(builder, length);
}

const MONTH_AND_DAY = [
  '("0" [13578] | "1" [02]) "-" ("0" [1-9] | [12] [0-9] | "3" [01])',
  '("0" [469] | "11") "-" ("0" [1-9] | [12] [0-9] | "30")',
  '"02-" ("0" [1-9] | "1" [0-9] | "2" [0-8])',
].join(' | ');
const DATE = `("19" | "20") [0-9]{2} "-" (${MONTH_AND_DAY})`;
const HOUR = '([01] [0-9] | "2" [0-3])';
const MINUTE = '[0-5] [0-9]';
const TIME = `${HOUR} ":" ${MINUTE} ":" ${MINUTE} ("Z" | [+\\-] ${HOUR} ":" ${MINUTE})`;
const LABEL = '[a-z] [a-z0-9]{0,20}';
const HOST = `${LABEL} ("." ${LABEL})? "." [a-z]{2,6}`;
const OCTET = '("25" [0-5] | "2" [0-4] [0-9] | "1" [0-9]{2} | [1-9]? [0-9])';
const URI = `"http" "s"? "://" ${HOST} ("/" [a-zA-Z0-9._~\\-]{1,40}){0,4} "/"?`;
const HEX = '[0-9a-f]';

/** A narrow but common form of each: every text is valid, not every valid text can be written. */
const FORMATS: Readonly<Record<string, string>> = {
  date: DATE,
  time: TIME,
  'date-time': `${DATE} "T" ${TIME}`,
  duration: '"P" ([1-9] [0-9]{0,2} [DWMY] | "T" [1-9] [0-9]{0,2} [HMS])',
  uuid: `${HEX}{8} "-" ${HEX}{4} "-4" ${HEX}{3} "-" [89ab] ${HEX}{3} "-" ${HEX}{12}`,
  email: `${LABEL} ([._] [a-z0-9]{1,20})? "@" ${HOST}`,
  hostname: HOST,
  ipv4: `${OCTET} "." ${OCTET} "." ${OCTET} "." ${OCTET}`,
  ipv6: `${HEX}{1,4} (":" ${HEX}{1,4}){7}`,
  uri: URI,
  url: URI,
};

/** A string that matches the pattern, or `undefined` if the pattern is beyond us. */
export function patternGrammar(builder: GrammarBuilder, pattern: string): string | undefined {
  return patternRule(builder, pattern, { min: 0, max: builder.limits.stringCharsMax });
}

type Length = { readonly min: number; readonly max: number };

/** The pattern as a grammar, or `undefined` if it is beyond us: then any string will have to do. */
function patternRule(builder: GrammarBuilder, source: string, length: Length): string | undefined {
  builder.work.count(source.length / PATTERN_CHARS_PER_STEP);
  const pattern = readPattern(source);
  if (!pattern) return undefined;
  for (const timesMax of TIMES_MAX) {
    const bounded = bound(atLeast(pattern, length.min), timesMax);
    if (lengthOf(bounded).max > length.max) continue;
    const body = write(builder, bounded);
    return body === undefined ? undefined : builder.rule('string', `"\\"" ${body} "\\""`, { width: widthOf(bounded) });
  }
  return undefined;
}

/** A pattern is read once and measured for each of the limits below. */
const PATTERN_CHARS_PER_STEP = 1;

/** Limits for what is repeated without an end, tried until the longest text fits. */
const TIMES_MAX = [256, 128, 64, 48, 32, 24, 16, 12, 8, 6, 5, 4, 3, 2, 1, 0];

function atLeast(pattern: Pattern, min: number): Pattern {
  if (pattern.type !== 'repeat' || pattern.item.type !== 'chars') return pattern;
  return { ...pattern, min: Math.min(Math.max(pattern.min, min), pattern.max) };
}

function bound(pattern: Pattern, timesMax: number): Pattern {
  switch (pattern.type) {
    case 'chars':
      return pattern;
    case 'sequence':
      return { ...pattern, items: pattern.items.map((item) => bound(item, timesMax)) };
    case 'choice':
      return { ...pattern, options: pattern.options.map((option) => bound(option, timesMax)) };
    case 'repeat': {
      const max = Math.max(pattern.min, Math.min(pattern.max, timesMax));
      return { ...pattern, item: bound(pattern.item, timesMax), max };
    }
  }
}

/** `undefined` where a class has nothing that we let into a string. */
function write(builder: GrammarBuilder, pattern: Pattern): string | undefined {
  switch (pattern.type) {
    case 'chars':
      return writeChars(builder, pattern.ranges);
    case 'sequence': {
      const items = pattern.items.map((item) => write(builder, item));
      return items.includes(undefined) ? undefined : items.filter((item) => item !== '').join(' ');
    }
    case 'choice': {
      const options = pattern.options.map((option) => write(builder, option));
      return options.includes(undefined) ? undefined : `(${options.join(' | ')})`;
    }
    case 'repeat': {
      const item = write(builder, pattern.item);
      return item === undefined ? undefined : builder.repeat('pattern', item, pattern);
    }
  }
}

const ESCAPES: readonly (readonly [code: number, json: string])[] = [
  [0x22, '\\"'],
  [0x5c, '\\\\'],
  [0x0a, '\\n'],
  [0x0d, '\\r'],
  [0x09, '\\t'],
];

function writeChars(builder: GrammarBuilder, ranges: readonly CharRange[]): string | undefined {
  const plain = PLAIN_CHARS.flatMap(([low, high]) =>
    ranges.map(([from, to]): CharRange => [Math.max(low, from), Math.min(high, to)]).filter(([from, to]) => from <= to),
  );
  const escapes = ESCAPES.filter(([code]) => ranges.some(([low, high]) => low <= code && code <= high));
  const alternatives = [...(plain.length > 0 ? [charClass(plain)] : []), ...escapes.map(([, json]) => literal(json))];
  return alternatives.length === 0 ? undefined : builder.choice('pattern', alternatives);
}
