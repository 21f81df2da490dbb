import type { Usage } from '../../domain/chat.ts';
import { number, type Row } from '../database.ts';

export const usageFromRow = (row: Row): Usage => ({
  inputTokens: number(row, 'input_tokens'),
  cachedInputTokens: number(row, 'cached_input_tokens'),
  outputTokens: number(row, 'output_tokens'),
  reasoningTokens: number(row, 'reasoning_tokens'),
});
