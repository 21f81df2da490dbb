/** What engines cost the operator, in which currency and at which rate, and what is left of what customers paid. */
import { z } from 'zod';
import { actionFields, fromMs } from '../../platform/action-log/contract.ts';
import { route, type View } from '../../platform/api/contract.ts';
import { csvForm, perTokenType, versionState } from '../../platform/api/schemas.ts';
import { MARGINS_BY, TOKEN_TYPES } from './rules.ts';

const buyingPriceView = z
  .object({
    ...perTokenType(z.string()),
    cacheWrite5m: z.string().optional().describe('For writing into a cache; as input where it is missing.'),
  })
  .meta({ id: 'BuyingPriceView', description: 'For a million tokens, in the currency beside it.' });

const dated = { id: z.string(), fromMs: z.number(), actor: z.string(), state: versionState };

const belowCostView = z.object({ model: z.string(), engine: z.string(), tokens: z.array(z.enum(TOKEN_TYPES)) }).meta({
  id: 'BelowCostView',
  description: 'A model whose tokens of these types cost more at the engine than customers pay.',
});

const buyingView = z
  .object({
    engines: z
      .array(z.object({ engine: z.string(), models: z.array(z.string()) }))
      .describe('The engines that answer for models, and what these are called there.'),
    prices: z
      .array(
        z.object({
          engine: z.string(),
          model: z
            .string()
            .describe("The engine's name of the model; empty is every model without a price of its own."),
          versions: z.array(z.object({ ...dated, currency: z.string(), price: buyingPriceView })),
        }),
      )
      .describe('Each version there was, is and will be, the last to begin first.'),
    rates: z.array(z.object({ currency: z.string(), versions: z.array(z.object({ ...dated, czk: z.string() })) })),
    belowCost: z.array(belowCostView),
  })
  .meta({ id: 'BuyingView' });
export type BuyingView = View<typeof buyingView>;

const currency = z.string().regex(/^[A-Z]{3}$/, 'must be the three capital letters of a currency, such as EUR');

const perMillion = z
  .string()
  .regex(/^\d{1,7}(\.\d{1,9})?$/, 'must be an amount for a million tokens, with at most 9 decimals')
  .refine((text) => Number(text) <= 1_000_000, 'must be at most 1000000 for a million tokens');

const rate = z
  .string()
  .regex(/^\d{1,7}(\.\d{1,9})?$/, 'must be CZK for one of the currency, with at most 9 decimals')
  .refine((text) => Number(text) > 0 && Number(text) <= 1_000_000, 'must be above 0 and at most 1000000 CZK');

const marginRow = z
  .object({
    requests: z.number(),
    tokens: z.number(),
    creditCzk: z.string().describe('What the credit of customers paid.'),
    prepaidCzk: z
      .string()
      .describe('What tokens of plans and packages were sold for: their part of the price of the order.'),
    boughtCzk: z.string().describe('What the requests cost the operator.'),
    marginCzk: z.string(),
    marginPercent: z.number().nullable().describe('Of what was paid, with one decimal; null where nothing was.'),
  })
  .meta({ id: 'MarginRow' });
export type MarginRow = View<typeof marginRow>;

const marginsView = z
  .object({
    by: z.enum(MARGINS_BY),
    from: z.string(),
    to: z.string(),
    rows: z
      .array(marginRow.extend({ id: z.string(), label: z.string() }))
      .describe('The least margin first; days in their order. The label of a customer is the address.'),
    total: marginRow,
    unpriced: z
      .object({ requests: z.number(), creditCzk: z.string() })
      .describe('Requests of the period without a buying price. They are in no row.'),
  })
  .meta({ id: 'MarginsView' });
export type MarginsView = View<typeof marginsView>;

/** Days in Prague; without them the last 30. */
const days = { from: z.iso.date().optional(), to: z.iso.date().optional() };

export const buying = {
  list: route('GET /api/operator/buying-prices', {
    about: 'What engines cost to buy, with their versions, and rates of currencies.',
    needs: 'prices:read',
    reply: buyingView,
  }),
  setPrice: route('POST /api/operator/buying-prices', {
    about: 'What tokens of an engine cost from a time on. A request keeps the price that held when it was admitted.',
    needs: 'prices:write',
    body: z.strictObject({
      ...actionFields,
      engine: z.string().min(1).max(64),
      model: z.string().max(200),
      currency,
      price: z.strictObject(perTokenType(perMillion)),
      fromMs,
    }),
    reply: buyingView,
  }),
  setRate: route('POST /api/operator/currency-rates', {
    about: 'What one of a currency costs in CZK from a time on.',
    needs: 'prices:write',
    body: z.strictObject({ ...actionFields, currency, czk: rate, fromMs }),
    reply: buyingView,
  }),
};

export const margins = {
  list: route('GET /api/operator/margins', {
    about: 'What customers paid, what it cost the operator, and what is left, of requests with a buying price.',
    needs: 'customers:read',
    query: z.strictObject({ by: z.enum(MARGINS_BY).default('model'), ...days }),
    reply: marginsView,
  }),
  csv: route('GET /api/operator/margins.csv', {
    about: 'The same by day, customer, model and engine.',
    needs: 'customers:read',
    query: z.strictObject({ ...days, ...csvForm }),
    reply: { file: 'text/csv' },
  }),
};
