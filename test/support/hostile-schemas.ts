/** Schemas that are small to send and would mean much work or memory for the engine, by what they multiply. */
import type { JsonObject } from '../../src/core/chat.ts';

const listed = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
const named = <T>(count: number, make: (index: number) => T): Record<string, T> =>
  Object.fromEntries(listed(count, (i) => [`p${i}`, make(i)]));

/** A document of references, each to the next. */
const chain = (count: number): JsonObject => ({
  $defs: named(count, (i) => (i === count - 1 ? { type: 'string' } : { $ref: `#/$defs/p${i + 1}` })),
  $ref: '#/$defs/p0',
});

/** Schemas that make the compiler work: it has to end soon, whatever it says. */
export const WORKING_SCHEMAS: Readonly<Record<string, JsonObject>> = {
  'sixteen unions of two': { allOf: listed(16, () => ({ anyOf: [{ minLength: 1 }, { maxLength: 9 }] })) },
  'unions of two that come one by one': {
    $defs: named(41, (i) => {
      const next = i === 40 ? {} : { $ref: `#/$defs/p${i + 1}` };
      return {
        anyOf: [
          { minLength: i, ...next },
          { maxLength: 100 - i, ...next },
        ],
      };
    }),
    $ref: '#/$defs/p0',
  },
  'thousands of unions of one': { allOf: listed(6500, () => ({ anyOf: [{}] })) },
  'thousands of parts with a property each': {
    allOf: listed(2800, (i) => ({ properties: { [`p${i}`]: {} }, required: [`p${i}`] })),
  },
  'a property that thousands of parts describe': {
    allOf: listed(4000, (i) => ({ properties: { p: { minLength: i } } })),
  },
  'many options beside many values': { enum: listed(9000, (i) => i), anyOf: listed(3000, () => ({ enum: [1] })) },
  'many options beside long values': {
    enum: listed(10, (i) => String(i).repeat(40_000)),
    anyOf: listed(3000, () => ({ enum: ['x', 'y'] })),
  },
  'many options beside many properties': {
    properties: named(9000, () => true),
    anyOf: listed(3000, (i) => ({ properties: { [`q${i}`]: true } })),
  },
  'many options beside many required properties': {
    required: listed(9000, (i) => `p${i}`),
    anyOf: listed(3000, (i) => ({ required: [`q${i}`] })),
  },
  'many references to a large union': {
    $defs: { much: { anyOf: listed(5000, (i) => ({ const: i })) } },
    anyOf: listed(2000, () => ({ $ref: '#/$defs/much' })),
  },
  'many references to much': {
    $defs: { much: { properties: named(9000, () => true) }, ...named(1500, () => ({ not: { $ref: '#/$defs/much' } })) },
    anyOf: listed(1500, (i) => ({ $ref: `#/$defs/p${i}` })),
  },
  'a long chain of references': chain(6000),
  'a reference of half a megabyte, often': {
    anyOf: listed(100, (i) => ({ $ref: `#${'/a'.repeat(2_400)}${i}` })),
  },
  'half a megabyte of listed text': { enum: [listed(40_000, (i) => `${i} řeka`).join(' ')] },
  'texts that begin alike': { enum: listed(700, (i) => 'a'.repeat(i)) },
  'hundreds of long patterns': {
    properties: named(400, (i) => ({ pattern: `^(${listed(120, (n) => `a${n}${i}b?`).join('|')})+$` })),
  },
  'thousands of ranges of numbers': { anyOf: listed(4000, (i) => ({ minimum: i + 0.123456, maximum: 1e15 / 7 + i })) },
  'thousands of steps between numbers': { anyOf: listed(4000, (i) => ({ type: 'integer', multipleOf: i + 2 })) },
  'maps beside thousands of names': {
    properties: named(400, () => ({ type: 'object', required: listed(40, (i) => `${i}`), additionalProperties: true })),
  },
};

/** Small grammars with very many ways to read one text: each of them is open at every token. */
export const WIDE_SCHEMAS: Readonly<Record<string, JsonObject>> = {
  'a repetition of repetitions': { type: 'string', pattern: '^(a{1,200}){1,200}$', minLength: 40_000 },
  'alternatives that are alike': { type: 'string', pattern: `^(${listed(80, () => 'a{1,2}b?').join('|')}){1,80}$` },
  'keys that are alike': { patternProperties: { [`^(${listed(80, () => 'a{1,2}b?').join('|')}){1,80}$`]: {} } },
  'options that differ at their end': {
    anyOf: listed(1200, (i) => ({
      type: 'object',
      properties: { a: { type: 'string' }, [`b${i}`]: { type: 'null' } },
      required: ['a', `b${i}`],
    })),
  },
  'options within options': ((): JsonObject => {
    const level = (depth: number): JsonObject =>
      depth === 0
        ? { type: 'string' }
        : {
            anyOf: listed(8, (i) => ({
              type: 'object',
              properties: { a: level(depth - 1), [`b${i}`]: { type: 'null' } },
              required: ['a', `b${i}`],
            })),
          };
    return level(3);
  })(),
};

export const HOSTILE_SCHEMAS: Readonly<Record<string, JsonObject>> = { ...WORKING_SCHEMAS, ...WIDE_SCHEMAS };
