/** How many tokens an account may use, and what it has used of that. */
import type { TokenLimits } from '../core/settings-ports.ts';
import type { Database } from '../platform/database/database.ts';
import { tokenUse } from './key-funds.ts';

export const createTokenLimitStore = (db: Database): TokenLimits => ({
  of: async (accountId, nowMs) => (await tokenUse(db.sql, { of: 'account', id: accountId, nowMs })) ?? null,

  set: async (accountId, limit) => {
    await db.sql.run(
      'UPDATE accounts SET token_limit = ?, token_window = ? WHERE id = ?',
      limit?.tokens ?? null,
      limit?.window ?? null,
      accountId,
    );
  },
});
