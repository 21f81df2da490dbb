/** Budgets of members: set, and kept for those who leave. */

import { formatCzk, nanos } from '../../core/money.ts';
import { bigint, type Row, type Sql } from '../../platform/database/database.ts';
import type { Budget } from './members.ts';

type Who = { readonly accountId: string; readonly userId: string };

/** Leaving is no way to lose a budget: it waits for the person. What was used counts anyway, by the keys. */
export async function keepBudget(sql: Sql, { accountId, userId }: Who): Promise<void> {
  await sql.run(
    `INSERT INTO left_budgets (account_id, user_id, email, month_nanos, month_tokens)
     SELECT m.account_id, m.user_id, u.email, m.month_nanos, m.month_tokens
     FROM members m JOIN auth_users u ON u.id = m.user_id
     WHERE m.account_id = ? AND m.user_id = ? AND (m.month_nanos IS NOT NULL OR m.month_tokens IS NOT NULL)`,
    accountId,
    userId,
  );
}

/** A person who was deleted since is another one with the same address. */
const LEFT = 'account_id = ? AND (user_id = ? OR email = (SELECT email FROM auth_users WHERE id = ?))';

export async function giveBudgetBack(sql: Sql, { accountId, userId }: Who): Promise<void> {
  const who = [accountId, userId, userId] as const;
  // The person's own, should there be one of an earlier person with the address, too.
  const left = await sql.one(
    `SELECT month_nanos, month_tokens FROM left_budgets WHERE ${LEFT} ORDER BY user_id = ? DESC LIMIT 1`,
    ...who,
    userId,
  );
  if (!left) return;
  await setBudget(sql, { ...budgetFrom(left), accountId, userId });
  await sql.run(`DELETE FROM left_budgets WHERE ${LEFT}`, ...who);
}

export const setBudget = (sql: Sql, { monthCredit, monthTokens, accountId, userId }: Budget & Who): Promise<number> =>
  sql.run(
    'UPDATE members SET month_nanos = ?, month_tokens = ? WHERE account_id = ? AND user_id = ?',
    monthCredit,
    monthTokens,
    accountId,
    userId,
  );

export const budgetFrom = (row: Row): Budget => ({
  monthCredit: row.month_nanos === null ? null : nanos(bigint(row, 'month_nanos')),
  monthTokens: row.month_tokens === null ? null : bigint(row, 'month_tokens'),
});

export const budgetToLog = ({ monthCredit, monthTokens }: Budget) => ({
  monthCzk: monthCredit === null ? null : formatCzk(monthCredit),
  monthTokens: monthTokens === null ? null : `${monthTokens}`,
});
