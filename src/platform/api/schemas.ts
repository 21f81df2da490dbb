/** Small schemas that the contracts of several nouns share. */
import { z } from 'zod';
import { PER_MINUTE_MAX } from '../../core/limits.ts';
import { TOKENS_MAX } from '../../core/money.ts';
import { VERSION_STATES } from '../../core/version.ts';
import { CSV_FORMS } from '../../lib/csv.ts';
import type { View } from './contract.ts';

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

/** Whether a thing is declared by the configuration file. */
export const isFromFile = z
  .boolean()
  .describe('The configuration file declares it: it is changed there, and here it is refused with `set_by_file`.');

export const limitWindow = z.enum(['total', 'month']);

export const tokenLimit = z
  .strictObject({ tokens: z.int().min(1).max(Number(TOKENS_MAX)), window: limitWindow })
  .transform(({ tokens, window }) => ({ tokens: BigInt(tokens), window }))
  .nullable();

/** In any 60 seconds. */
export const minuteLimits = {
  requestsPerMinute: z.int().min(1).max(PER_MINUTE_MAX.requests).nullable(),
  tokensPerMinute: z.int().min(1).max(PER_MINUTE_MAX.tokens).nullable(),
};

export const creditLimitView = z.object({ czk: z.string(), window: limitWindow, spentCzk: z.string() });

export const tokenLimitView = z
  .object({ tokens: z.number(), window: limitWindow, used: z.number() })
  .meta({ id: 'TokenLimitView' });
export type TokenLimitView = View<typeof tokenLimitView>;
