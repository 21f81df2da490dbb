import { describe, expect, test } from 'bun:test';
import { checkText } from './schema-check.ts';

const resultOf = (schema: unknown, text: string) => checkText({ schema: JSON.stringify(schema), text }).result;

const PERSON = {
  type: 'object',
  properties: { name: { type: 'string', minLength: 1 }, age: { type: 'integer', minimum: 0 } },
  required: ['name', 'age'],
  additionalProperties: false,
};
const TREE = {
  $ref: '#/$defs/node',
  $defs: {
    node: {
      type: 'object',
      properties: { value: { type: 'number' }, inner: { type: 'array', items: { $ref: '#/$defs/node' } } },
      required: ['value'],
    },
  },
};

describe('what holds and what does not', () => {
  test.each([
    [PERSON, '{"name":"Jana","age":30}', 'held'],
    [PERSON, ' {"name":"Jana","age":30}\n', 'held'],
    [PERSON, '{"name":"Jana","age":30.5}', 'failed'],
    [PERSON, '{"name":"","age":30}', 'failed'],
    [PERSON, '{"name":"Jana"}', 'failed'],
    [PERSON, '{"name":"Jana","age":30,"x":1}', 'failed'],
    [PERSON, '{"name":"Jana","age":3', 'failed'],
    [PERSON, '', 'failed'],
    [TREE, '{"value":1,"inner":[{"value":2,"inner":[]}]}', 'held'],
    [TREE, '{"value":1,"inner":[{"inner":[]}]}', 'failed'],
    [{ enum: ['a', null] }, 'null', 'held'],
    [{ anyOf: [{ type: 'string' }, { const: 1 }] }, '2', 'failed'],
    [{ oneOf: [{ type: 'number' }, { type: 'integer' }] }, '2', 'failed'],
    [{ type: 'array', prefixItems: [{ type: 'string' }], items: false }, '["a"]', 'held'],
    [{ type: 'array', prefixItems: [{ type: 'string' }], items: false }, '["a",1]', 'failed'],
    [{ type: 'string', pattern: '^[a-z]+$' }, '"abc"', 'held'],
    [{ type: 'string', pattern: '^[a-z]+$' }, '"aBc"', 'failed'],
    [{ type: 'number', multipleOf: 0.1 }, '0.3', 'held'],
  ])('%j: %s %s', (schema, text, result) => {
    expect(resultOf(schema, text)).toBe(result as 'held');
  });

  test('formats that engines keep to count, and others are notes', () => {
    expect(resultOf({ format: 'date' }, '"2026-02-30"')).toBe('failed');
    expect(resultOf({ format: 'email' }, '"nobody"')).toBe('failed');
    expect(resultOf({ format: 'uri' }, '"not an address"')).toBe('held');
    expect(resultOf({ format: 'phone' }, '"x"')).toBe('held');
  });

  test('the spellings of OpenAPI and of old drafts are understood, also as names of properties', () => {
    const nullable = { type: 'object', properties: { a: { type: 'string', nullable: true, enum: ['x'] } } };
    const named = {
      type: 'object',
      properties: { nullable: true, format: { type: 'string' }, exclusiveMinimum: true },
      additionalProperties: false,
    };
    expect(resultOf(nullable, '{"a":null}')).toBe('held');
    expect(resultOf(nullable, '{"a":"y"}')).toBe('failed');
    expect(resultOf({ minimum: 1, exclusiveMinimum: true }, '1')).toBe('failed');
    expect(resultOf({ minimum: 1, exclusiveMinimum: false }, '1')).toBe('held');
    expect(resultOf(named, '{"nullable":1,"format":"x","exclusiveMinimum":2}')).toBe('held');
  });
});

test('a schema that cannot be read is not checked', () => {
  expect(resultOf({ $ref: 'https://elsewhere.example/schema' }, '1')).toBe('unchecked');
  expect(resultOf({ $ref: '#' }, '1')).toBe('unchecked');
  expect(resultOf({ type: 'string', pattern: '(' }, '"a"')).toBe('unchecked');
  expect(resultOf({ properties: 7, required: 7 }, '{}')).toBe('unchecked');
});

test('the problems say where and what, and are bounded', () => {
  const { problems } = checkText({ schema: JSON.stringify(PERSON), text: '{"name":"Jana","age":"30"}' });
  const many = {
    type: 'array',
    items: { type: 'object', required: Array.from({ length: 50 }, (_, n) => `field${n}`) },
  };
  const bounded = checkText({ schema: JSON.stringify(many), text: '[{}]' });

  expect(problems.join('\n')).toContain('#/age: Instance type "string" is invalid. Expected "integer".');
  expect(bounded.problems).toHaveLength(8);
});
