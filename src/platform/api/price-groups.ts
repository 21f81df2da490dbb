/** A price group as people write it: in the API, in the configuration file, and for `apply`. */
import { z } from 'zod';
import { nanos, type Price, parseCzk } from '../../core/money.ts';
import { type GroupTerms, percentFrom } from '../../core/price-groups.ts';
import { perMillion } from './czk.ts';
import { perTokenType } from './schemas.ts';

export const groupId = z.string().regex(/^[a-z0-9-]{1,40}$/, 'must be 1 to 40 small letters, digits or -');

const NAME_MAX = 60;
const MODELS_MAX = 200;
const PERCENT_MAX = 1000;

const own = z.strictObject(perTokenType(perMillion)).partial();

export const groupFields = {
  name: z.string().trim().min(1, 'must not be empty').max(NAME_MAX).describe('As its members read it on receipts.'),
  percent: z
    .string()
    .regex(/^\d{1,4}(\.\d{1,2})?$/, 'must be a percentage such as 80 or 87.5, with at most 2 decimals')
    .refine((text) => Number(text) <= PERCENT_MAX, `must be at most ${PERCENT_MAX}`)
    .default('100')
    .describe('Of the list price, for everything that has no price of its own.'),
  models: z
    .record(z.string().min(1).max(128), own)
    .refine((models) => Object.keys(models).length <= MODELS_MAX, `must name at most ${MODELS_MAX} models`)
    .default({})
    .describe(
      'Prices of its own by model, in CZK per million tokens: `input`, `cachedInput`, `output`, `reasoning`, `cacheWrite5m`, `cacheWrite1h`.',
    ),
};

const written = z.object(groupFields);

export const termsFromWritten = ({ name, percent, models }: z.output<typeof written>): GroupTerms => ({
  name,
  percent: percentFrom(percent),
  models: Object.fromEntries(
    Object.entries(models)
      .map(([model, prices]) => [model, pricesFrom(prices)] as const)
      .filter(([, prices]) => Object.keys(prices).length > 0),
  ),
});

const TOKENS = 1_000_000n;

const pricesFrom = (prices: z.output<typeof own>): Partial<Price> =>
  Object.fromEntries(
    Object.entries(prices).flatMap(([type, czk]) =>
      czk === undefined ? [] : [[type, nanos(parseCzk(czk) / TOKENS)] as const],
    ),
  );
