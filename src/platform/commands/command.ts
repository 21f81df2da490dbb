/** A command, and how its words are read. */
import { parseArgs } from 'node:util';
import { ServiceError } from '../../core/errors.ts';
import { nearest } from '../../lib/nearest.ts';

/** The operator's mistake, in one sentence; exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export type Options = Readonly<Record<string, string | boolean | undefined>>;

/** The findings of a command: `json` for programs, `text` for people. `failed` sets exit code 1. */
export type Report = {
  readonly json: object;
  readonly text: string;
  readonly failed?: boolean;
  /** Said beside it, where what is printed goes into a file. */
  readonly notes?: readonly string[];
};

/** `Needs`: what the command takes of the service. Each file of commands declares its own, and `server` hands in a value that has it all. */
export type Command<Needs> = {
  readonly usage: string;
  /** One sentence for `--help`. */
  readonly about: string;
  readonly options: readonly string[];
  /** The routes of contracts whose work it does, such as `POST /api/keys`. */
  readonly does?: readonly string[];
  readonly run: (options: Options, needs: Needs) => Promise<Report>;
};

/** Takes the one word that a command is about, such as a reference, off its options. */
export function takeWord(words: readonly string[], what: string): { readonly word: string; readonly rest: string[] } {
  const [word, ...others] = words.filter((one) => !one.startsWith('-'));
  if (word === undefined) throw new UsageError(`The ${what} is missing.`);
  if (others.length > 0) throw new UsageError(`"${others[0]}" is one word too many.`);
  return { word, rest: words.filter((one) => one.startsWith('-')) };
}

/** The same beside options that have values. */
export function takeWordBeside(
  words: readonly string[],
  what: string,
  names: readonly string[],
): { readonly word: string; readonly rest: string[] } {
  const isValue = (at: number) => names.some((name) => words[at - 1] === `--${name}`);
  const { word } = takeWord(
    words.filter((_, at) => !isValue(at)),
    what,
  );
  const place = words.findIndex((one, at) => one === word && !isValue(at));
  return { word, rest: words.filter((_, at) => at !== place) };
}

/** Reads `--name value` options; an unknown one is refused, because a misspelt limit must not be ignored. */
export function readOptions(
  words: readonly string[],
  names: readonly string[],
  flags: readonly string[] = [],
): Options {
  const valued = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
  const flagged = Object.fromEntries(['json', ...flags].map((name) => [name, { type: 'boolean' as const }]));
  refuseUnknown(words, [...Object.keys(valued), ...Object.keys(flagged)]);
  try {
    return parseArgs({ args: [...words], options: { ...valued, ...flagged }, strict: true }).values as Options;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function refuseUnknown(words: readonly string[], known: readonly string[]): void {
  for (const word of words) {
    const name = word.startsWith('--') ? word.slice(2).split('=', 1)[0]! : '';
    if (name === '' || known.includes(name)) continue;
    const meant = nearest(name, known);
    const advice = meant ? `did you mean --${meant}?` : `there are ${known.map((one) => `--${one}`).join(', ')}.`;
    throw new UsageError(`There is no option --${name}: ${advice}`);
  }
}

export function required(options: Options, name: string): string {
  const value = options[name];
  if (typeof value === 'string' && value.trim() !== '') return value.trim();
  throw new UsageError(`--${name} is missing.`);
}

export function optional(options: Options, name: string): string | undefined {
  return options[name] === undefined ? undefined : required(options, name);
}

/** The words of a value such as `a,b`. */
export const listOf = (options: Options, name: string): string[] =>
  (optional(options, name) ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

export function oneOf<Word extends string>(options: Options, name: string, words: readonly Word[]): Word | undefined {
  const written = optional(options, name);
  const word = words.find((one) => one === written);
  if (written !== undefined && word === undefined)
    throw new UsageError(`--${name} must be one of ${words.join(', ')}.`);
  return word;
}

/** A refusal of the service is for the operator to read, in one sentence. */
export function tellRefusal(thrown: unknown): never {
  if (thrown instanceof ServiceError) throw new UsageError(thrown.message);
  throw thrown;
}
