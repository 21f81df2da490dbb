/**
 * A fast check of a value: true means that the schema takes it and leaves it exactly as it is. False means nothing: it
 * may be good and only have a form that is rare (a null, an unknown field), so the schema itself must be asked.
 *
 * The look is made out of the schema, so there is one description of what is right. It makes no objects, where the
 * schema makes some for every field of every message, and it is most of what a request costs to be read.
 */
import type { z } from 'zod';
import { isRecord } from '../lib/record.ts';

type Look = (value: unknown) => boolean;

/** Schemas that also take an absent value and null: what they want of a value that is there. */
type WhenPresent = Pick<WeakMap<z.ZodType, z.ZodType>, 'get'>;

type Definition = z.core.$ZodTypeDef & {
  readonly check?: string;
  readonly format?: string;
  readonly values?: readonly unknown[];
  readonly entries?: Readonly<Record<string, unknown>>;
  readonly element?: z.ZodType;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly options?: readonly z.ZodType[];
  readonly innerType?: z.ZodType;
  readonly keyType?: z.ZodType;
  readonly valueType?: z.ZodType;
};

export function fastValidate(schema: z.ZodType, whenPresent: WhenPresent): Look {
  const present = whenPresent.get(schema);
  if (present) return fastValidate(present, whenPresent);
  const definition = schema._zod.def as Definition;
  const rules = (definition.checks ?? []).map((check) => lookOfRule(check._zod.def as Rule));
  const whole = lookOfType(definition, (inner) => fastValidate(inner, whenPresent));
  if (rules.length === 0) return whole;
  return (value) => whole(value) && rules.every((rule) => rule(value));
}

/** A schema that it does not know it never finds good. */
const NEVER: Look = () => false;

function lookOfType(definition: Definition, lookAt: (inner: z.ZodType) => Look): Look {
  const { type, check, format } = definition;
  // A type that is a rule as well, such as a whole number.
  if (check !== undefined) return type === 'number' && format === 'safeint' ? Number.isSafeInteger : NEVER;
  switch (type) {
    case 'string':
      return (value) => typeof value === 'string';
    case 'number':
      return Number.isFinite;
    case 'boolean':
      return (value) => typeof value === 'boolean';
    case 'unknown':
      return (value) => value !== null;
    case 'literal':
      return oneOf(definition.values!);
    case 'enum':
      return oneOf(Object.values(definition.entries!));
    case 'optional':
    case 'nullable':
      return lookAt(definition.innerType!);
    case 'array':
      return lookOfArray(lookAt(definition.element!));
    case 'record':
      return lookOfRecord(definition);
    case 'object':
      return lookOfObject(definition.shape!, lookAt);
    case 'union':
      return lookOfUnion(definition.options!.map(lookAt));
    default:
      return NEVER;
  }
}

function oneOf(values: readonly unknown[]): Look {
  const [only] = values;
  return values.length === 1 ? (value) => value === only : (value) => values.includes(value);
}

function lookOfArray(element: Look): Look {
  return (value) => Array.isArray(value) && value.every(element);
}

/** An object that may hold anything. Its one name that the schema drops is not for the fast check. */
function lookOfRecord({ keyType, valueType }: Definition): Look {
  const isFree =
    valueType?._zod.def.type === 'unknown' && keyType?._zod.def.type === 'string' && !keyType._zod.def.checks;
  return isFree ? (value) => isRecord(value) && !Object.hasOwn(value, '__proto__') : NEVER;
}

/** Every field must be a known one and good, and those that may not be absent must be there. */
function lookOfObject(shape: Readonly<Record<string, z.ZodType>>, lookAt: (inner: z.ZodType) => Look): Look {
  const fields: Record<string, Look> = Object.create(null);
  for (const [name, schema] of Object.entries(shape)) fields[name] = lookAt(schema);
  const needed = Object.keys(shape).filter((name) => shape[name]!._zod.optin !== 'optional');
  return (value) => {
    if (!isRecord(value)) return false;
    for (const name in value) if (!fields[name]?.(value[name])) return false;
    for (const name of needed) if (value[name] === undefined) return false;
    return true;
  };
}

function lookOfUnion(options: readonly Look[]): Look {
  return (value) => options.some((option) => option(value));
}

/** A rule on top of a type, such as a least length. */
type Rule = {
  readonly check: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly value?: number;
  readonly inclusive?: boolean;
  readonly format?: string;
  readonly pattern?: RegExp;
  readonly fn?: Look;
};

function lookOfRule({ check, minimum = 0, maximum = 0, value: bound = 0, inclusive, format, pattern, fn }: Rule): Look {
  switch (check) {
    case 'min_length':
      return (value) => (value as string | readonly unknown[]).length >= minimum;
    case 'max_length':
      return (value) => (value as string | readonly unknown[]).length <= maximum;
    case 'greater_than':
      return inclusive ? (value) => (value as number) >= bound : NEVER;
    case 'less_than':
      return inclusive ? (value) => (value as number) <= bound : NEVER;
    case 'string_format':
      return format === 'regex' && pattern?.flags === '' ? (value) => pattern.test(value as string) : NEVER;
    case 'custom':
      return fn ? (value) => Boolean(fn(value)) : NEVER;
    default:
      return NEVER;
  }
}
