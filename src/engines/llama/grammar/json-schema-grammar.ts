/**
 * From a JSON Schema to alternatives of a grammar. Every text of the grammar satisfies the schema as far as the schema
 * is understood; each file says where it is narrower. What is not understood (`not`, `if`, `contains`,
 * `dependentRequired`, references to other documents …) is ignored, so the grammar is then wider.
 *
 * A schema that leads back to itself is followed `recursionMax` times. Beyond that it has no value: optional properties
 * are left out, arrays stay empty, other options of a union remain. Alternatives are lists and not rules, so that unions
 * of unions stay flat.
 */
import type { GrammarBuilder } from './grammar-builder.ts';
import { anyValue, booleanRule, integerRule, NULL, numberRule } from './grammar-json.ts';
import { oneOfTexts } from './grammar-literals.ts';
import { type Compiling, emptySchema, isObject, type MergedSchema, mergeSchema, type TypeName } from './json-schema.ts';
import { arrayAlternatives } from './json-schema-array.ts';
import type { SchemaDocument } from './json-schema-document.ts';
import { objectAlternatives } from './json-schema-object.ts';
import { stringGrammar } from './json-schema-string.ts';

/** The cost of a schema that was compiled before. */
const CACHED_STEPS = 0.125;
const ALTERNATIVES_PER_STEP = 64;

export class SchemaCompiler {
  readonly #builder: GrammarBuilder;
  readonly #document: SchemaDocument;
  readonly #known = new Map<object, Map<number, readonly string[]>>();
  #anything: readonly string[] | undefined;

  constructor(builder: GrammarBuilder, document: SchemaDocument) {
    this.#builder = builder;
    this.#document = document;
  }

  /** The alternatives of a schema; none if no value satisfies it. */
  compile(schema: unknown, recursion = 0): readonly string[] {
    if (schema === false) return [];
    if (!isObject(schema)) return this.#any();
    this.#builder.work.count(CACHED_STEPS);
    const known = this.#known.get(schema) ?? new Map<number, readonly string[]>();
    this.#known.set(schema, known);
    const alternatives = known.get(recursion) ?? [...new Set(this.#compile(this.#merge(schema), recursion))];
    known.set(recursion, alternatives);
    return alternatives;
  }

  #merge(schema: unknown, into: MergedSchema = emptySchema()): MergedSchema {
    return mergeSchema(this.#document, into, schema);
  }

  #compile(schema: MergedSchema, outer: number): readonly string[] {
    const recursion = outer + schema.recursion;
    if (schema.isImpossible || recursion > this.#builder.limits.recursionMax) return [];
    if (schema.unions.length > 0) return this.#union(schema, outer);
    const alternatives = schema.values ? this.#values(schema, schema.values) : this.#types(schema, recursion);
    return schema.isNullable ? [...alternatives, NULL] : alternatives;
  }

  /** The rules beside a union hold for each of its options, and so do the options of the other unions. */
  #union(schema: MergedSchema, outer: number): readonly string[] {
    const [options = [], ...unions] = schema.unions;
    this.#builder.work.expect(unions.reduce((product, union) => product * union.length, options.length));
    const beside = { ...schema, unions };
    const isAlone = saysNothing(beside);
    const alternatives = new Set<string>();
    for (const option of options) {
      const added = isAlone
        ? this.compile(option, outer + beside.recursion)
        : this.#compile(this.#merge(option, beside), outer);
      this.#builder.work.count(added.length / ALTERNATIVES_PER_STEP);
      for (const alternative of added) alternatives.add(alternative);
    }
    return [...alternatives];
  }

  #values(schema: MergedSchema, values: readonly unknown[]): readonly string[] {
    return [this.#builder.rule('enum', oneOfTexts(this.#builder, allowedValues(schema, values).map(toJson)))];
  }

  #types(schema: MergedSchema, recursion: number): readonly string[] {
    const types = schema.types ?? typesMeant(schema);
    if (!types) return this.#any();
    return [...types].flatMap((type) => this.#type(type, schema, recursion));
  }

  #any(): readonly string[] {
    this.#anything ??= anyValue(this.#builder, this.#builder.limits.anyDepthMax);
    return this.#anything;
  }

  #type(type: TypeName, schema: MergedSchema, recursion: number): readonly string[] {
    const builder = this.#builder;
    const compiling: Compiling = {
      builder,
      compile: (inner) => this.compile(inner, recursion),
      valuesOf: (inner) => this.#valuesOf(inner),
    };
    switch (type) {
      case 'object':
        return objectAlternatives(compiling, schema);
      case 'array':
        return arrayAlternatives(compiling, schema);
      case 'string':
        return [stringGrammar(builder, schema)];
      case 'number':
        return [numberRule(builder, schema, schema.multipleOf)];
      case 'integer':
        return schema.types?.has('number') ? [] : [integerRule(builder, schema, schema.multipleOf)];
      case 'boolean':
        return [booleanRule(builder)];
      case 'null':
        return [NULL];
    }
  }

  #valuesOf(schema: unknown): readonly unknown[] | undefined {
    const merged = this.#merge(schema);
    this.#builder.work.count((merged.values?.length ?? 0) / ALTERNATIVES_PER_STEP);
    const isList = merged.values !== undefined && merged.unions.length === 0 && !merged.isImpossible;
    return isList
      ? [...new Map(allowedValues(merged, merged.values!).map((value) => [toJson(value), value])).values()]
      : undefined;
  }
}

const toJson = (value: unknown): string => JSON.stringify(value) ?? 'null';

/** The listed values of the right type; all of them if the list and the type contradict each other. */
function allowedValues(schema: MergedSchema, values: readonly unknown[]): readonly unknown[] {
  const { types } = schema;
  const allowed = types ? values.filter((value) => [...types].some((type) => isOfType(value, type))) : values;
  return allowed.length > 0 ? allowed : values;
}

function isOfType(value: unknown, type: TypeName): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isObject(value);
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}

/** A schema without a type means the types that its other words are about; without such words it means any. */
function typesMeant(schema: MergedSchema): ReadonlySet<TypeName> | undefined {
  const { properties, required, additional, patternProperties, propertyNames } = schema;
  const types = new Set<TypeName>();
  if (properties || required.size > 0 || patternProperties.length > 0) types.add('object');
  if (additional !== undefined || propertyNames !== undefined) types.add('object');
  if ([schema.items, schema.prefixItems, schema.minItems, schema.maxItems].some(isPresent)) types.add('array');
  if ([schema.minLength, schema.maxLength, schema.pattern, schema.format].some(isPresent)) types.add('string');
  if ([schema.low, schema.high, schema.multipleOf].some(isPresent)) types.add('number');
  return types.size > 0 ? types : undefined;
}

function saysNothing(schema: MergedSchema): boolean {
  const { types, values, isNullable, unions, minProperties, maxProperties, isUnique } = schema;
  if (types || values || isNullable || isUnique || unions.length > 0) return false;
  return !isPresent(minProperties) && !isPresent(maxProperties) && !typesMeant(schema);
}

const isPresent = (value: unknown): boolean => value !== undefined;
