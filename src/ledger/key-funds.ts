/** The funds of a key, for programs that ask. */

import type { Account, KeyFunds } from '../core/ledger.ts';
import type { PlanOffers } from '../core/plan.ts';
import { type Sql, text } from '../platform/database/database.ts';
import { lockAccount } from './account-lock.ts';
import { readBalance } from './balance.ts';
import { limitFromRow, limitRowsOfAccounts, limitRowsOfKeys } from './limits/uses.ts';
import { renewPlan } from './plan-store.ts';

type Asked = { readonly keyId: string; readonly offers: PlanOffers; readonly nowMs: number };

export async function readKeyFunds(sql: Sql, { keyId, offers, nowMs }: Asked): Promise<KeyFunds> {
  const key = await sql.one(
    `SELECT k.account_id, a.status, a.suspended_at_ms, a.renews_at_ms
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
  const asked = { serverId: '', atMs: nowMs };
  const limits = [
    ...(await limitRowsOfKeys(sql, [keyId], asked)).filter(({ id }) => id !== null),
    ...(await limitRowsOfAccounts(sql, [accountId], asked)),
  ];
  return {
    accountId,
    status: key.suspended_at_ms === null ? (text(key, 'status') as Account['status']) : 'suspended',
    balance: await readBalance(sql, accountId, nowMs),
    ...(plan?.next_plan && { renewal: { potId: text(plan, 'pot_id'), plan: text(plan, 'next_plan') } }),
    limits: limits.map((row) => limitFromRow(row, nowMs)),
  };
}
