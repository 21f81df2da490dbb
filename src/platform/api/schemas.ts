/** Small schemas that the contracts of several nouns share. */
import { z } from 'zod';
import { VERSION_STATES } from '../../core/version.ts';
import { CSV_FORMS } from '../../lib/csv.ts';

/** One for each type of token that has a price; writing into caches may be left out. */
export const perTokenType = <Schema extends z.ZodType>(schema: Schema) => ({
  input: schema,
  cachedInput: schema,
  output: schema,
  reasoning: schema,
  cacheWrite5m: schema.optional(),
  cacheWrite1h: schema.optional(),
});

/** Since 1970. */
export const ms = z.int().min(0).max(8_640_000_000_000_000);

/** A query arrives as text; `whole` reads it as a number. */
export const whole = z.preprocess(
  (sent: number | string) => (typeof sent === 'string' && /^\d{1,16}$/.test(sent) ? Number(sent) : sent),
  ms,
);

/** The text that a list is searched for. */
export const search = z.string().trim().max(320).optional();

/** The `next` of an earlier page. */
export const place = z.string().max(200).optional();

/** How a file of rows is to be written: the pages ask for what the reader's spreadsheet opens in columns. */
export const csvForm = { for: z.enum(CSV_FORMS).optional() };

export const versionState = z.enum(VERSION_STATES).meta({
  id: 'VersionState',
  description:
    '`planned`: it will hold from its time on. `past`: it held, or another has taken its place before it could.',
});

/** True where customers get less than the name of a model promises. */
export const isDemonstration = z.boolean().describe('The small built-in model answers for it, until an engine does.');

/** True where the configuration file declares the thing. */
export const isFromFile = z
  .boolean()
  .describe('The configuration file declares it: it is changed there, and here it is refused with `set_by_file`.');
