import { formatCzk } from '../../core/money.ts';
import { completionIdOf } from '../../core/request-id.ts';
import type { RequestRecord } from '../../core/usage.ts';
import { csvTable } from '../../lib/csv.ts';

/** A new one comes last: programs read these by their place. */
export const requestsCsv = csvTable<RequestRecord>([
  ['time_utc', ({ atMs }) => new Date(atMs).toISOString()],
  ['request_id', ({ id }) => id],
  ['completion_id', ({ id }) => completionIdOf(id)],
  ['model', ({ model }) => model],
  ['key_id', ({ keyId }) => keyId],
  ['key_name', ({ keyName }) => keyName],
  ['outcome', ({ outcome }) => outcome],
  ['input_tokens', ({ usage }) => usage.inputTokens],
  ['cached_input_tokens', ({ usage }) => usage.cachedInputTokens],
  ['output_tokens', ({ usage }) => usage.outputTokens],
  ['reasoning_tokens', ({ usage }) => usage.reasoningTokens],
  ['plan_tokens', ({ planTokens }) => Number(planTokens)],
  ['package_tokens', ({ packageTokens }) => Number(packageTokens)],
  ['cost_czk', ({ cost }) => ({ decimal: formatCzk(cost) })],
  ['duration_ms', ({ atMs, endedAtMs }) => (endedAtMs === undefined ? '' : endedAtMs - atMs)],
  ['price_version', ({ priceVersion }) => priceVersion],
  ['price_group', ({ groupName }) => groupName ?? ''],
  ['user', ({ note }) => note?.user ?? ''],
  ['cache_write_5m_tokens', ({ usage }) => usage.cacheWrite5mTokens ?? 0],
  ['cache_write_1h_tokens', ({ usage }) => usage.cacheWrite1hTokens ?? 0],
  ['service_tier', ({ served }) => served?.tier ?? 'default'],
  ['structured_output', ({ structured }) => structured ?? ''],
  ['background', ({ note }) => note?.responseId ?? ''],
]);
