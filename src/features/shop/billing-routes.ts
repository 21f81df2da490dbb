/** Settings → Billing: what the account has, its alerts and its limits. */

import { parseCzk } from '../../core/money.ts';
import type { Person } from '../../core/person.ts';
import type { Alerts } from '../../ledger/alert-store.ts';
import type { LedgerReader } from '../../ledger/ledger.ts';
import type { LimitAlerts } from '../../ledger/limits/alerts.ts';
import type { AccountLimits } from '../../ledger/limits/store.ts';
import type { Plans } from '../../ledger/plan-store.ts';
import { actFor } from '../../platform/action-log/act-for.ts';
import { implement } from '../../platform/api/implement.ts';
import type { Route } from '../../platform/http/call.ts';
import type { Platform } from '../../platform/platform.ts';
import type { BillingChange } from './billing-actions.ts';
import { billingToView } from './billing-view.ts';
import { type BillingView, billing } from './contract.ts';

export type BillingStores = {
  readonly ledger: LedgerReader;
  readonly plans: Plans;
  readonly alerts: Alerts;
  readonly limitAlerts: LimitAlerts;
  readonly limits: AccountLimits;
};

export function billingRoutes(platform: Platform, stores: BillingStores): readonly Route[] {
  const { clock } = platform;
  const { alerts, limitAlerts, limits } = stores;
  const act = (person: Person, change: BillingChange, reason: string) => actFor(platform, person, change, { reason });

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
      const below = belowCzk === null ? null : parseCzk(belowCzk);
      await act(person, { kind: 'set-alerts', below, language: person.language ?? 'en' }, 'set an alert');
      return billingOf(person.accountId);
    },

    limitAlerts: async ({ person, body }) => {
      await act(person, { kind: 'set-alerts', limitAlerts: body.isOn }, 'set an alert');
      return billingOf(person.accountId);
    },

    limits: async ({ person, body }) => {
      await act(person, { kind: 'set-limits', limits: body.limits }, 'set limits');
      return billingOf(person.accountId);
    },
  });
}
