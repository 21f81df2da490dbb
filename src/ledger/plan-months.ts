/** Months of a plan that are paid at once, by a bank transfer or a voucher: only the calendar renews them. */
import type { Cause } from '../core/ledger.ts';
import { changeTo, type PlanId, type PlanOffers } from '../core/plan.ts';
import { type Sql, text } from '../platform/database/database.ts';
import { beginNow, renewPlan, renewsItself, subscriptionRow } from './plan-store.ts';
import { offersAt } from './plan-versions.ts';

type PlanMonths = {
  readonly accountId: string;
  readonly plan: PlanId;
  readonly months: number;
  readonly actor: string;
  readonly reason: string;
  readonly cause: Cause;
  readonly atMs: number;
};

/**
 * Begins the plan, or adds to it. Returns the pot, or null where the months come after the running period. Undefined
 * where nothing can be added without taking something away: the account has a larger plan, one that renews itself, or
 * months of another one. The caller has locked the account.
 */
export async function addPlanMonths(
  sql: Sql,
  order: PlanMonths,
  offers: PlanOffers,
): Promise<string | null | undefined> {
  const { accountId, plan, months, atMs } = order;
  await renewPlan(sql, accountId, { offers, nowMs: atMs });
  const row = await subscriptionRow(sql, accountId);
  const change = changeTo(plan, row && text(row, 'plan'), await offersAt(sql, offers, atMs));
  const beginning = { ...order, nextPlan: months > 1 ? plan : null, paidPeriods: months - 1 };
  if (!row) return beginNow(sql, beginning, offers);
  if (change === 'keep' && !renewsItself(row)) {
    await sql.run(
      'UPDATE subscriptions SET next_plan = ?, paid_periods = COALESCE(paid_periods, 0) + ? WHERE account_id = ?',
      plan,
      months,
      accountId,
    );
    return null;
  }
  return change === 'upgrade' && row.next_plan === null ? beginNow(sql, beginning, offers) : undefined;
}
