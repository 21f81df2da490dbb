/** Random JSON schemas as clients send them, of which every one can be satisfied. */
import { type Random, randomText } from './random.ts';

type Schema = { readonly [key: string]: unknown };

const PATTERNS = [
  '^[A-Z]{2}\\d{4}$',
  '^(foo|bar)-[a-z]+$',
  'x+y?',
  '^\\w{1,8}@\\w+\\.(com|org)$',
  '^"quoted\\\\"$',
  '^[^\\s<>]{3,5}$',
  '^a$|^b+$',
  '^.{2,4}\\s\\S$',
  '^(?:\\+420)?[0-9]{9}$',
  '^(?=look)look$',
];
const FORMATS = ['date', 'time', 'date-time', 'duration', 'uuid', 'email', 'hostname', 'ipv4', 'ipv6', 'uri', 'other'];

/** With references to `#/$defs/...`, of which one leads back to itself. */
export function randomSchema(random: Random): Schema {
  const leaf = { leaf: randomValueSchema(random, 0) };
  const tree = {
    type: 'object',
    properties: {
      value: randomValueSchema(random, 0),
      'next/one': random.pick([{ $ref: '#/$defs/tree' }, { anyOf: [{ $ref: '#/$defs/tree' }, { type: 'null' }] }]),
      children: { type: 'array', items: { $ref: '#/$defs/tree' }, maxItems: 2 },
    },
    required: ['value', 'children'],
    additionalProperties: false,
  };
  const $defs = { ...leaf, tree, 'odd/name %': { type: 'string', maxLength: 3 } };
  return { ...randomObjectSchema(random, 2), $defs };
}

function randomValueSchema(random: Random, depth: number): unknown {
  const simple = [randomString, randomInteger, randomNumber, randomListed, randomSimple];
  const nested = [randomArray, randomTuple, randomObjectSchema, randomUnion, randomReference, randomMap, randomAllOf];
  const make = random.pick(depth > 0 ? [...simple, ...nested] : simple);
  const schema = make(random, depth - 1);
  return random.fraction() < 0.1 ? { ...schema, description: randomText(random), nullable: true } : schema;
}

function randomObjectSchema(random: Random, depth: number): Schema {
  const names = [...new Set(Array.from({ length: random.integer(0, 5) }, () => randomName(random)))];
  const properties = Object.fromEntries(names.map((name) => [name, randomValueSchema(random, depth)]));
  const required = names.filter(() => random.fraction() < 0.5);
  const additional = random.pick([{}, { additionalProperties: false }, { additionalProperties: { type: 'integer' } }]);
  return { type: 'object', properties, ...(random.fraction() < 0.8 ? { required } : {}), ...additional };
}

const randomName = (random: Random): string =>
  random.pick([
    () => randomText(random, 6),
    () => random.pick(['name', 'names', 'id', '__proto__', 'a', '<tool_call>']),
  ])();

function randomString(random: Random): Schema {
  const min = random.integer(0, 5);
  return random.pick<Schema>([
    { type: 'string' },
    { type: 'string', minLength: min, maxLength: min + random.integer(0, 20) },
    { type: 'string', minLength: min },
    { maxLength: min },
    { type: 'string', pattern: random.pick(PATTERNS.slice(0, -1)) },
    { type: 'string', pattern: '^[a-z]+$', minLength: min, maxLength: min + 3 },
    { type: 'string', format: random.pick(FORMATS) },
  ]);
}

function randomInteger(random: Random): Schema {
  const low = random.pick([0, 1, -7, random.integer(-2000, 2000), random.integer(-5e9, 5e9)]);
  const high = low + random.pick([0, 1, 9, random.integer(0, 5000), random.integer(0, 1e12)]);
  return random.pick<Schema>([
    { type: 'integer' },
    { type: 'integer', minimum: low },
    { type: 'integer', maximum: high },
    { type: 'integer', minimum: low, maximum: high },
    { type: 'integer', exclusiveMinimum: low - 1, exclusiveMaximum: high + 1 },
    { type: 'integer', minimum: low, multipleOf: random.pick([2, 5, 7, 100]) },
  ]);
}

function randomNumber(random: Random): Schema {
  const low = random.pick([0, 0.5, -90, -0.25, random.integer(-1e6, 1e6) / 1000]);
  const high = low + random.pick([0.1, 1, 2.5, 180, random.integer(1, 1e6) / 100]);
  return random.pick<Schema>([
    { type: 'number' },
    { type: 'number', minimum: low, maximum: high },
    { minimum: low },
    { type: 'number', exclusiveMinimum: low, exclusiveMaximum: high },
    { type: 'number', minimum: 0, multipleOf: 0.01 },
  ]);
}

function randomListed(random: Random): Schema {
  const values = ['a', 'ab', 'abc', '', 1, 12, -0.5, true, null, { a: [1, '"'] }, 'řeka', randomText(random)];
  return random.pick<Schema>([
    { enum: values.filter(() => random.fraction() < 0.5).concat('last') },
    { const: random.pick(values) },
    { type: 'string', enum: ['north', 'south', 'northwest', 'north'] },
  ]);
}

const randomSimple = (random: Random): Schema =>
  random.pick<Schema>([{ type: 'boolean' }, { type: 'null' }, {}, { type: ['string', 'null'], maxLength: 2 }]);

function randomArray(random: Random, depth: number): Schema {
  const min = random.integer(0, 3);
  return random.pick<() => Schema>([
    () => ({ type: 'array', items: randomValueSchema(random, depth) }),
    () => ({ type: 'array', items: randomValueSchema(random, depth), minItems: min, maxItems: min + 2 }),
    () => ({ items: randomValueSchema(random, depth), minItems: min }),
    () => ({ type: 'array', items: { enum: ['x', 'y', 'xy'] }, uniqueItems: true, minItems: random.integer(0, 1) }),
    () => ({ type: 'array', items: { type: 'string' }, uniqueItems: true }),
  ])();
}

const randomTuple = (random: Random, depth: number): Schema => ({
  type: 'array',
  prefixItems: [randomValueSchema(random, depth), randomValueSchema(random, depth)],
  ...random.pick<Schema>([{}, { items: false }, { items: { type: 'boolean' }, minItems: 3 }, { maxItems: 1 }]),
});

/** Options that no value satisfies at once, so that `oneOf` means the same as `anyOf`. */
function randomUnion(random: Random, depth: number): Schema {
  const option = (kind: string) => ({
    type: 'object',
    properties: { kind: { const: kind }, value: randomValueSchema(random, depth) },
    required: ['kind', 'value'],
    additionalProperties: false,
  });
  return random.pick<Schema>([
    { oneOf: [option('a'), option('b')] },
    { anyOf: [randomValueSchema(random, depth), { type: 'null' }] },
    {
      type: 'object',
      properties: { a: {}, b: { type: 'integer' } },
      anyOf: [{ required: ['a'] }, { required: ['b'] }],
    },
  ]);
}

const randomReference = (random: Random): Schema =>
  random.pick([{ $ref: '#/$defs/leaf' }, { $ref: '#/$defs/tree' }, { $ref: '#/$defs/odd~1name%20%25', title: 'odd' }]);

const randomMap = (random: Random, depth: number): Schema =>
  random.pick<Schema>([
    { type: 'object', additionalProperties: randomValueSchema(random, depth) },
    { type: 'object', propertyNames: { enum: ['en', 'cs'] }, additionalProperties: { type: 'string' } },
    { type: 'object', patternProperties: { '^x-[a-z]+$': { type: 'integer' } }, additionalProperties: false },
    { type: 'object' },
    { type: 'object', required: ['only', 'required'], additionalProperties: { type: 'boolean' } },
  ]);

const randomAllOf = (random: Random, depth: number): Schema => ({
  allOf: [
    { type: 'object', properties: { first: randomValueSchema(random, depth), both: { type: 'number' } } },
    { properties: { second: randomValueSchema(random, depth), both: { type: 'integer', minimum: 3 } } },
  ],
  required: ['second', 'both'],
});
