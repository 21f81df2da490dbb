/** Lists in the form of OpenAI's administration API: pages after the last id of the one before. */
import { z } from 'zod';
import { invalidField } from '../../core/errors.ts';

export const organizationListQuery = {
  after: z.string().max(64).optional().describe('The last_id of an earlier page.'),
  limit: z.coerce.number().int().min(1).max(100).default(20),
};

export const organizationList = <Item extends z.ZodType>(item: Item) =>
  z.object({
    object: z.literal('list'),
    data: z.array(item),
    first_id: z.string().nullable(),
    last_id: z.string().nullable(),
    has_more: z.boolean(),
  });

/** The page that was asked for of all that there is, in its order. */
export function organizationPage<Item extends { readonly id: string }>(
  all: readonly Item[],
  { after, limit }: { readonly after?: string | undefined; readonly limit: number },
) {
  const place = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
  if (after !== undefined && place === 0) throw invalidField('after', 'must be the last_id of an earlier page');
  const data = all.slice(place, place + limit);
  return {
    object: 'list' as const,
    data,
    first_id: data[0]?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
    has_more: place + limit < all.length,
  };
}

/** Times of OpenAI are in seconds. */
export const inSeconds = (ms: number): number => Math.floor(ms / 1000);
