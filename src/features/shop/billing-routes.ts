/** Settings → Billing: what the account has, its alerts and its limits. */

import { parseCzk } from '../../core/money.ts';
import type { Alerts } from '../../ledger/alert-store.ts';
import type { LedgerReader } from '../../ledger/ledger.ts';
import type { AccountLimits } from '../../ledger/limits/store.ts';
import type { Plans } from '../../ledger/plan-store.ts';
import { implement } from '../../platform/api/implement.ts';
import type { Route } from '../../platform/http/call.ts';
import type { LimitAlerts } from '../../platform/notices/notice.ts';
import type { Platform } from '../../platform/platform.ts';
import { billingToView } from './billing-view.ts';
import { type BillingView, billing } from './contract.ts';

export type BillingStores = {
  readonly ledger: LedgerReader;
  readonly plans: Plans;
  readonly alerts: Alerts;
  readonly limitAlerts: LimitAlerts;
  readonly limits: AccountLimits;
};

export function billingRoutes({ clock }: Platform, stores: BillingStores): readonly Route[] {
  const { alerts, limitAlerts, limits } = stores;

  async function billingOf(accountId: string): Promise<BillingView> {
    const nowMs = clock.nowMs();
    const [balance, plan, alertBelow, hasLimitAlerts, all] = await Promise.all([
      stores.ledger.balanceOf(accountId, nowMs),
      stores.plans.current(accountId, nowMs),
      alerts.of(accountId),
      limitAlerts.of(accountId),
      limits.list(accountId, nowMs),
    ]);
    return billingToView({ balance, plan, alertBelow, limitAlerts: hasLimitAlerts, limits: all });
  }

  return implement(billing, {
    read: ({ person }) => billingOf(person.accountId),

    alert: async ({ person, body: { belowCzk } }) => {
      const about = { language: person.language ?? 'en', atMs: clock.nowMs() };
      await alerts.set(person.accountId, belowCzk === null ? null : { below: parseCzk(belowCzk), ...about });
      return billingOf(person.accountId);
    },

    limitAlerts: async ({ person: { accountId }, body }) => {
      await limitAlerts.set(accountId, body.isOn);
      return billingOf(accountId);
    },

    limits: async ({ person: { accountId }, body }) => {
      await limits.set(accountId, body.limits);
      return billingOf(accountId);
    },
  });
}
