/** Members of accounts: the owner is in the row of the account, the others are in `members`. */
import { monthOf } from '../../core/calendar.ts';
import { nanos } from '../../core/money.ts';
import type { MemberRole, Membership } from '../../core/roles.ts';
import { removeLimitsOfMembers } from '../../ledger/limits/store.ts';
import { limitsOf } from '../../ledger/limits/uses.ts';
import { bigint, number, type Row, type Sql, text } from '../../platform/database/database.ts';
import type { Member, MemberBudget, MonthUse } from './members.ts';

export async function accountsOf(sql: Sql, userId: string): Promise<readonly Membership[]> {
  const rows = await sql.all(
    `SELECT a.id, a.name, a.email, 'owner' AS role, 0 AS place, a.created_at_ms AS since_ms FROM accounts a WHERE a.user_id = ?
     UNION ALL
     SELECT a.id, a.name, a.email, m.role, 1 AS place, m.joined_at_ms AS since_ms
     FROM members m JOIN accounts a ON a.id = m.account_id WHERE m.user_id = ?
     ORDER BY place, since_ms, id`,
    userId,
    userId,
  );
  return rows.map(membershipFromRow);
}

const membershipFromRow = (row: Row): Membership => ({
  accountId: text(row, 'id'),
  name: row.name === null ? null : text(row, 'name'),
  email: text(row, 'email'),
  role: text(row, 'role') as MemberRole,
});

/** The owner first, then the others by when they joined. */
export async function membersOf(sql: Sql, accountId: string): Promise<readonly Member[]> {
  const rows = await sql.all(
    `SELECT u.id, u.email, u.name, u.two_factor_enabled, u.language, 'owner' AS role, 0 AS place, a.created_at_ms AS joined_at_ms
     FROM accounts a JOIN auth_users u ON u.id = a.user_id WHERE a.id = ?
     UNION ALL
     SELECT u.id, u.email, u.name, u.two_factor_enabled, u.language, m.role, 1 AS place, m.joined_at_ms
     FROM members m JOIN auth_users u ON u.id = m.user_id WHERE m.account_id = ?
     ORDER BY place, joined_at_ms, id`,
    accountId,
    accountId,
  );
  return rows.map(memberFromRow);
}

const memberFromRow = (row: Row): Member => ({
  userId: text(row, 'id'),
  email: text(row, 'email'),
  name: text(row, 'name'),
  role: text(row, 'role') as MemberRole,
  joinedAtMs: number(row, 'joined_at_ms'),
  hasTwoFactor: number(row, 'two_factor_enabled') === 1,
  language: row.language === 'cs' || row.language === 'en' ? row.language : null,
});

/** Also of the owner, who has no limits. */
export async function budgetsOf(sql: Sql, accountId: string, nowMs: number): Promise<readonly MemberBudget[]> {
  const rows = await sql.all(
    `SELECT b.user_id, COALESCE(SUM(m.spent_nanos), 0) AS spent, COALESCE(SUM(m.tokens), 0) AS used
     FROM (SELECT account_id, user_id FROM members WHERE account_id = ?
       UNION ALL SELECT id, user_id FROM accounts WHERE id = ? AND user_id IS NOT NULL) b
     LEFT JOIN api_keys k ON k.account_id = b.account_id AND k.user_id = b.user_id
     LEFT JOIN key_months m ON m.key_id = k.id AND m.month = ? GROUP BY b.user_id`,
    accountId,
    accountId,
    monthOf(nowMs),
  );
  const limits = Map.groupBy(await limitsOf(sql, { accountId, nowMs }), ({ ownerId }) => ownerId);
  return rows.map((row) => ({
    userId: text(row, 'user_id'),
    limits: limits.get(text(row, 'user_id')) ?? [],
    spent: nanos(bigint(row, 'spent')),
    used: bigint(row, 'used'),
  }));
}

/** The sum over all keys of the account, also those without a member. */
export async function monthUseOf(sql: Sql, accountId: string, nowMs: number): Promise<MonthUse> {
  const row = await sql.one(
    `SELECT COALESCE(SUM(m.spent_nanos), 0) AS spent, COALESCE(SUM(m.tokens), 0) AS used
     FROM api_keys k JOIN key_months m ON m.key_id = k.id WHERE k.account_id = ? AND m.month = ?`,
    accountId,
    monthOf(nowMs),
  );
  return { spent: nanos(bigint(row!, 'spent')), used: bigint(row!, 'used') };
}

/** The trace of a person's membership that an account leaves when it is closed. */
const LEFT_BY_CLOSING =
  "FROM left_budgets WHERE user_id = ? AND account_id IN (SELECT id FROM accounts WHERE status = 'closed')";

export const wasLeftByClosing = async (sql: Sql, userId: string): Promise<boolean> =>
  (await sql.one(`SELECT 1 AS found ${LEFT_BY_CLOSING} LIMIT 1`, userId)) !== undefined;

/** The person has gone on, or is gone. */
export const forgetClosing = (sql: Sql, userId: string): Promise<number> =>
  sql.run(`DELETE ${LEFT_BY_CLOSING}`, userId);

/** No one signs in to an account that is over. Members who belong nowhere else learn it when they come back. */
export async function endMemberships(sql: Sql, accountId: string): Promise<void> {
  await removeLimitsOfMembers(sql, accountId);
  await sql.run('DELETE FROM left_budgets WHERE account_id = ?', accountId);
  await sql.run(
    `INSERT INTO left_budgets (account_id, user_id, email)
     SELECT m.account_id, m.user_id, '' FROM members m WHERE m.account_id = ?
       AND NOT EXISTS (SELECT 1 FROM accounts a WHERE a.user_id = m.user_id)
       AND NOT EXISTS (SELECT 1 FROM members o WHERE o.user_id = m.user_id AND o.account_id <> m.account_id)`,
    accountId,
  );
  await sql.run('DELETE FROM members WHERE account_id = ?', accountId);
  await sql.run('DELETE FROM invitations WHERE account_id = ?', accountId);
  await sql.run('DELETE FROM management_tokens WHERE account_id = ?', accountId);
}
