/** The models, with their prices. */
import { z } from 'zod';
import { route, type View } from '../../platform/api/contract.ts';

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
