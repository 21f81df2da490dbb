/** The models, with their prices; and every version of prices and plans there was, is and will be. */
import { z } from 'zod';
import { VERSION_STATES } from '../../core/version.ts';
import { actionBody, actionFields, fromMs } from '../../platform/action-log/contract.ts';
import { route, type View } from '../../platform/api/contract.ts';
import { planFields, planId, planPrice } from '../../platform/api/plans.ts';
import { isFromFile, versionState } from '../../platform/api/schemas.ts';

export const priceView = z
  .object({ input: z.string(), cachedInput: z.string(), output: z.string(), reasoning: z.string() })
  .meta({ id: 'PriceView', description: 'CZK per million tokens.' });

const modelView = z
  .object({
    id: z.string(),
    kind: z.enum(['chat', 'embedding']),
    aliases: z
      .array(z.string())
      .describe('Other names that requests may use; one that ends in `*` matches all that begin so.'),
    role: z.string(),
    note: z.string().nullable(),
    maxOutputTokens: z.number(),
    contextTokens: z.number().nullable(),
    takesTools: z.boolean(),
    isReasoning: z.boolean(),
    price: priceView,
  })
  .meta({ id: 'ModelView' });
export type ModelView = View<typeof modelView>;

export const catalogue = {
  models: route('GET /api/models', {
    needs: 'read-models',
    reply: z.object({ models: z.array(modelView), defaultModel: z.string() }),
  }),
};

const priceVersionView = z
  .object({ id: z.string(), price: priceView, fromMs: z.number(), actor: z.string(), state: versionState })
  .meta({ id: 'PriceVersionView' });
export type PriceVersionView = View<typeof priceVersionView>;

const inBoth = z.object({ en: z.string(), cs: z.string() });

const planTerms = {
  name: inBoth,
  text: inBoth,
  order: z.number().describe('Changing to a plan with a higher one is an upgrade.'),
  tokens: z.number().nullable().describe('Of a period; null where it gives none.'),
  models: z.array(z.string()).nullable().describe('Those that it pays for; null: all.'),
  weights: z
    .record(
      z.string(),
      z.object({ input: z.number(), cachedInput: z.number(), output: z.number(), reasoning: z.number() }),
    )
    .describe('How much of the plan a token takes, by model; one where a model is not named.'),
};

const planVersionView = z
  .object({
    id: z.string().describe('As `pro@3`.'),
    changes: z
      .object(planTerms)
      .extend({ czk: z.string(), isOnSale: z.boolean() })
      .partial()
      .describe('What of the plan it changes; the rest stays as it is by then.'),
    tokens: z.number().nullable().describe('Null where it changes something else.'),
    fromMs: z.number(),
    actor: z.string(),
    state: z.enum([...VERSION_STATES, 'withdrawn']),
  })
  .meta({ id: 'PlanVersionView' });
export type PlanVersionView = View<typeof planVersionView>;

const operatorPlanView = z
  .object({
    id: z.string(),
    isFromFile,
    configuredTokens: z
      .number()
      .nullable()
      .describe('What the configuration says, or the preset; it holds where no version does.'),
    ...planTerms,
    czk: z.string().nullable().describe('The price of a period; null: not sold.'),
    isPriceFromFile: isFromFile,
    version: z.number().describe('The last one, to be named as `after` by a change; 0 where there is none.'),
    versions: z.array(planVersionView).describe('Newest first.'),
  })
  .meta({ id: 'OperatorPlanView' });

const pricesView = z
  .object({
    models: z.array(z.object({ id: z.string(), isFromFile, versions: z.array(priceVersionView) })),
    plans: z.array(operatorPlanView).describe('In their order.'),
  })
  .meta({ id: 'PricesView' });
export type PricesView = View<typeof pricesView>;

const perMillion = z
  .string()
  .regex(/^\d{1,7}(\.\d{1,3})?$/, 'must be CZK per million tokens, with at most 3 decimals')
  .refine((text) => Number(text) <= 1_000_000, 'must be at most 1000000 CZK per million tokens');

const planBody = z
  .strictObject({
    ...actionFields,
    plan: planId,
    ...planFields,
    ...planPrice,
    /** The last version that the sender knows; another one is a 409, and nothing changes. */
    after: z.int().min(0).max(1_000_000_000).optional(),
    fromMs,
  })
  .refine((body) => [...Object.keys(planFields), ...Object.keys(planPrice)].some((field) => field in body), {
    message: 'must change something',
    path: ['plan'],
  });

export const prices = {
  list: route('GET /api/operator/prices', { needs: 'prices:read', reply: pricesView }),
  setPrice: route('POST /api/operator/prices', {
    needs: 'prices:write',
    body: z.strictObject({
      ...actionFields,
      model: z.string().min(1).max(128),
      price: z.strictObject({ input: perMillion, cachedInput: perMillion, output: perMillion, reasoning: perMillion }),
      fromMs,
    }),
    reply: pricesView,
    refuses: ['set_by_file'],
  }),
  setPlan: route('POST /api/operator/plans', {
    about:
      'Adds a plan, or changes what is said of one, for periods that begin from a time on. A price holds for new orders.',
    needs: 'prices:write',
    body: planBody,
    reply: pricesView,
    refuses: ['set_by_file', 'changed_meanwhile'],
  }),
  withdrawPlan: route('POST /api/operator/plans/{id}/withdraw', {
    about: 'Only a version that has not begun.',
    needs: 'prices:write',
    body: actionBody,
    reply: pricesView,
    refuses: ['changed_meanwhile'],
  }),
};
