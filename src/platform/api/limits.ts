/** The shape of a limit in every contract: what is sent, and what is answered. */
import { z } from 'zod';
import { isSameKind, LIMIT_UNITS, LIMIT_WINDOWS, type LimitRule, whyUnserved } from '../../core/limit.ts';
import { PER_MINUTE_MAX } from '../../core/limits.ts';
import { parseCzk, TOKENS_MAX } from '../../core/money.ts';
import type { View } from './contract.ts';
import { czk } from './czk.ts';

const LIMITS_MAX = 20;

const shape = {
  max: z
    .union([z.string().max(30), z.number()])
    .describe('CZK as a decimal in a text, such as "12.50"; tokens and requests as a whole number.'),
  unit: z.enum(LIMIT_UNITS),
  window: z
    .enum(LIMIT_WINDOWS)
    .describe('Any 60 seconds, an hour of the clock, a day, a week from Monday or a month in Prague, or all time.'),
};

/** Ids of models have no spaces and no commas. */
const model = z
  .string()
  .regex(/^[^\s,@]{1,200}$/, 'must be the id of a model')
  .optional()
  .describe('The only model that counts; all of them, where it is left out.');

/** All limits of an owner at once; what is not in the list is no limit any more. */
export const limitRules = z
  .array(z.strictObject({ ...shape, model }))
  .max(LIMITS_MAX)
  .transform((limits, context): readonly LimitRule[] =>
    limits.flatMap((limit, at) => {
      const refuse = (field: keyof typeof shape, message: string) => {
        context.addIssue({ code: 'custom', message, path: [at, field], input: limit });
        return [];
      };
      const { unit, window, model } = limit;
      const kind = { unit, window, ...(model !== undefined && { model }) };
      const unserved = whyUnserved(limit);
      if (unserved) return refuse('window', `cannot be ${window} here: ${unserved}`);
      const isTwice = limits.slice(0, at).some((one) => isSameKind(one, limit));
      if (isTwice) return refuse('window', `has a limit of ${unit} already: give one for each unit, window and model`);
      const max = maxFrom(limit);
      return typeof max === 'string' ? refuse('max', max) : [{ ...kind, max }];
    }),
  );

type Sent = { readonly max: string | number; readonly unit: LimitRule['unit']; readonly window: LimitRule['window'] };

/** The amount, or what is wrong with it. */
function maxFrom({ max, unit, window }: Sent): bigint | string {
  const written = String(max).trim();
  if (unit === 'CZK') {
    if (typeof max === 'number') return 'must be a text for CZK, such as "12.50"';
    const checked = czk.safeParse(written);
    return checked.success ? parseCzk(written) : checked.error.issues[0]!.message;
  }
  const most = window === 'minute' ? BigInt(PER_MINUTE_MAX[unit]) : TOKENS_MAX;
  const isWhole = /^[1-9]\d{0,14}$/.test(written) && BigInt(written) <= most;
  return isWhole ? BigInt(written) : `must be a whole number from 1 to ${most}`;
}

export const limitView = z
  .object({
    ...shape,
    model,
    max: z.string().describe('In CZK as a decimal; otherwise a whole number.'),
    used: z.string().nullable().describe('Within the window; null for a minute, which is counted as requests come.'),
    resetsAtMs: z.number().nullable().describe('When the window ends; null for a minute and for all time.'),
    setBy: z.enum(['customer', 'operator']).describe('Both count where both have set one.'),
  })
  .meta({ id: 'LimitView' });
export type LimitView = View<typeof limitView>;
