/** What the keys of an account may do together in a minute, as its operator and as its owner have set it. */
import type { MinuteLimits } from '../domain/api-key.ts';
import type { AccountMinuteLimits, MinuteLimitChange } from '../domain/settings-ports.ts';
import { type Database, optionalNumber, type Row, type Sql } from './database.ts';

/** Whose limit it is, as the columns are called. */
type Whose = '' | 'own_';

export const createMinuteLimitStore = (db: Database): AccountMinuteLimits => ({
  of: async (accountId) => {
    const row = await db.sql.one('SELECT * FROM accounts WHERE id = ?', accountId);
    return { byOperator: row ? limitsIn(row, '') : {}, own: row ? limitsIn(row, 'own_') : {} };
  },

  setOwn: (accountId, change) => db.transaction((sql) => setMinuteLimits(sql, { accountId, whose: 'own_', ...change })),
});

export function limitsIn(row: Row, whose: Whose): MinuteLimits {
  const requestsPerMinute = optionalNumber(row, `${whose}requests_per_minute`);
  return { ...(requestsPerMinute !== undefined && { requestsPerMinute }) };
}

type Setting = MinuteLimitChange & { readonly accountId: string; readonly whose: Whose };

export async function setMinuteLimits(sql: Sql, { accountId, whose, requestsPerMinute }: Setting): Promise<void> {
  if (requestsPerMinute === undefined) return;
  await sql.run(`UPDATE accounts SET ${whose}requests_per_minute = ? WHERE id = ?`, requestsPerMinute, accountId);
}
