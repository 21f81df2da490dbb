/** Models as clients of Anthropic's API list them. */
import { ServiceError } from '../../core/errors.ts';
import { type Model, modalitiesOf } from '../../core/model.ts';

/** When the catalogue was published; clients want a time here and use it for nothing. */
export const PUBLISHED_AT_S = 1_794_700_800;

type ModelInfo = ReturnType<typeof modelInfo>;

export const modelInfo = (name: string, model: Model) => ({
  type: 'model' as const,
  id: name,
  display_name: name,
  created_at: new Date(PUBLISHED_AT_S * 1000).toISOString().replace('.000Z', 'Z'),
  lifecycle: 'active' as const,
  deprecated_at: null,
  retires_at: null,
  line: null,
  max_input_tokens: model.contextTokens ?? null,
  max_tokens: model.maxOutputTokens,
  capabilities: capabilitiesOf(model),
});

const can = (supported: boolean) => ({ supported });

/** Every ability that Anthropic's clients know by name. */
function capabilitiesOf(model: Model) {
  const modalities = modalitiesOf(model);
  const thinks = can(model.isReasoning);
  const yes = can(true);
  const no = can(false);
  return {
    batch: yes,
    citations: no,
    code_execution: no,
    context_management: {
      ...no,
      clear_thinking_20251015: null,
      clear_tool_uses_20250919: null,
      compact_20260112: null,
    },
    effort: { ...thinks, low: thinks, medium: thinks, high: thinks, xhigh: thinks, max: thinks },
    image_input: can(modalities.includes('image')),
    pdf_input: can(modalities.includes('file')),
    server_tools: { ...no, code_execution: no, web_search: no },
    structured_outputs: yes,
    thinking: { ...thinks, types: { enabled: thinks, adaptive: thinks, between_tools: thinks, disabled: yes } },
  };
}

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
