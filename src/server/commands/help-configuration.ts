/** `help configuration`: every setting as the schema has it, so that no page has to repeat it. */
import { z } from 'zod';
import { UsageError } from '../../platform/commands/command.ts';
import { CONFIG_VARIABLES } from '../configuration/config.ts';
import { configSchema } from '../configuration/config-schema.ts';

type Schema = z.core.JSONSchema.BaseSchema;
type Setting = { readonly path: string; readonly schema: Schema; readonly isRequired: boolean };

/** The settings of the file, or all fields of the one that is named. */
export function helpForConfiguration(name?: string): string {
  const all = fieldsOf('', settings());
  if (name === undefined) return `${linesOf(all)}\n\n"boreal help configuration NAME" has the fields of a setting.`;
  const setting = all.find(({ path }) => path === name);
  if (!setting) throw new UsageError(`"${name}" is not a setting. "boreal help configuration" lists them.`);
  return linesOf([setting, ...below(setting)]);
}

/** Every setting and every field in it. */
export const allSettings = (): readonly Setting[] => fieldsOf('', settings()).flatMap((one) => [one, ...below(one)]);

const settings = (): Schema =>
  z.toJSONSchema(configSchema, {
    io: 'input',
    unrepresentable: 'any',
    reused: 'inline',
    override: ({ zodSchema, jsonSchema }) => {
      // Left out by zod where the text of a variable becomes a number.
      if (zodSchema instanceof z.ZodDefault) jsonSchema.default = zodSchema.def.defaultValue;
    },
  }) as Schema;

const below = ({ path, schema }: Setting): readonly Setting[] =>
  fieldsOf(path, schema).flatMap((one) => [one, ...below(one)]);

/** The fields of an object, of each entry of a record, or of each item of a list. */
function fieldsOf(path: string, schema: Schema): readonly Setting[] {
  const { properties, additionalProperties, items, anyOf, required = [] } = schema;
  if (properties) {
    return Object.entries(properties).map(([name, field]) => ({
      path: path === '' ? name : `${path}.${name}`,
      schema: field as Schema,
      isRequired: required.includes(name),
    }));
  }
  if (typeof additionalProperties === 'object') return fieldsOf(`${path}.NAME`, additionalProperties);
  if (typeof items === 'object' && !Array.isArray(items)) return fieldsOf(`${path}[]`, items as Schema);
  const choices = anyOf?.filter((one) => (one as Schema).type !== 'null') ?? [];
  return choices.length === 1 ? fieldsOf(path, choices[0] as Schema) : [];
}

const linesOf = (all: readonly Setting[]): string => all.map(lineOf).join('\n');

function lineOf({ path, schema, isRequired }: Setting): string {
  const env = CONFIG_VARIABLES.find((one) => one.path === path)?.env;
  const unset = isRequired ? 'required' : defaultOf(schema);
  const words = [path, env, allowedIn(schema), unset].filter((word) => word !== undefined && word !== '');
  return schema.description === undefined ? words.join('  ') : `${words.join('  ')}\n    ${schema.description}`;
}

/** A default that is an object is that of its fields. */
function defaultOf({ default: value }: Schema): string | undefined {
  const isShort = value === null || typeof value !== 'object' || Array.isArray(value);
  return value === undefined || !isShort ? undefined : `default ${JSON.stringify(value)}`;
}

function allowedIn(schema: Schema): string | undefined {
  const { enum: choices, type, minimum, maximum, items, anyOf } = schema;
  if (type === 'boolean') return 'true|false';
  if (choices) return choices.join('|');
  if (minimum !== undefined && maximum !== undefined) return `${minimum} to ${maximum}`;
  if (typeof items === 'object' && !Array.isArray(items)) return allowedIn(items as Schema);
  const found = new Set(anyOf?.flatMap((one) => allowedIn(one as Schema) ?? []));
  return found.size > 0 ? [...found].join('|') : undefined;
}
