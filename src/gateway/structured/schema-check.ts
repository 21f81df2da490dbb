/**
 * Holds an answer against the JSON Schema of its caller. Runs on a thread of its own: a schema can be made so that this
 * takes as long as one likes.
 */
import { type Schema, type SchemaDraft, Validator } from '@cfworker/json-schema';
import { isRecord } from '../../lib/record.ts';

/** An answer, and the schema that it has to keep to as JSON. */
export type CheckedText = { readonly schema: string; readonly text: string };

export type Verdict = {
  readonly result: 'held' | 'failed' | 'unchecked';
  /** The problems, in words for a model. */
  readonly problems: readonly string[];
};

export const UNCHECKED: Verdict = { result: 'unchecked', problems: [] };

const PROBLEMS_MAX = 8;
const PROBLEM_CHARS_MAX = 300;

/** A schema that cannot be read is the caller's own; its answers are given as they are. */
export function checkText({ schema, text }: CheckedText): Verdict {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { result: 'failed', problems: ['The answer is not JSON.'] };
  }
  try {
    return verdictOf(JSON.parse(schema), value);
  } catch {
    return UNCHECKED;
  }
}

function verdictOf(sent: unknown, value: unknown): Verdict {
  const { valid, errors } = new Validator(plain(sent) as Schema, draftOf(sent)).validate(value);
  if (valid) return { result: 'held', problems: [] };
  // The last ones are the innermost: those around them only say that something inside is wrong.
  const said = errors.slice(-PROBLEMS_MAX).map(({ instanceLocation: at, error }) => `${at}: ${error}`);
  return { result: 'failed', problems: said.map((problem) => problem.slice(0, PROBLEM_CHARS_MAX)) };
}

/** By default the newest: older ones differ in what clients rarely use. */
function draftOf(schema: unknown): SchemaDraft {
  const named = isRecord(schema) && typeof schema.$schema === 'string' ? schema.$schema : '';
  if (named.includes('draft-04')) return '4';
  if (named.includes('draft-06') || named.includes('draft-07')) return '7';
  return named.includes('2019-09') ? '2019-09' : '2020-12';
}

/** The formats that engines are made to keep to. Others are notes for readers, as the standard says. */
const FORMATS: readonly unknown[] = [
  'date-time',
  'date',
  'time',
  'duration',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'uuid',
];
/** Words whose value is no schema. */
const VALUES: readonly string[] = ['const', 'enum', 'default', 'examples', 'required', 'type'];
/** Words that have schemas by names of the caller's own. */
const MAPS: readonly string[] = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'];

/** The schema as the standard writes it: clients also send the spellings of OpenAPI and of old drafts. */
function plain(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(plain);
  if (!isRecord(schema)) return schema;
  const inner = Object.entries(schema).map(([word, value]) => [word, plainWord(word, value)]);
  const { format, nullable, type, enum: listed, ...rest } = Object.fromEntries(inner) as Record<string, unknown>;
  const isNullable = nullable === true;
  return {
    ...withBounds(rest),
    ...(FORMATS.includes(format) && { format }),
    ...(type !== undefined && { type: isNullable ? [type, 'null'].flat() : type }),
    ...(listed !== undefined && { enum: isNullable && Array.isArray(listed) ? [...listed, null] : listed }),
  };
}

function plainWord(word: string, value: unknown): unknown {
  if (VALUES.includes(word)) return value;
  if (!MAPS.includes(word) || !isRecord(value)) return plain(value);
  return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, plain(schema)]));
}

/** In the oldest drafts the exclusive bound is a flag beside the other. */
function withBounds({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, ...rest }: Record<string, unknown>) {
  return {
    ...rest,
    ...(exclusiveMinimum === true ? { exclusiveMinimum: minimum } : { minimum, ...exclusive({ exclusiveMinimum }) }),
    ...(exclusiveMaximum === true ? { exclusiveMaximum: maximum } : { maximum, ...exclusive({ exclusiveMaximum }) }),
  };
}

const exclusive = (bound: Record<string, unknown>): object => (Object.values(bound)[0] === false ? {} : bound);
