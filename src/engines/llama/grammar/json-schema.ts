/**
 * A JSON Schema as clients send it, brought into one shape: references followed, `allOf` merged, old and new spellings
 * made equal. `anyOf` and `oneOf` stay apart, because each of their options makes an alternative.
 *
 * A part with the wrong type is ignored, as if it were not there. Only an option or a part that is no schema is refused.
 */

import type { JsonObject } from '../../../core/chat.ts';
import type { GrammarBuilder } from './grammar-builder.ts';
import type { Bound } from './grammar-number.ts';
import type { SchemaDocument } from './json-schema-document.ts';
import { SchemaRefusal } from './work-budget.ts';

const TYPES = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'] as const;
export type TypeName = (typeof TYPES)[number];

/** The surroundings that the grammars of objects and arrays need. */
export type Compiling = {
  readonly builder: GrammarBuilder;
  /** The alternatives of a schema inside this one; none if it has no value. */
  readonly compile: (schema: unknown) => readonly string[];
  /** The values of a schema that lists them all. */
  readonly valuesOf: (schema: unknown) => readonly unknown[] | undefined;
};

export type MergedSchema = {
  /** `undefined` means any. */
  types: ReadonlySet<TypeName> | undefined;
  /** Values of `enum` and `const`. */
  values: readonly unknown[] | undefined;
  isNullable: boolean;
  /** No value satisfies it: the schema `false`. */
  isImpossible: boolean;
  /** How many references that lead back to themselves were followed to get here. */
  recursion: number;
  /** For each `anyOf` and `oneOf`, its options. */
  unions: readonly (readonly unknown[])[];
  properties: ReadonlyMap<string, unknown> | undefined;
  required: ReadonlySet<string>;
  additional: unknown;
  patternProperties: readonly (readonly [pattern: string, schema: unknown])[];
  propertyNames: unknown;
  minProperties: number | undefined;
  maxProperties: number | undefined;
  items: unknown;
  prefixItems: readonly unknown[] | undefined;
  minItems: number | undefined;
  maxItems: number | undefined;
  isUnique: boolean;
  minLength: number | undefined;
  maxLength: number | undefined;
  pattern: string | undefined;
  format: string | undefined;
  low: Bound | undefined;
  high: Bound | undefined;
  multipleOf: number | undefined;
};

export function emptySchema(): MergedSchema {
  return {
    types: undefined,
    values: undefined,
    isNullable: false,
    isImpossible: false,
    recursion: 0,
    unions: [],
    properties: undefined,
    required: new Set<string>(),
    additional: undefined,
    patternProperties: [],
    propertyNames: undefined,
    minProperties: undefined,
    maxProperties: undefined,
    items: undefined,
    prefixItems: undefined,
    minItems: undefined,
    maxItems: undefined,
    isUnique: false,
    minLength: undefined,
    maxLength: undefined,
    pattern: undefined,
    format: undefined,
    low: undefined,
    high: undefined,
    multipleOf: undefined,
  };
}

/** How much is copied with a merged schema. */
const sizeOf = ({ values, properties, required, patternProperties, unions }: MergedSchema): number =>
  (values?.length ?? 0) + (properties?.size ?? 0) + required.size + patternProperties.length + unions.length;

/** The merged schema that also satisfies `schema`. What is there already is copied once, however many parts are added. */
export function mergeSchema(document: SchemaDocument, into: MergedSchema, schema: unknown): MergedSchema {
  document.work.count(1 + sizeOf(into) / ENTRIES_PER_STEP);
  const merged: Growing = {
    ...into,
    unions: [...into.unions],
    properties: into.properties && new Map(into.properties),
    required: new Set(into.required),
    patternProperties: [...into.patternProperties],
  };
  absorb({ document, merged, followed: new Set() }, schema);
  return merged;
}

const ENTRIES_PER_STEP = 16;

/** A merged schema while parts are added to it: its lists are its own. */
type Growing = Omit<MergedSchema, 'unions' | 'properties' | 'required' | 'patternProperties'> & {
  readonly unions: (readonly unknown[])[];
  properties: Map<string, unknown> | undefined;
  readonly required: Set<string>;
  readonly patternProperties: (readonly [pattern: string, schema: unknown])[];
};

type Absorbing = {
  readonly document: SchemaDocument;
  readonly merged: Growing;
  /** Schemas that were merged already: one that includes itself adds nothing more. */
  readonly followed: Set<unknown>;
};

function absorb(absorbing: Absorbing, schema: unknown): void {
  const { document, merged, followed } = absorbing;
  if (schema === false) merged.isImpossible = true;
  if (!isObject(schema) || followed.has(schema)) return;
  document.work.count(0.25);
  followed.add(schema);
  if (typeof schema.$ref === 'string') {
    const target = document.resolve(schema.$ref);
    if (isObject(target) && document.isCyclic(target)) merged.recursion += 1;
    absorb(absorbing, target);
  }
  for (const part of schemasOf(schema, 'allOf')) absorb(absorbing, part);
  absorbValues(absorbing, schema);
  absorbObject(absorbing, schema);
  absorbArray(merged, schema);
  absorbString(merged, schema);
  absorbNumber(merged, schema);
  for (const union of [schemasOf(schema, 'anyOf'), schemasOf(schema, 'oneOf')]) {
    // A single option is no choice: it holds like a part of `allOf`.
    if (union.length === 1) absorb(absorbing, union[0]);
    if (union.length > 1) merged.unions.push(union);
  }
}

/** The schemas that a word lists. Something else in the list is a mistake that would change what the list means. */
function schemasOf(schema: JsonObject, word: 'allOf' | 'anyOf' | 'oneOf'): readonly unknown[] {
  const listed = listOf(schema[word]) ?? [];
  const wrong = listed.findIndex((one) => !isSchema(one));
  if (wrong >= 0) throw new SchemaRefusal(`The JSON schema is not valid: ${word}[${wrong}] is not a schema.`);
  return listed;
}

/** A schema that holds when both do; what is no schema says nothing. */
function bothOf(known: unknown, added: unknown): unknown {
  if (!isSchema(known) || known === added) return added ?? known;
  return isSchema(added) ? { allOf: [known, added] } : known;
}

function absorbValues({ document, merged }: Absorbing, schema: JsonObject): void {
  if (schema.nullable === true) merged.isNullable = true;
  const types = (listOf(schema.type) ?? [schema.type]).filter(isTypeName);
  if (types.length > 0) merged.types = commonTypes(merged.types, new Set(types));
  const values = Object.hasOwn(schema, 'const') ? [schema.const] : listOf(schema.enum);
  if (!values || values.length === 0) return;
  document.work.count(values.length / ENTRIES_PER_STEP);
  const known = merged.values && new Set(merged.values.map((value) => document.keyOf(value)));
  merged.values = known ? values.filter((value) => known.has(document.keyOf(value))) : values;
  if (merged.values.length === 0) merged.isImpossible = true;
}

function commonTypes(known: ReadonlySet<TypeName> | undefined, added: ReadonlySet<TypeName>): ReadonlySet<TypeName> {
  if (!known) return added;
  const both = new Set([...known].filter((type) => added.has(type)));
  const narrows = (wide: ReadonlySet<TypeName>, narrow: ReadonlySet<TypeName>) =>
    wide.has('number') && narrow.has('integer');
  if (narrows(known, added) || narrows(added, known)) both.add('integer');
  return both;
}

function absorbObject({ document, merged }: Absorbing, schema: JsonObject): void {
  if (isObject(schema.properties)) {
    const added = Object.entries(schema.properties);
    document.work.count(added.length / ENTRIES_PER_STEP);
    merged.properties ??= new Map();
    for (const [name, property] of added) {
      merged.properties.set(name, bothOf(merged.properties.get(name), property));
    }
  }
  for (const name of listOf(schema.required) ?? []) if (typeof name === 'string') merged.required.add(name);
  const additional = schema.additionalProperties ?? schema.unevaluatedProperties;
  if (merged.additional !== false && additional !== undefined) merged.additional = additional;
  if (isObject(schema.patternProperties)) merged.patternProperties.push(...Object.entries(schema.patternProperties));
  merged.propertyNames ??= schema.propertyNames;
  merged.minProperties = larger(merged.minProperties, countOf(schema.minProperties));
  merged.maxProperties = smaller(merged.maxProperties, countOf(schema.maxProperties));
}

function absorbArray(merged: Growing, schema: JsonObject): void {
  const tuple = listOf(schema.prefixItems) ?? listOf(schema.items);
  merged.prefixItems ??= tuple;
  const items = Array.isArray(schema.items) ? schema.additionalItems : (schema.items ?? schema.unevaluatedItems);
  merged.items = bothOf(merged.items, items);
  merged.isUnique ||= schema.uniqueItems === true;
  merged.minItems = larger(merged.minItems, countOf(schema.minItems));
  merged.maxItems = smaller(merged.maxItems, countOf(schema.maxItems));
}

function absorbString(merged: Growing, schema: JsonObject): void {
  merged.minLength = larger(merged.minLength, countOf(schema.minLength));
  merged.maxLength = smaller(merged.maxLength, countOf(schema.maxLength));
  if (typeof schema.pattern === 'string') merged.pattern ??= schema.pattern;
  if (typeof schema.format === 'string') merged.format ??= schema.format;
}

/** In the oldest drafts `exclusiveMinimum` is a flag beside `minimum`; today it is a number of its own. */
function absorbNumber(merged: Growing, schema: JsonObject): void {
  const low = boundOf(schema.minimum, schema.exclusiveMinimum);
  const high = boundOf(schema.maximum, schema.exclusiveMaximum);
  for (const bound of low) merged.low = isTighter(merged.low, bound, 1) ? bound : merged.low;
  for (const bound of high) merged.high = isTighter(merged.high, bound, -1) ? bound : merged.high;
  const step = finite(schema.multipleOf);
  if (step !== undefined && step > 0) merged.multipleOf ??= step;
}

function boundOf(inclusive: unknown, exclusive: unknown): readonly Bound[] {
  const limit = finite(inclusive);
  const exclusiveLimit = finite(exclusive);
  return [
    ...(limit === undefined ? [] : [{ value: limit, isExclusive: exclusive === true }]),
    ...(exclusiveLimit === undefined ? [] : [{ value: exclusiveLimit, isExclusive: true }]),
  ];
}

function isTighter(known: Bound | undefined, bound: Bound, direction: 1 | -1): boolean {
  if (!known) return true;
  const difference = (bound.value - known.value) * direction;
  return difference > 0 || (difference === 0 && bound.isExclusive);
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isSchema = (value: unknown): boolean => isObject(value) || typeof value === 'boolean';

const listOf = (value: unknown): readonly unknown[] | undefined => (Array.isArray(value) ? value : undefined);

const isTypeName = (value: unknown): value is TypeName => TYPES.some((type) => type === value);

const finite = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

function countOf(value: unknown): number | undefined {
  const count = finite(value);
  return count === undefined || count < 0 ? undefined : Math.floor(count);
}

const larger = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined ? b : b === undefined ? a : Math.max(a, b);

const smaller = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined ? b : b === undefined ? a : Math.min(a, b);
