import { writesField } from '../core/cache-writes.ts';
import type { Usage } from '../core/chat.ts';
import { number, type Row } from '../platform/database/database.ts';

export const usageFromRow = (row: Row): Usage => ({
  inputTokens: number(row, 'input_tokens'),
  cachedInputTokens: number(row, 'cached_input_tokens'),
  outputTokens: number(row, 'output_tokens'),
  reasoningTokens: number(row, 'reasoning_tokens'),
  ...writesField(Number(row.cache_write_5m_tokens ?? 0), Number(row.cache_write_1h_tokens ?? 0)),
});
