/**
 * JSON Schemas in the part of their language that the Messages API knows; it refuses all else. Answers are held against
 * the caller's own schema, so what is left out here may be said to the model in words.
 */
import type { JsonObject } from '../../core/chat.ts';
import { isRecord } from '../../lib/record.ts';

const KEPT = ['type', 'required', 'enum', 'const', '$ref', 'default', 'title', 'description'];
/** What the API calls each word that has a list of schemas. */
const LISTS: Readonly<Record<string, string>> = { anyOf: 'anyOf', oneOf: 'anyOf', allOf: 'allOf' };
const MAPS = ['properties', '$defs', 'definitions'];
/** These say nothing to a model. */
const DROPPED = ['$schema', '$id', '$comment', 'additionalProperties'];
const FORMATS = ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'uri', 'ipv4', 'ipv6', 'uuid'];

/** As many references as may lead from one to the next. */
const REFERENCES_MAX = 100;

/** Undefined where it cannot be said: fields of any name, or a schema that leads back to itself. */
export const knownSchema = (schema: JsonObject): JsonObject | undefined =>
  isSayable(schema) ? known(schema) : undefined;

const isObject = ({ type }: JsonObject): boolean => [type].flat().includes('object');

/** An object of which no field is named could only be an empty one. */
const isOpen = (schema: JsonObject): boolean => {
  const { additionalProperties: others, properties } = schema;
  return isRecord(others) || (isObject(schema) && others !== false && !isRecord(properties));
};

/** Looks once at what each reference names. */
function isSayable(root: JsonObject): boolean {
  const above = new Set(['#']);
  const seen = new Set<string>();
  const isFine = (schema: unknown): boolean => {
    if (!isRecord(schema)) return true;
    return !isOpen(schema) && isFineAt(schema.$ref) && innerOf(schema).every(isFine);
  };
  const isFineAt = (reference: unknown): boolean => {
    if (typeof reference !== 'string' || seen.has(reference)) return true;
    if (!reference.startsWith('#') || above.has(reference) || above.size > REFERENCES_MAX) return false;
    above.add(reference);
    const isTargetFine = isFine(targetOf(reference, root));
    above.delete(reference);
    seen.add(reference);
    return isTargetFine;
  };
  return isFine(root);
}

const targetOf = (reference: string, root: unknown): unknown =>
  reference
    .split('/')
    .slice(1)
    .reduce((at, name) => (isRecord(at) ? at[name.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined), root);

const innerOf = (schema: JsonObject): readonly unknown[] => [
  schema.items,
  ...Object.keys(LISTS).flatMap((word) => (Array.isArray(schema[word]) ? schema[word] : [])),
  ...MAPS.flatMap((word) => (isRecord(schema[word]) ? Object.values(schema[word]) : [])),
];

function known(schema: unknown): JsonObject {
  if (!isRecord(schema)) return {};
  const said: Record<string, unknown> = {};
  const others: string[] = [];
  for (const [word, value] of Object.entries(schema)) {
    if (KEPT.includes(word) || (word === 'format' && FORMATS.includes(String(value)))) said[word] = value;
    else if (word === 'minItems' && (value === 0 || value === 1)) said[word] = value;
    else if (word === 'items') said[word] = known(value);
    else if (Object.hasOwn(LISTS, word) && Array.isArray(value)) said[LISTS[word]!] = value.map(known);
    else if (MAPS.includes(word) && isRecord(value)) said[word] = knownMap(value);
    else if (!DROPPED.includes(word)) others.push(`${word}: ${JSON.stringify(value)}`);
  }
  if (isObject(schema)) said.additionalProperties = false;
  if (others.length === 0) return said;
  const description = [schema.description, others.join(', ')].filter(Boolean).join('\n\n');
  return { ...said, description };
}

const knownMap = (schemas: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, known(schema)]));
