import { describe, expect, test } from 'bun:test';
import { Gbnf } from '../../../../test/support/gbnf.ts';
import { schemaProblems } from '../../../../test/support/json-schema-check.ts';
import { seeded } from '../../../../test/support/random.ts';
import { randomSchema } from '../../../../test/support/random-schema.ts';
import type { JsonObject } from '../../../core/chat.ts';
import { jsonObjectGrammar, schemaGrammar } from './grammar.ts';
import { GrammarTooLargeError } from './work-budget.ts';

/** Longest answer that a grammar may allow: far more than any model here writes, but an end. */
const SENTENCE_CHARS_MAX = 10 ** 12;

/** Texts that the grammar of one schema allows, and texts that it does not. */
function expectAllowed(schema: JsonObject, allowed: readonly unknown[], refused: readonly unknown[]): void {
  const grammar = new Gbnf(schemaGrammar(schema));
  expect(allowed.filter((value) => !grammar.matches(spaced(value)))).toEqual([]);
  expect(refused.filter((value) => grammar.matches(spaced(value)))).toEqual([]);
}

/** JSON as our grammars write it: one space behind every colon and comma that is not inside a string. */
function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}: ${spaced(inner)}`);
  return `{${entries.join(', ')}}`;
}

function hasOnlyFiniteNumbers(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value !== 'object' || value === null || Object.values(value).every(hasOnlyFiniteNumbers);
}

describe('random schemas', () => {
  test('every sentence of the grammar of a schema is JSON that satisfies the schema', () => {
    for (let seed = 1; seed <= 500; seed++) {
      const random = seeded(seed);
      const schema = randomSchema(random);
      const grammar = new Gbnf(schemaGrammar(schema));
      for (let round = 0; round < 8; round++) {
        const sentence = grammar.sentence(random);

        const value = JSON.parse(sentence);

        const about = () => `seed ${seed}: ${JSON.stringify(schema)}\n${sentence}`;
        expect(schemaProblems(schema, value), about()).toEqual([]);
        expect(hasOnlyFiniteNumbers(value), about()).toBe(true);
      }
    }
  });

  test('no grammar is endless', () => {
    for (let seed = 1; seed <= 500; seed++) {
      const longest = new Gbnf(schemaGrammar(randomSchema(seeded(seed)))).longest();

      expect(longest, `seed ${seed}`).toBeLessThan(SENTENCE_CHARS_MAX);
    }
  });

  test('a grammar matches its own sentences', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const random = seeded(seed);
      const grammar = new Gbnf(schemaGrammar(randomSchema(random)));
      const sentence = grammar.sentence(random);

      if (sentence.length < 2000) expect(grammar.matches(sentence), `seed ${seed}: ${sentence}`).toBe(true);
    }
  });
});

describe('any object', () => {
  const grammar = new Gbnf(jsonObjectGrammar());

  test('takes objects of every kind', () => {
    const objects = [{}, { a: 1 }, { 'ž "\\\n': [null, true, -0.5, 'x', { b: { c: [[]] } }] }];
    expect(objects.filter((value) => !grammar.matches(spaced(value)))).toEqual([]);
  });

  test('takes nothing else', () => {
    const others = ['[]', '1', '"a"', '{"a":1}', '{ }', '{"a": 01}', '{"a": 1e9}', '{"a": "\n"}', '{"a": 1,}', '{"a"}'];
    expect(others.filter((text) => grammar.matches(text))).toEqual([]);
  });

  test('is bounded in depth and length', () => {
    expect(grammar.matches('{"a": {"a": {"a": {"a": {"a": {"a": {}}}}}}}')).toBe(false);
    expect(grammar.matches(spaced({ a: 'x'.repeat(257) }))).toBe(false);
    expect(grammar.longest()).toBeLessThan(Number.POSITIVE_INFINITY);
  });

  test('random sentences are JSON objects', () => {
    for (let seed = 1; seed <= 100; seed++) {
      const value = JSON.parse(grammar.sentence(seeded(seed)));
      expect(hasOnlyFiniteNumbers(value) && !Array.isArray(value), `seed ${seed}`).toBe(true);
    }
  });
});

describe('objects', () => {
  const schema = {
    type: 'object',
    properties: { a: { type: 'integer' }, b: { type: 'integer' }, c: { type: 'integer' } },
    required: ['b'],
  };

  test('required properties are always there, optional ones may be, all in the order of the schema', () => {
    expectAllowed(
      schema,
      [{ b: 1 }, { a: 1, b: 1 }, { b: 1, c: 1 }, { a: 1, b: 1, c: 1 }],
      [{}, { a: 1 }, { b: 1, a: 1 }, { b: 1, d: 1 }, { a: 1, c: 1 }],
    );
  });

  test('with nothing required any part may be missing', () => {
    expectAllowed(
      { ...schema, required: [] },
      [{}, { a: 1 }, { b: 1 }, { c: 1 }, { a: 1, c: 1 }, { a: 1, b: 1, c: 1 }],
      [
        { c: 1, a: 1 },
        { a: 1, a2: 1 },
      ],
    );
  });

  test('other entries only where the schema asks for them, and never under a name that it gives', () => {
    expectAllowed(
      { ...schema, additionalProperties: { type: 'string' } },
      [
        { b: 1, other: 'x' },
        { b: 1, c: 1, d: '' },
        { b: 1, ab: 'x' },
      ],
      [
        { b: 1, other: 1 },
        { b: 1, a: 'x' },
      ],
    );
    expectAllowed({ ...schema, additionalProperties: true }, [{ b: 1, other: [1] }], []);
    expectAllowed({ type: 'object' }, [{}, { any: { thing: 1 } }], []);
    expectAllowed({ type: 'object', properties: {} }, [{}], [{ a: 1 }]);
  });

  test('names hold whatever they like', () => {
    const names = ['"', '\\', '\n', '\u0000', '🌲', '\ud800', ']', 'a-b_c', '__proto__', 'root ::= "x"'];
    const properties = Object.fromEntries(names.map((name) => [name, { type: 'boolean' }]));
    const odd = { type: 'object', properties, required: names };
    expectAllowed(odd, [Object.fromEntries(names.map((name) => [name, true]))], [{}]);
    expect(schemaGrammar(odd)).toMatch(/^[\x20-\x7e\n]*$/);
  });
});

describe('numbers', () => {
  test('integer ranges are exact', () => {
    for (const [minimum, maximum] of [
      [0, 0],
      [-3, 12],
      [7, 1234],
      [-120, -9],
      [95, 105],
      [0, 999],
    ] as const) {
      const grammar = new Gbnf(schemaGrammar({ type: 'integer', minimum, maximum }));
      for (let value = minimum - 150; value <= maximum + 150; value++) {
        expect(grammar.matches(String(value)), `${value} in ${minimum}..${maximum}`).toBe(
          minimum <= value && value <= maximum,
        );
      }
    }
  });

  test('decimal ranges are exact', () => {
    const grammar = new Gbnf(schemaGrammar({ type: 'number', exclusiveMinimum: -0.5, maximum: 1.25 }));
    for (let hundredths = -200; hundredths <= 300; hundredths++) {
      const text = (hundredths / 100).toFixed(2);
      expect(grammar.matches(text), text).toBe(hundredths > -50 && hundredths <= 125 && text !== '-0.00');
    }
  });

  test('no exponents, no leading zeros, no endless digits', () => {
    expectAllowed({ type: 'integer' }, [0, -1, 999999999999999], [1.5, 1e15]);
    const number = new Gbnf(schemaGrammar({ type: 'number' }));
    expect(['0', '-1', '3.14', '-0.5', '120.000001'].every((text) => number.matches(text))).toBe(true);
    expect(['1e5', '01', '-0', '.5', '1.', '+1', '1.1234567'].some((text) => number.matches(text))).toBe(false);
  });

  test('a range without a number, or with a bound that is none, is ignored', () => {
    expectAllowed({ type: 'integer', minimum: 5, maximum: 4 }, [1, 7], []);
    expectAllowed({ type: 'integer', minimum: Number.POSITIVE_INFINITY, maximum: '9' }, [1, 70], []);
    expectAllowed({ type: 'integer', minimum: 5, exclusiveMinimum: true }, [6], [5]);
  });
});

describe('strings', () => {
  test('lengths count characters, not bytes or escapes', () => {
    expectAllowed({ type: 'string', minLength: 2, maxLength: 3 }, ['🌲🌲', '\n"\\', 'ž\t'], ['a', 'abcd', '']);
    expectAllowed({ type: 'string' }, ['', 'x'.repeat(256)], ['x'.repeat(257)]);
    expectAllowed({ type: 'string', minLength: 300 }, ['x'.repeat(300)], ['x'.repeat(299), 'x'.repeat(301)]);
  });

  test('a pattern is followed', () => {
    expectAllowed({ type: 'string', pattern: '^[A-C]\\d{2,}(-x)?$' }, ['A12', 'C123-x'], ['D12', 'A1', 'A12-', 'xA12']);
    expectAllowed({ type: 'string', pattern: '^[a-z]+$', maxLength: 4 }, ['a', 'abcd'], ['', 'abcde', 'A']);
  });

  test.each(['(?=a)b', '\\bword', '(a)\\1', '\\p{L}+', '(a*)*', 'a{2', '[', '(', '\\', '*', 'x{9999}', 'a$b'])(
    'the pattern %s is beyond us, and any string will do',
    (pattern) => expectAllowed({ type: 'string', pattern }, ['anything', ''], []),
  );
});

describe('what else a schema may hold', () => {
  test('listed values are all allowed, those of another type are not', () => {
    expectAllowed({ enum: ['a', 'ab', 'abc', 1, 12, null] }, ['a', 'ab', 'abc', 1, 12, null], ['b', 'abcd', 2, '']);
    expectAllowed({ type: 'string', enum: ['a', 1] }, ['a'], [1]);
    expectAllowed({ type: 'string', enum: [1, 2] }, [1, 2], ['a']);
    expectAllowed({ const: { a: 1 }, type: 'object' }, [], [{}, 'a']);
    expectAllowed({ allOf: [{ enum: [1, 2] }, { enum: [2, 3] }] }, [2], [1, 3]);
  });

  test('null is allowed where it is said in any way', () => {
    const string = { type: 'string', maxLength: 3 };
    for (const schema of [
      { ...string, nullable: true },
      { ...string, type: ['string', 'null'] },
      { anyOf: [string, { type: 'null' }] },
      { allOf: [string], nullable: true },
    ]) {
      expectAllowed(schema, [null, 'abc'], [1, 'abcd']);
    }
  });

  test('allOf holds together, and so does what is beside a reference or a union', () => {
    const small = { properties: { a: { maximum: 5 } } };
    const integer = { type: 'object', properties: { a: { type: 'integer', minimum: 2 } }, required: ['a'] };
    expectAllowed({ allOf: [integer, small] }, [{ a: 2 }, { a: 5 }], [{}, { a: 6 }, { a: 1 }, { a: 2.5 }]);
    expectAllowed({ $defs: { integer }, $ref: '#/$defs/integer', ...small }, [{ a: 5 }], [{}, { a: 6 }]);
    expectAllowed(
      { ...integer, anyOf: [small, { properties: { a: { minimum: 9 } } }] },
      [{ a: 2 }, { a: 9 }],
      [{ a: 7 }],
    );
  });

  test('maps take the keys that they are meant for', () => {
    const languages = { propertyNames: { enum: ['en', 'cs'] }, additionalProperties: { type: 'boolean' } };
    expectAllowed({ type: 'object', ...languages }, [{}, { cs: true }, { en: true, cs: true }], [{ de: true }]);
    expectAllowed(
      { ...languages, required: ['en', 'cs'] },
      [{ en: true, cs: false }],
      [{ en: true, cs: true, de: true }],
    );
    const patterned = { patternProperties: { '^x': { type: 'integer' } }, additionalProperties: true };
    expectAllowed({ type: 'object', ...patterned }, [{}, { x: 1 }], [{ x: 'a' }, { y: 1 }]);
    expectAllowed({ ...patterned, properties: { a: { type: 'null' } } }, [{}, { a: null }], [{ a: null, x: 'a' }]);
  });

  test('tuples are whole, and lists of different things repeat nothing', () => {
    const pair = { type: 'array', prefixItems: [{ type: 'integer' }, { type: 'string' }] };
    expectAllowed(pair, [[1, 'a']], [[], [1], ['a', 1], [1, 'a', 2]]);
    expectAllowed(
      { ...pair, items: { type: 'null' } },
      [
        [1, 'a'],
        [1, 'a', null, null],
      ],
      [[1, 'a', 2]],
    );
    expectAllowed({ type: 'array', items: pair.prefixItems }, [[1, 'a']], [['a', 1]]);
    const different = { type: 'array', items: { enum: ['x', 'y', 'z'] }, uniqueItems: true };
    expectAllowed(
      different,
      [[], ['y'], ['x', 'z']],
      [
        ['x', 'x'],
        ['z', 'x'],
      ],
    );
  });

  test('recursion ends', () => {
    const list = {
      $defs: {
        node: {
          type: 'object',
          properties: { next: { anyOf: [{ $ref: '#/$defs/node' }, { type: 'null' }] } },
          required: ['next'],
        },
      },
      $ref: '#/$defs/node',
    };
    const deep = (levels: number): unknown => (levels === 0 ? null : { next: deep(levels - 1) });
    expectAllowed(list, [deep(1), deep(4)], [null, deep(9)]);
  });

  test('a schema that nothing satisfies allows any JSON', () => {
    const endless = { $defs: { a: { type: 'object', properties: { a: { $ref: '#/$defs/a' } }, required: ['a'] } } };
    expectAllowed({ ...endless, $ref: '#/$defs/a' }, [1, { x: [] }], []);
    expectAllowed({ type: 'object', properties: { a: false }, required: ['a'] }, ['x'], []);
    expectAllowed({ allOf: [{ type: 'string' }, { type: 'object' }] }, [1], []);
    expectAllowed({ $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } }, $ref: '#/$defs/a' }, [1], []);
  });

  test.each<JsonObject>([
    {},
    { type: 'float' },
    { type: [] },
    { type: 5 },
    { properties: 'none', required: { a: 1 }, items: 3, enum: 'x', anyOf: {}, allOf: 7, oneOf: [] },
    { $ref: 'https://example.com/schema' },
    { $ref: '#/nowhere' },
    { $ref: '#/%zz' },
    { enum: [] },
    { type: 'string', minLength: -1, maxLength: 'x', pattern: 5, format: {} },
    { type: 'array', minItems: 1e9 },
    { type: 'string', minLength: 1e9 },
    { type: 'object', minProperties: 1e9 },
    { type: 'number', multipleOf: 0 },
    { type: 'number', minimum: 1e300, maximum: -1e300 },
    { type: 'number', minimum: 1e-300 },
    { not: {}, if: {}, else: false, contains: {}, dependentRequired: {} },
  ])('%j makes a grammar of valid JSON', (schema) => {
    const grammar = new Gbnf(schemaGrammar(schema));

    for (let seed = 1; seed <= 20; seed++) expect(() => JSON.parse(grammar.sentence(seeded(seed)))).not.toThrow();
    expect(grammar.longest()).toBeLessThan(Number.POSITIVE_INFINITY);
  });

  test('a schema that is too large is refused, and one that unfolds without measure as well', () => {
    const wide = { enum: Array.from({ length: 30_000 }, (_, index) => index) };
    const union = () => ({ anyOf: [{ minLength: 1 }, { maxLength: 9 }, { pattern: 'a' }, { format: 'date' }] });
    const tangled = { allOf: Array.from({ length: 10 }, union) };
    let deep: JsonObject = {};
    for (let level = 0; level < 300; level++) deep = { items: deep };

    for (const schema of [wide, deep, tangled]) {
      expect(() => schemaGrammar(schema)).toThrow(GrammarTooLargeError);
    }
  });

  test('unions of unions stay small, however often they share a part', () => {
    const $defs: Record<string, JsonObject> = { a40: { type: 'string' } };
    for (let level = 0; level < 40; level++) {
      const next = { $ref: `#/$defs/a${level + 1}` };
      $defs[`a${level}`] = { anyOf: [{ anyOf: [next, { const: level }] }, { oneOf: [next, { const: -level }] }] };
    }

    const text = schemaGrammar({ $defs, $ref: '#/$defs/a0' });

    expect(text.length).toBeLessThan(10_000);
    expect(['"x"', '7', '-39'].every((json) => new Gbnf(text).matches(json))).toBe(true);
  });

  test('large schemas of real tools are within the limits', () => {
    const property = (index: number) => ({
      type: 'string',
      description: 'x'.repeat(100),
      maxLength: 100 + (index % 9),
    });
    const properties = Object.fromEntries(
      Array.from({ length: 200 }, (_, index) => [`property_${index}`, property(index)]),
    );
    expect(() => schemaGrammar({ type: 'object', properties })).not.toThrow();
  });
});

describe('a schema that is small and means much work is refused before the work is done', () => {
  const listed = (count: number, make: (index: number) => unknown) => Array.from({ length: count }, (_, i) => make(i));
  const named = (count: number, make: (index: number) => unknown) =>
    Object.fromEntries(listed(count, (i) => [`p${i}`, make(i)]) as [string, unknown][]);

  test.each([
    ['many options beside many values', { enum: listed(9000, (i) => i), anyOf: listed(3000, () => ({ enum: [1] })) }],
    [
      'many options beside many properties',
      { properties: named(9000, () => true), anyOf: listed(3000, (i) => ({ properties: { [`q${i}`]: true } })) },
    ],
    [
      'many options beside many required properties',
      { required: listed(9000, (i) => `p${i}`), anyOf: listed(3000, (i) => ({ required: [`q${i}`] })) },
    ],
    ['many optional properties', { properties: named(600, () => ({ type: 'string' })) }],
  ])('%s', (_, schema) => {
    expect(() => schemaGrammar(schema)).toThrow(GrammarTooLargeError);
  });
});
