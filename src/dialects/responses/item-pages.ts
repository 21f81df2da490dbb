/** Pages of items, newest first unless asked otherwise. */
import type { JsonObject } from '../../core/chat.ts';
import { ServiceError } from '../../core/errors.ts';
import { type Item, withStatus } from './items.ts';

export type ItemPage = {
  readonly order: 'asc' | 'desc';
  /** The item before the first of the page. */
  readonly after: string | null;
  readonly limit: number;
};

const LIMIT_DEFAULT = 20;
const LIMIT_MAX = 100;

export function itemPageOf(query: URLSearchParams): ItemPage {
  const limit = Number(query.get('limit') ?? LIMIT_DEFAULT);
  if (!Number.isInteger(limit) || limit < 1 || limit > LIMIT_MAX) refuse('limit', `must be from 1 to ${LIMIT_MAX}`);
  const order = query.get('order') ?? 'desc';
  if (order !== 'asc' && order !== 'desc') refuse('order', 'must be "asc" or "desc"');
  return { limit, order, after: query.get('after') };
}

/** GET …/input_items of a response. */
export function inputItemsPage(items: readonly Item[], query: URLSearchParams): JsonObject {
  const { limit, order, after } = itemPageOf(query);
  const ordered = order === 'asc' ? items : items.toReversed();
  const start = after === null ? 0 : ordered.findIndex(({ id }) => id === after) + 1;
  if (after !== null && start === 0) refuse('after', 'is not an item of this response');
  return pageToWire(ordered.slice(start, start + limit).map(withStatus), start + limit < ordered.length);
}

export const pageToWire = (data: readonly (JsonObject & { readonly id: string })[], hasMore: boolean): JsonObject => ({
  object: 'list',
  data,
  first_id: data[0]?.id ?? null,
  last_id: data.at(-1)?.id ?? null,
  has_more: hasMore,
});

function refuse(param: string, what: string): never {
  throw new ServiceError('invalid_request', `${param} ${what}.`, { param });
}
