/** The fields of a schema as options of a command: what they are called, and how what was written is read. */
import { z } from 'zod';
import { type Options, optional, UsageError } from './command.ts';

export type Flag = {
  /** Without the dashes. */
  readonly name: string;
  /** Where its value goes in what is sent. */
  readonly path: readonly string[];
  readonly kind: 'text' | 'number' | 'yes-no' | 'list' | 'date' | 'json';
  /** The fields of what a list is of, where each is written as several words: `100/CZK/month@svc-1`. One may be left out. */
  readonly parts: readonly string[];
  readonly optionalPart: string | undefined;
  /** The words that may be written, where there are only a few. */
  readonly words: readonly string[];
  readonly isRequired: boolean;
  /** The value that `none` makes null or empty: the field itself, or the object that it is part of. */
  readonly emptied: { readonly path: readonly string[]; readonly to: null | [] } | undefined;
};

/** Names of options that are not those of the fields, by path: `{ 'limit.czk': 'limit' }`. */
export type FlagNames = Readonly<Record<string, string>>;

/** The JSON Schema of a field, as far as it is read here. */
type Field = {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly items?: Field;
  readonly anyOf?: readonly Field[];
  readonly properties?: Readonly<Record<string, Field>>;
  readonly required?: readonly string[];
};

export const flagsOf = (schema: z.ZodType, names: FlagNames): readonly Flag[] =>
  flagsIn(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Field, { names, path: [] });

type Place = { readonly names: FlagNames; readonly path: readonly string[]; readonly emptied?: Flag['emptied'] };

function flagsIn({ properties = {}, required = [] }: Field, place: Place): readonly Flag[] {
  return Object.entries(properties).flatMap(([key, written]) => {
    const path = [...place.path, key];
    const field = written.anyOf?.find(({ type }) => type !== 'null') ?? written;
    const isNullable = written.anyOf?.some(({ type }) => type === 'null') ?? false;
    const emptied = isNullable ? { path, to: null } : field.type === 'array' ? { path, to: [] as [] } : place.emptied;
    if (field.properties) return flagsIn(field, { ...place, path, emptied });
    return {
      name: place.names[path.join('.')] ?? nameOf(path),
      path,
      kind: kindOf(key, field),
      ...partsOf(field.items),
      words: field.enum ?? field.items?.enum ?? [],
      isRequired: place.path.length === 0 && required.includes(key),
      emptied,
    };
  });
}

function partsOf({ properties = {}, required = [] }: Field = {}): Pick<Flag, 'parts' | 'optionalPart'> {
  const [parts, left] = [true, false].map((isNeeded) =>
    Object.keys(properties).filter((key) => required.includes(key) === isNeeded),
  );
  return { parts: parts!, optionalPart: left![0] };
}

/** `expiresAtMs` is `--expires`, `limit.window` is `--limit-window`. */
const nameOf = (path: readonly string[]): string => path.map((key) => kebab(withoutTime(key))).join('-');

const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const withoutTime = (key: string): string => (isTime(key) ? key.replace(/(?:At)?Ms$/, '') : key);

/** True where a field with this name is a moment; `totalMs` is a duration. */
export const isTime = (key: string): boolean =>
  ['at', 'from', 'to', 'since'].some((word) => key === `${word}Ms`) ||
  ['AtMs', 'FromMs', 'ToMs', 'SinceMs'].some((end) => key.endsWith(end));

function kindOf(key: string, { type }: Field): Flag['kind'] {
  if (isTime(key)) return 'date';
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'boolean') return 'yes-no';
  if (type === 'object') return 'json';
  return type === 'array' ? 'list' : 'text';
}

/** As the line of usage has it: `--events a,b`, `[--limit CZK|none]`. */
export function usageOf({ name, path, kind, parts, optionalPart, words, isRequired, emptied }: Flag): string {
  const key = path.at(-1)!;
  const last = optionalPart === undefined ? '' : `[@${optionalPart.toUpperCase()}]`;
  const shown = {
    text: words.join('|') || wordFor(key),
    number: 'N',
    'yes-no': 'yes|no',
    list: parts.length > 0 ? `${parts.join('/').toUpperCase()}${last},…` : words.join(',') || 'a,b',
    date: 'DATE',
    json: 'JSON',
  }[kind];
  const isPart = path.length > 1 && words.length > 0;
  const canBeNone = emptied !== undefined && !isPart && (!isRequired || emptied.to === null);
  const written = `--${name} ${shown}${canBeNone ? '|none' : ''}`;
  return isRequired ? written : `[${written}]`;
}

const wordFor = (key: string): string =>
  key.endsWith('Id') ? 'ID' : key.endsWith('Czk') ? 'CZK' : kebab(key).toUpperCase();

export type Sent = { [key: string]: unknown };

/** The body that the options make, on top of what is sent without them, for the schema to check. */
export function sentBy(flags: readonly Flag[], options: Options, without: Sent = {}): Sent {
  const sent = structuredClone(without);
  for (const flag of flags) {
    const written = optional(options, flag.name);
    if (written === undefined) continue;
    if (written === 'none' && flag.emptied) put(sent, flag.emptied.path, flag.emptied.to);
    else put(sent, flag.path, readValue(flag, written));
  }
  return sent;
}

function put(sent: Sent, [key = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    sent[key] = value;
    return;
  }
  if (sent[key] === undefined) sent[key] = {};
  // Where another part has said that there is none, there is none.
  if (sent[key] !== null) put(sent[key] as Sent, rest, value);
}

/** A word that is no number and neither yes nor no is left as it is: the schema says what it must be. */
function readValue({ name, kind, ...list }: Flag, written: string): unknown {
  if (kind === 'list') return written.split(',').map((one) => readItem(list, one.trim()));
  if (kind === 'number') return /^-?\d{1,16}$/.test(written) ? Number(written) : written;
  if (kind === 'yes-no') return { yes: true, no: false }[written] ?? written;
  if (kind === 'text') return written;
  if (kind === 'json') return readJson(name, written);
  const atMs = Date.parse(written);
  if (Number.isNaN(atMs)) throw new UsageError(`--${name} must be a date, such as 2030-01-31.`);
  return atMs;
}

function readJson(name: string, written: string): unknown {
  try {
    return JSON.parse(written);
  } catch {
    throw new UsageError(`--${name} must be JSON.`);
  }
}

function readItem({ parts, optionalPart }: Pick<Flag, 'parts' | 'optionalPart'>, written: string): unknown {
  if (parts.length === 0) return written;
  const [first = '', ...last] = optionalPart === undefined ? [written] : written.split('@');
  const words = first.split(/[\s/]+/).map((word, at) => [parts[at] ?? word, word]);
  return Object.fromEntries([...words, ...(last.length > 0 ? [[optionalPart, last.join('@')]] : [])]);
}
