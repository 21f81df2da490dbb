/** A plan as people write it: in the API, in the configuration file, and for `apply`. */
import { z } from 'zod';
import { cacheWrites, formatCzk, parseCzk, TOKENS_MAX } from '../../core/money.ts';
import { priceProblem } from '../../core/offer.ts';
import { PLAN_ID, PLAN_ID_FORM, PLAN_PAYMENTS } from '../../core/plan.ts';
import { positiveCzk } from './czk.ts';

export const planId = z.string().regex(PLAN_ID, PLAN_ID_FORM);

const NAME_MAX = 60;
const TEXT_MAX = 500;
const ORDER_MAX = 1000;

const MODELS_MAX = 200;

/** A weight is a decimal with at most 3 places; thousandths are whole numbers. */
const weight = z
  .number()
  .min(0.001)
  .max(1000)
  .refine((sent) => Math.abs(sent * 1000 - Math.round(sent * 1000)) < 1e-6, 'must have at most 3 decimals')
  .transform((sent) => Math.round(sent * 1000));
const model = z.string().min(1).max(128);

/** How much of the plan a token of each type takes. All input as input, reasoning as output, unless said. */
const weights = z
  .strictObject({
    input: weight,
    cachedInput: weight.optional(),
    output: weight,
    reasoning: weight.optional(),
    cacheWrite5m: weight.optional(),
    cacheWrite1h: weight.optional(),
  })
  .transform(({ input, output, cachedInput = input, reasoning = output, ...writes }) => ({
    input,
    cachedInput,
    output,
    reasoning,
    ...cacheWrites(writes),
  }));

const amount = z.int().min(1).max(Number(TOKENS_MAX)).optional();

const inBoth = (text: z.ZodString) => z.strictObject({ en: text, cs: text });

/** Each that is left out stays as it is. */
export const planFields = {
  name: inBoth(z.string().trim().min(1, 'must not be empty').max(NAME_MAX))
    .optional()
    .describe('The name that customers read, in `en` and `cs`.'),
  text: inBoth(z.string().trim().max(TEXT_MAX))
    .optional()
    .describe('A sentence or two under the name, in `en` and `cs`.'),
  order: z
    .int()
    .min(0)
    .max(ORDER_MAX)
    .optional()
    .describe(
      'The place among plans, 1 for `pro` and 2 for `ultra`: changing to a plan with a higher one is an upgrade, which begins at once.',
    ),
  every: z
    .enum(PLAN_PAYMENTS)
    .optional()
    .describe('How often it is paid; a month unless said. Its tokens are those of a month in any case.'),
  tokens: z
    .int()
    .min(1)
    .max(Number(TOKENS_MAX))
    .transform(BigInt)
    .optional()
    .describe(
      'The tokens of a month: 500000 for `pro` and 2000000 for `ultra` unless said; another plan must say it, or `credit`.',
    ),
  credit: positiveCzk
    .transform((czk) => parseCzk(czk))
    .optional()
    .describe(
      'In place of tokens: the crowns of a month, which pay at the price of each request; `weights` do not count, and `windows` are whole crowns.',
    ),
  models: z
    .array(model)
    .min(1)
    .max(MODELS_MAX)
    .nullable()
    .optional()
    .describe('The models that it pays for; others are paid from packages and credit. Null: all.'),
  windows: z
    .strictObject({ '5h': amount, day: amount, week: amount })
    .optional()
    .describe(
      'How much may be used within five hours (`5h`), a `day` and a `week`; when one is full, packages and credit pay.',
    ),
  weights: z
    .record(model, weights)
    .optional()
    .describe(
      'By model: `{"svc-frost":{"input":1.5,"output":4}}`, also `cachedInput`, `cacheWrite5m`, `cacheWrite1h`, `reasoning`: how many tokens of the plan one token takes. All input is as `input` and reasoning as `output` unless said; 0.001 to 1000.',
    ),
};

/** An allowance is in one unit. */
export const isOneAllowance = ({ tokens, credit }: { readonly tokens?: unknown; readonly credit?: unknown }): boolean =>
  tokens === undefined || credit === undefined;
export const ONE_ALLOWANCE = { message: 'must be left out where tokens are given', path: ['credit'] };

/** How a plan is sold. */
export const planPrice = {
  czk: z
    .string()
    .refine((czk) => !priceProblem(czk), { error: ({ input }) => priceProblem(String(input)) })
    .transform((czk) => formatCzk(parseCzk(czk)))
    .optional()
    .describe('The price of a month or of a year, as `every` says: at least 15 CZK, with at most 2 decimals.'),
  isOnSale: z.boolean().optional().describe('False takes it off sale; its subscribers keep it.'),
};
