import type { TokenLimit } from '../core/api-key.ts';
import { bigint, type Row, text } from '../platform/database/database.ts';

/** Of a key or of an account that has one. */
export const tokenLimitFrom = (row: Row): TokenLimit => ({
  tokens: bigint(row, 'token_limit'),
  window: text(row, 'token_window') as TokenLimit['window'],
});
