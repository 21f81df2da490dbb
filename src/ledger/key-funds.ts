/** What a key can pay with, for programs that ask. */

import type { KeyLimit } from '../core/api-key.ts';
import { monthOf } from '../core/calendar.ts';
import type { Account, KeyFunds, KeyLimitUse, TokenLimitUse } from '../core/ledger.ts';
import { type Nanos, nanos } from '../core/money.ts';
import type { PlanOffers } from '../core/plan.ts';
import { bigint, type Row, type Sql, text } from '../platform/database/database.ts';
import { lockAccount } from './account-lock.ts';
import { readBalance } from './balance.ts';
import { memberLimitId, tokenLimitId } from './lease.ts';
import { renewPlan } from './plan-store.ts';
import { tokenLimitFrom } from './token-limit-row.ts';

type Asked = { readonly keyId: string; readonly offers: PlanOffers; readonly nowMs: number };

export async function readKeyFunds(sql: Sql, { keyId, offers, nowMs }: Asked): Promise<KeyFunds> {
  const key = await sql.one(
    `SELECT k.account_id, k.user_id, k.limit_nanos, k.limit_window, k.token_limit, k.token_window, a.status, a.suspended_at_ms, a.renews_at_ms
     FROM api_keys k JOIN accounts a ON a.id = k.account_id WHERE k.id = ?`,
    keyId,
  );
  if (!key) throw new Error(`There is no key ${keyId}.`);
  const accountId = text(key, 'account_id');
  // As at a hold: no account is without its plan because a timer was late.
  if (key.renews_at_ms !== null && Number(key.renews_at_ms) <= nowMs) {
    await lockAccount(sql, accountId);
    await renewPlan(sql, accountId, { offers, nowMs });
  }
  const plan = await sql.one(
    `SELECT s.next_plan, p.pot_id FROM subscriptions s JOIN plan_periods p ON p.account_id = s.account_id
     WHERE s.account_id = ? AND p.starts_at_ms <= ? AND p.ends_at_ms > ?`,
    accountId,
    nowMs,
    nowMs,
  );
  const limit = limitOf(key);
  const tokenLimit = key.token_limit === null ? undefined : await tokenUse(sql, { of: 'key', id: keyId, nowMs });
  const ofAccount = await tokenUse(sql, { of: 'account', id: accountId, nowMs });
  const accountLimit = await creditUse(sql, accountId, nowMs);
  const member =
    key.user_id === null ? undefined : await budgetUse(sql, { accountId, userId: text(key, 'user_id'), nowMs });
  return {
    accountId,
    status: key.suspended_at_ms === null ? (text(key, 'status') as Account['status']) : 'suspended',
    balance: await readBalance(sql, accountId, nowMs),
    ...(plan?.next_plan && { renewal: { potId: text(plan, 'pot_id'), plan: text(plan, 'next_plan') } }),
    ...(limit && { limit: { ...limit, ...(await takenByKey(sql, limit.window, { keyId, atMs: nowMs })) } }),
    ...(accountLimit && { accountLimit }),
    ...(member && { member }),
    tokenLimits: { ...(tokenLimit && { key: tokenLimit }), ...(ofAccount && { account: ofAccount }) },
  };
}

type TokenOwner = { readonly of: 'key' | 'account'; readonly id: string; readonly nowMs: number };

/** The limit of tokens of a key or an account, what was used of it, and what servers have leased of it. */
export async function tokenUse(sql: Sql, { of, id, nowMs }: TokenOwner): Promise<TokenLimitUse | undefined> {
  const [table, owner] = of === 'key' ? ['api_keys', 'k.id'] : ['accounts', 'k.account_id'];
  const row = await sql.one(
    `SELECT o.token_limit, o.token_window,
       (SELECT COALESCE(SUM(m.tokens), 0) FROM api_keys k JOIN key_months m ON m.key_id = k.id
        WHERE ${owner} = o.id AND (o.token_window = 'total' OR m.month = ?)) AS used,
       (SELECT COALESCE(SUM(amount), 0) FROM leases WHERE pot_id = ?) AS held
     FROM ${table} o WHERE o.id = ? AND o.token_limit IS NOT NULL`,
    monthOf(nowMs),
    tokenLimitId(id),
    id,
  );
  return row && { ...tokenLimitFrom(row), used: bigint(row, 'used'), held: bigint(row, 'held') };
}

/** The same of the credit that an account may spend in a month. */
export async function creditUse(sql: Sql, accountId: string, nowMs: number): Promise<KeyLimitUse | undefined> {
  const row = await sql.one(
    `SELECT a.month_limit_nanos,
       (SELECT COALESCE(SUM(m.spent_nanos), 0) FROM api_keys k JOIN key_months m ON m.key_id = k.id
        WHERE k.account_id = a.id AND m.month = ?) AS spent,
       (SELECT COALESCE(SUM(amount), 0) FROM leases WHERE pot_id = a.id) AS held
     FROM accounts a WHERE a.id = ? AND a.month_limit_nanos IS NOT NULL`,
    monthOf(nowMs),
    accountId,
  );
  return (
    row && {
      amount: nanos(bigint(row, 'month_limit_nanos')),
      window: 'month',
      spent: nanos(bigint(row, 'spent')),
      held: nanos(bigint(row, 'held')),
    }
  );
}

type MemberAsked = { readonly accountId: string; readonly userId: string; readonly nowMs: number };

/** The same of a member's budget; undefined without one. */
async function budgetUse(sql: Sql, { accountId, userId, nowMs }: MemberAsked): Promise<KeyFunds['member']> {
  const id = memberLimitId(accountId, userId);
  const row = await sql.one(
    `SELECT b.month_nanos, b.month_tokens, ${MONTH_OF_MEMBER},
       (SELECT COALESCE(SUM(amount), 0) FROM leases WHERE pot_id = ?) AS held,
       (SELECT COALESCE(SUM(amount), 0) FROM leases WHERE pot_id = ?) AS held_tokens
     FROM members b WHERE b.account_id = ? AND b.user_id = ? AND (b.month_nanos IS NOT NULL OR b.month_tokens IS NOT NULL)`,
    monthOf(nowMs),
    monthOf(nowMs),
    id,
    tokenLimitId(id),
    accountId,
    userId,
  );
  if (!row) return undefined;
  const window = 'month';
  const spent = nanos(bigint(row, 'spent'));
  const held = nanos(bigint(row, 'held'));
  const used = bigint(row, 'used');
  const heldTokens = bigint(row, 'held_tokens');
  return {
    id,
    ...(row.month_nanos !== null && { limit: { amount: nanos(bigint(row, 'month_nanos')), window, spent, held } }),
    ...(row.month_tokens !== null && {
      tokenLimit: { tokens: bigint(row, 'month_tokens'), window, used, held: heldTokens },
    }),
  };
}

/** What the keys of a member `b` have used in a month. */
export const ofMember = (column: 'spent_nanos' | 'tokens'): string =>
  `(SELECT COALESCE(SUM(m.${column}), 0) FROM api_keys k JOIN key_months m ON m.key_id = k.id
    WHERE k.account_id = b.account_id AND k.user_id = b.user_id AND m.month = ?)`;

/** The same of both; the month is given twice. */
export const MONTH_OF_MEMBER = `${ofMember('spent_nanos')} AS spent, ${ofMember('tokens')} AS used`;

const limitOf = (key: Row): KeyLimit | undefined =>
  key.limit_nanos === null
    ? undefined
    : { amount: nanos(bigint(key, 'limit_nanos')), window: text(key, 'limit_window') as KeyLimit['window'] };

/** What a key has spent within the window of its limit, and what servers have leased of it. */
async function takenByKey(
  sql: Sql,
  window: KeyLimit['window'],
  { keyId, atMs }: { readonly keyId: string; readonly atMs: number },
): Promise<{ readonly spent: Nanos; readonly held: Nanos }> {
  const months = window === 'total' ? [] : [monthOf(atMs)];
  const taken = await sql.one(
    `SELECT COALESCE(SUM(spent_nanos), 0) AS spent,
       (SELECT COALESCE(SUM(amount), 0) FROM leases WHERE pot_id = ?) AS held
     FROM key_months WHERE key_id = ?${months.length > 0 ? ' AND month = ?' : ''}`,
    keyId,
    keyId,
    ...months,
  );
  return { spent: nanos(bigint(taken!, 'spent')), held: nanos(bigint(taken!, 'held')) };
}
