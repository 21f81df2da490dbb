/**
 * Objects that a schema describes. Named properties come in the schema's order, each at most once; an optional one may
 * be left out. Other entries follow only where the schema asks for them (`additionalProperties` is true or a schema, or
 * the schema names no properties at all), and their keys are none of the named ones.
 */
import { literal } from './grammar-builder.ts';
import { anyKey, COMMA, EMPTY_OBJECT, entryRule, mapRule, moreOf, someInOrder } from './grammar-json.ts';
import { otherWord } from './grammar-literals.ts';
import { type Compiling, isObject, type MergedSchema } from './json-schema.ts';
import { patternGrammar } from './json-schema-string.ts';
import { GrammarTooLargeError } from './work-budget.ts';

const OTHER_KEY_CHARS_MAX = 24;
/** Where any may come first, llama.cpp walks all of them for each: three thousand took it a second. */
const OPTIONAL_MAX = 500;

type Named = { readonly rule: string; readonly isRequired: boolean };
type Extra = { readonly item: string; readonly max: number };

/** No alternatives if a required property cannot have a value. */
export function objectAlternatives(compiling: Compiling, schema: MergedSchema): readonly string[] {
  const { builder } = compiling;
  const named = namedProperties(compiling, schema);
  if (!named) return [];
  const extra = extraEntries(compiling, schema, named.length);
  if (named.length === 0) return [mapOf(compiling, schema, extra)];
  const firstRequired = named.findIndex(({ isRequired }) => isRequired);
  if (firstRequired >= 0) return [aroundRequired(compiling, { named, firstRequired, extra })];
  if (named.length > OPTIONAL_MAX) {
    throw new GrammarTooLargeError(`An object of the JSON schema has more than ${OPTIONAL_MAX} optional properties.`);
  }
  const some = someInOrder(builder, { items: named.map(({ rule }) => rule), extra });
  const mustHaveSome = (schema.minProperties ?? 0) > 0;
  return [builder.rule('object', `"{" ${some}${mustHaveSome ? '' : '?'} "}"`)];
}

function namedProperties({ builder, compile }: Compiling, schema: MergedSchema): readonly Named[] | undefined {
  const named: Named[] = [];
  for (const name of namesOf(schema)) {
    const isRequired = schema.required.has(name);
    const unnamed = isObject(schema.additional) ? schema.additional : true;
    const value = compile(schema.properties?.has(name) ? schema.properties.get(name) : unnamed);
    if (value.length > 0) named.push({ rule: entryRule(builder, literal(JSON.stringify(name)), value), isRequired });
    else if (isRequired) return undefined;
  }
  return named;
}

const namesOf = (schema: MergedSchema): readonly string[] => [
  ...new Set([...(schema.properties?.keys() ?? []), ...schema.required]),
];

function mapOf({ builder }: Compiling, schema: MergedSchema, extra: Extra | undefined): string {
  if (!extra) return EMPTY_OBJECT;
  const min = schema.minProperties ?? 0;
  return mapRule(builder, { entry: extra.item, min, max: Math.max(min, extra.max) });
}

/** With one property that is always there, the commas of all others have a fixed side. */
function aroundRequired(
  { builder }: Compiling,
  of: { readonly named: readonly Named[]; readonly firstRequired: number; readonly extra: Extra | undefined },
): string {
  const parts = of.named.map(({ rule, isRequired }, index) => {
    if (index < of.firstRequired) return `(${rule} ${COMMA})?`;
    if (index === of.firstRequired) return rule;
    return isRequired ? `${COMMA} ${rule}` : `(${COMMA} ${rule})?`;
  });
  const extras = of.extra ? [moreOf(builder, of.extra.item, { min: 0, max: of.extra.max })] : [];
  return builder.rule('object', ['"{"', ...parts, ...extras, '"}"'].join(' '));
}

function extraEntries(compiling: Compiling, schema: MergedSchema, namedCount: number): Extra | undefined {
  const { builder, compile } = compiling;
  const room = (schema.maxProperties ?? Number.POSITIVE_INFINITY) - namedCount;
  const max = Math.max(0, Math.min(room, builder.limits.mapEntriesMax));
  const entry = namesOf(schema).length === 0 ? patternEntry(compiling, schema) : undefined;
  if (entry) return { item: entry, max };
  if (!isOpen(schema)) return undefined;
  const key = otherKey(compiling, schema);
  const value = compile(schema.additional ?? true);
  return key && value.length > 0 ? { item: entryRule(builder, key, value), max } : undefined;
}

function isOpen({ additional, properties, required, patternProperties }: MergedSchema): boolean {
  if (patternProperties.length > 0) return false;
  return additional === undefined ? properties === undefined && required.size === 0 : additional !== false;
}

/** The first of several patterns for keys that we understand: with one, no key can fall under two schemas. */
function patternEntry({ builder, compile }: Compiling, schema: MergedSchema): string | undefined {
  for (const [pattern, property] of schema.patternProperties) {
    const key = patternGrammar(builder, pattern);
    const value = compile(property);
    if (key && value.length > 0) return entryRule(builder, key, value);
  }
  return undefined;
}

function otherKey({ builder, compile }: Compiling, schema: MergedSchema): string | undefined {
  const names = namesOf(schema);
  if (names.length === 0) {
    if (!isObject(schema.propertyNames)) return anyKey(builder);
    const keys = compile({ allOf: [{ type: 'string' }, schema.propertyNames] });
    return keys.length > 0 ? builder.choice('key', keys) : undefined;
  }
  if (schema.propertyNames !== undefined) return undefined;
  builder.work.count(names.length);
  const rest = builder.repeat('word', '[A-Za-z0-9_]', { min: 0, max: OTHER_KEY_CHARS_MAX });
  return builder.rule('key', `"\\"" (${otherWord(names, rest)}) "\\""`);
}
