/** Models as clients of Anthropic's API list them. */
import { ServiceError } from '../../core/errors.ts';
import type { Model } from '../../core/model.ts';

/** When the catalogue was published; clients want a time here and use it for nothing. */
export const PUBLISHED_AT_S = 1_794_700_800;

type ModelInfo = ReturnType<typeof modelInfo>;

/** Features that a model lacks are not listed one by one: `capabilities` may be null, and what is refused says so. */
export const modelInfo = (name: string, { maxOutputTokens, contextTokens }: Model) => ({
  type: 'model' as const,
  id: name,
  display_name: name,
  created_at: new Date(PUBLISHED_AT_S * 1000).toISOString().replace('.000Z', 'Z'),
  lifecycle: 'active' as const,
  deprecated_at: null,
  retires_at: null,
  line: null,
  max_input_tokens: contextTokens ?? null,
  max_tokens: maxOutputTokens,
  capabilities: null,
});

const LIMIT_MAX = 1000;
const LIMIT_DEFAULT = 20;

/** The page that `limit`, `after_id` and `before_id` name; `has_more` is for the direction of the page. */
export function pageOf(infos: readonly ModelInfo[], query: URLSearchParams) {
  const limit = limitIn(query);
  const after = placeOf(infos, query, 'after_id');
  const before = placeOf(infos, query, 'before_id');
  const isBack = before !== undefined;
  const rest = isBack ? infos.slice(0, before) : infos.slice((after ?? -1) + 1);
  const data = isBack ? rest.slice(-limit) : rest.slice(0, limit);
  return {
    data,
    has_more: rest.length > data.length,
    first_id: data[0]?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
  };
}

function limitIn(query: URLSearchParams): number {
  const written = query.get('limit') ?? String(LIMIT_DEFAULT);
  const limit = /^\d{1,4}$/.test(written) ? Number(written) : 0;
  if (limit >= 1 && limit <= LIMIT_MAX) return limit;
  throw new ServiceError('invalid_request', `limit must be a whole number from 1 to ${LIMIT_MAX}.`, { param: 'limit' });
}

function placeOf(infos: readonly ModelInfo[], query: URLSearchParams, param: string): number | undefined {
  const id = query.get(param);
  if (id === null) return undefined;
  const place = infos.findIndex((info) => info.id === id);
  if (place >= 0) return place;
  throw new ServiceError('invalid_request', `${param} must be the id of a model of this list.`, { param });
}
