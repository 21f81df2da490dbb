/** The cost of schemas: the work of making a grammar, and the work of reading by it. */
import { describe, expect, test } from 'bun:test';
import { Gbnf } from '../../../../test/support/gbnf.ts';
import { WIDE_SCHEMAS, WORKING_SCHEMAS } from '../../../../test/support/hostile-schemas.ts';
import { seeded } from '../../../../test/support/random.ts';
import { randomSchema } from '../../../../test/support/random-schema.ts';
import type { JsonObject } from '../../../core/chat.ts';
import { schemaGrammar } from './grammar.ts';
import { GrammarBuilder } from './grammar-builder.ts';
import { toolCallGrammar } from './tool-call-grammar.ts';
import { GrammarTooLargeError, SchemaRefusal, STEPS_MAX } from './work-budget.ts';

/** For a schema of 20,000 values that is read through a few times; what multiplies needs millions. */
const READS_MAX = 800_000;

/** The same schema, and how often something was read of it. */
function counted(schema: JsonObject): { readonly schema: JsonObject; readonly reads: () => number } {
  let reads = 0;
  const known = new WeakMap<object, object>();
  const wrap = <T>(value: T): T => {
    if (typeof value !== 'object' || value === null) return value;
    const wrapped = known.get(value) ?? new Proxy(value, handler);
    known.set(value, wrapped);
    return wrapped as T;
  };
  const handler: ProxyHandler<object> = {
    get: (target, key) => {
      reads += 1;
      return wrap(Reflect.get(target, key));
    },
  };
  return { schema: wrap(schema), reads: () => reads };
}

describe('the work of making a grammar has an end', () => {
  test.each(Object.entries(WORKING_SCHEMAS))('%s', (_, hostile) => {
    const { schema, reads } = counted(hostile);
    const builder = new GrammarBuilder();

    try {
      schemaGrammar(schema, builder);
    } catch (thrown) {
      expect(thrown).toBeInstanceOf(GrammarTooLargeError);
    }

    expect(reads()).toBeLessThan(READS_MAX);
    expect(builder.work.used).toBeLessThanOrEqual(STEPS_MAX);
  });

  test('unions that multiply are refused before they are multiplied', () => {
    const builder = new GrammarBuilder();

    expect(() => schemaGrammar(WORKING_SCHEMAS['sixteen unions of two']!, builder)).toThrow(GrammarTooLargeError);

    expect(builder.work.used).toBeLessThan(50);
  });

  test('the schemas of all tools share one budget', () => {
    const parameters = WORKING_SCHEMAS['thousands of unions of one']!;
    const tools = ['a', 'b', 'c'].map((name) => ({ name, parameters }));

    const grammarOf = (count: number) =>
      toolCallGrammar({ tools: tools.slice(0, count), choice: { mode: 'required' }, isParallel: false });

    expect(() => grammarOf(1)).not.toThrow();
    expect(() => grammarOf(3)).toThrow(GrammarTooLargeError);
  });
});

describe('an option that is no schema', () => {
  test.each([
    [{ allOf: Array(6500).fill({ anyOf: [0] }) }, 'anyOf[0]'],
    [{ anyOf: [{ type: 'string' }, 'null'] }, 'anyOf[1]'],
    [{ properties: { a: { oneOf: [[]] } } }, 'oneOf[0]'],
    [{ allOf: [{}, null] }, 'allOf[1]'],
  ])('is refused by its place: %#', (schema, place) => {
    const builder = new GrammarBuilder();

    expect(() => schemaGrammar(schema, builder)).toThrow(
      new SchemaRefusal(`The JSON schema is not valid: ${place} is not a schema.`),
    );

    expect(builder.work.used).toBeLessThan(2500);
  });
});

describe('readings that are open at once', () => {
  test.each(Object.entries(WIDE_SCHEMAS))('a schema that means very many is refused: %s', (_, schema) => {
    expect(() => schemaGrammar(schema)).toThrow(GrammarTooLargeError);
    const tools = [{ name: 'a', parameters: { type: 'object', properties: { a: schema } } }];
    expect(() => toolCallGrammar({ tools, choice: { mode: 'auto' }, isParallel: true })).toThrow(GrammarTooLargeError);
  });

  test('are never more than the grammar says', () => {
    for (let seed = 1; seed <= 300; seed++) {
      const random = seeded(seed);
      const schema = randomSchema(random);
      const builder = new GrammarBuilder();
      const grammar = new Gbnf(schemaGrammar(schema, builder));
      for (let round = 0; round < 3; round++) {
        const sentence = grammar.sentence(random).slice(0, 400);

        expect(grammar.readings(sentence), `seed ${seed}: ${sentence}`).toBeLessThanOrEqual(builder.width);
      }
    }
  });

  test.each([
    ['^(a{1,9}){1,9}$', 'a'],
    ['^(ab?|a{1,3}b|abc?){1,9}$', 'ab'],
    ['^[a-z]+( [a-z]+)*$', 'abc '],
    ['^[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\\.[A-Za-z]{2,}$', 'a@b.c.d.e.f'],
  ])('of a pattern as well: %s', (pattern, text) => {
    const builder = new GrammarBuilder();
    const grammar = new Gbnf(schemaGrammar({ type: 'string', pattern }, builder));

    expect(grammar.readings(`"${text.repeat(20)}`)).toBeLessThanOrEqual(builder.width);
  });

  test('what real clients send is far from the limit', () => {
    const node = (kind: string) => ({
      type: 'object',
      properties: { kind: { const: kind }, children: { type: 'array', items: { $ref: '#/$defs/node' } } },
      required: ['kind', 'children'],
      additionalProperties: false,
    });
    const kinds = Array.from({ length: 30 }, (_, i) => `kind-${i}`);
    const many = Object.fromEntries(kinds.map((kind) => [kind, { type: ['string', 'null'], pattern: '^[a-z]+$' }]));
    const schemas: JsonObject[] = [
      { $defs: { node: { anyOf: kinds.map(node) } }, $ref: '#/$defs/node' },
      { type: 'object', properties: many },
      {
        type: 'array',
        items: { anyOf: kinds.map((kind) => ({ type: 'object', properties: { [kind]: many[kind] } })) },
      },
    ];

    for (const schema of schemas) {
      const builder = new GrammarBuilder();
      schemaGrammar(schema, builder);
      expect(builder.width).toBeLessThan(200);
      expect(builder.work.used).toBeLessThan(STEPS_MAX / 4);
    }
  });
});
