/** How much credit an account may spend in a month, and what it has spent of that. */
import type { CreditLimits } from '../core/settings-ports.ts';
import type { Database } from '../platform/database/database.ts';
import { creditUse } from './key-funds.ts';

export const createCreditLimitStore = (db: Database): CreditLimits => ({
  of: async (accountId, nowMs) => (await creditUse(db.sql, accountId, nowMs)) ?? null,

  set: async (accountId, amount) => {
    await db.sql.run('UPDATE accounts SET month_limit_nanos = ? WHERE id = ?', amount, accountId);
  },
});
