/** Settings → Billing: what the account has, its alerts and its limits. */
import { parseCzk } from '../../core/money.ts';
import type { LedgerReader, Plans } from '../../core/ports.ts';
import type { AccountMinuteLimits, Alerts, CreditLimits, TokenLimits } from '../../core/settings-ports.ts';
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
  readonly creditLimits: CreditLimits;
  readonly minuteLimits: AccountMinuteLimits;
  readonly tokenLimits: TokenLimits;
};

export function billingRoutes({ clock }: Platform, stores: BillingStores): readonly Route[] {
  const { alerts, limitAlerts, creditLimits, minuteLimits, tokenLimits } = stores;

  async function billingOf(accountId: string): Promise<BillingView> {
    const nowMs = clock.nowMs();
    const [balance, plan, alertBelow, hasLimitAlerts, creditLimit, tokenLimit, ofMinute] = await Promise.all([
      stores.ledger.balanceOf(accountId, nowMs),
      stores.plans.current(accountId, nowMs),
      alerts.of(accountId),
      limitAlerts.of(accountId),
      creditLimits.of(accountId, nowMs),
      tokenLimits.of(accountId, nowMs),
      minuteLimits.of(accountId),
    ]);
    const limits = { limitAlerts: hasLimitAlerts, creditLimit, tokenLimit, minuteLimits: ofMinute };
    return billingToView({ balance, plan, alertBelow, ...limits });
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

    creditLimit: async ({ person: { accountId }, body: { monthCzk } }) => {
      await creditLimits.set(accountId, monthCzk === null ? null : parseCzk(monthCzk));
      return billingOf(accountId);
    },

    tokenLimit: async ({ person: { accountId }, body }) => {
      await tokenLimits.set(accountId, body.tokenLimit);
      return billingOf(accountId);
    },

    minuteLimits: async ({ person: { accountId }, body }) => {
      await minuteLimits.setOwn(accountId, body);
      return billingOf(accountId);
    },
  });
}
