/** What the keys of an account may do together in a minute, as its operator and as its owner have set it. */
import type { MinuteLimits } from '../core/api-key.ts';
import type { AccountMinuteLimits, MinuteLimitChange, MinuteLimitPair } from '../core/settings-ports.ts';
import { type Database, optionalNumber, type Row, type Sql } from '../platform/database/database.ts';

/** Whose limit it is, as the columns are called. */
type Whose = '' | 'own_';

export const createMinuteLimitStore = (db: Database): AccountMinuteLimits => ({
  of: (accountId) => minuteLimitsOf(db.sql, accountId),

  setOwn: (accountId, change) => db.transaction((sql) => setMinuteLimits(sql, { accountId, whose: 'own_', ...change })),
});

export async function minuteLimitsOf(sql: Sql, accountId: string): Promise<MinuteLimitPair> {
  const row = await sql.one('SELECT * FROM accounts WHERE id = ?', accountId);
  return { byOperator: row ? limitsIn(row, '') : {}, own: row ? limitsIn(row, 'own_') : {} };
}

export function limitsIn(row: Row, whose: Whose): MinuteLimits {
  const requestsPerMinute = optionalNumber(row, `${whose}requests_per_minute`);
  const tokensPerMinute = optionalNumber(row, `${whose}tokens_per_minute`);
  return {
    ...(requestsPerMinute !== undefined && { requestsPerMinute }),
    ...(tokensPerMinute !== undefined && { tokensPerMinute }),
  };
}

type Setting = MinuteLimitChange & { readonly accountId: string; readonly whose: Whose };

export async function setMinuteLimits(sql: Sql, { accountId, whose, ...change }: Setting): Promise<void> {
  const { requestsPerMinute, tokensPerMinute } = change;
  const set = async (column: string, value: number | null | undefined) => {
    if (value !== undefined) await sql.run(`UPDATE accounts SET ${whose}${column} = ? WHERE id = ?`, value, accountId);
  };
  await set('requests_per_minute', requestsPerMinute);
  await set('tokens_per_minute', tokensPerMinute);
}
