/** Limits of members: set, and kept for those who leave. */

import type { LimitRule } from '../../core/limit.ts';
import { removeLimitsOfMembers, setLimits } from '../../ledger/limits/store.ts';
import { type Sql, text } from '../../platform/database/database.ts';

type Who = { readonly accountId: string; readonly userId: string };

/** Leaving is no way to lose a limit: it waits for the person. What was used counts anyway, by the keys. */
export async function keepBudget(sql: Sql, { accountId, userId }: Who): Promise<void> {
  await sql.run(
    `INSERT INTO left_budgets (account_id, user_id, email) SELECT m.account_id, m.user_id, u.email
     FROM members m JOIN auth_users u ON u.id = m.user_id WHERE m.account_id = ? AND m.user_id = ?
       AND EXISTS (SELECT 1 FROM limits o WHERE o.account_id = m.account_id AND o.owner_id = m.user_id)`,
    accountId,
    userId,
  );
}

/** A person who was deleted since is another one with the same address. */
const LEFT = 'account_id = ? AND (user_id = ? OR email = (SELECT email FROM auth_users WHERE id = ?))';

export async function giveBudgetBack(sql: Sql, { accountId, userId }: Who): Promise<void> {
  const who = [accountId, userId, userId] as const;
  // The person's own, should there be one of an earlier person with the address, too.
  const left = await sql.all(
    `SELECT user_id FROM left_budgets WHERE ${LEFT} ORDER BY CASE WHEN user_id = ? THEN 0 ELSE 1 END`,
    ...who,
    userId,
  );
  const [first, ...others] = left.map((row) => text(row, 'user_id'));
  if (first === undefined) return;
  for (const other of others) await removeLimitsOfMembers(sql, accountId, other);
  await sql.run('UPDATE limits SET owner_id = ? WHERE account_id = ? AND owner_id = ?', userId, accountId, first);
  await sql.run(`DELETE FROM left_budgets WHERE ${LEFT}`, ...who);
}

export const setBudget = (sql: Sql, { accountId, userId }: Who, limits: readonly LimitRule[]): Promise<void> =>
  setLimits(sql, { accountId, owner: 'member', ownerId: userId, setBy: 'customer' }, limits);
