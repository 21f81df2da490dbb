/** The models, with their prices; and every version of prices and plans there was, is and will be. */
import { z } from 'zod';
import { TOKENS_MAX } from '../../core/money.ts';
import { PLANS } from '../../core/plan.ts';
import { actionFields, fromMs } from '../../platform/action-log/contract.ts';
import { route, type View } from '../../platform/api/contract.ts';
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

const planTokensView = z.object({
  id: z.enum(PLANS),
  isFromFile,
  configuredTokens: z.number().describe('What the configuration says, or the preset; it holds where no version does.'),
  tokens: z.number(),
  versions: z.array(z.object({ tokens: z.number(), fromMs: z.number(), actor: z.string(), state: versionState })),
});

const pricesView = z
  .object({
    models: z.array(z.object({ id: z.string(), isFromFile, versions: z.array(priceVersionView) })),
    plans: z.array(planTokensView),
  })
  .meta({ id: 'PricesView' });
export type PricesView = View<typeof pricesView>;

const perMillion = z
  .string()
  .regex(/^\d{1,7}(\.\d{1,3})?$/, 'must be CZK per million tokens, with at most 3 decimals')
  .refine((text) => Number(text) <= 1_000_000, 'must be at most 1000000 CZK per million tokens');

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
    needs: 'prices:write',
    body: z.strictObject({
      ...actionFields,
      plan: z.enum(PLANS),
      tokens: z.int().min(1).max(Number(TOKENS_MAX)),
      fromMs,
    }),
    reply: pricesView,
    refuses: ['set_by_file'],
  }),
};
