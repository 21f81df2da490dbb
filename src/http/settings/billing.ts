/** Settings → Billing: what the account has, the low-balance alert, and a statement for each month. */
import { monthOf, monthSpanMs, monthsBetween } from '../../domain/calendar.ts';
import { ServiceError } from '../../domain/errors.ts';
import { parseCzk } from '../../domain/money.ts';
import type { LimitAlerts } from '../../domain/notice.ts';
import type { Seller } from '../../domain/offer.ts';
import type { Orders } from '../../domain/payment-ports.ts';
import type { Accounts, Clock, LedgerReader, Plans } from '../../domain/ports.ts';
import type {
  AccountMinuteLimits,
  Alerts,
  CreditLimits,
  Statements,
  TokenLimits,
} from '../../domain/settings-ports.ts';
import { closeStatement } from '../../domain/statement.ts';
import { assert } from '../../lib/assert.ts';
import { billingToView, sellerToView, statementToView } from '../../wire/billing-view.ts';
import type { BillingView } from '../../wire/settings-api.ts';
import type { Route } from '../call.ts';
import { personRoute } from './route.ts';

type BillingParts = {
  readonly accounts: Accounts;
  readonly ledger: LedgerReader;
  readonly plans: Plans;
  readonly statements: Statements;
  readonly alerts: Alerts;
  readonly limitAlerts: LimitAlerts;
  readonly creditLimits: CreditLimits;
  readonly minuteLimits: AccountMinuteLimits;
  readonly tokenLimits: TokenLimits;
  readonly orders: Orders;
  readonly seller: Seller | null;
  readonly clock: Clock;
};

export function billingRoutes(parts: BillingParts): readonly Route[] {
  const { alerts, limitAlerts, creditLimits, minuteLimits, tokenLimits, statements, orders, seller, clock } = parts;

  async function billingOf(accountId: string): Promise<BillingView> {
    const nowMs = clock.nowMs();
    const [balance, plan, alertBelow, hasLimitAlerts, creditLimit, tokenLimit, ofMinute] = await Promise.all([
      parts.ledger.balanceOf(accountId, nowMs),
      parts.plans.current(accountId, nowMs),
      alerts.of(accountId),
      limitAlerts.of(accountId),
      creditLimits.of(accountId, nowMs),
      tokenLimits.of(accountId, nowMs),
      minuteLimits.of(accountId),
    ]);
    const limits = { limitAlerts: hasLimitAlerts, creditLimit, tokenLimit, minuteLimits: ofMinute };
    return billingToView({ balance, plan, alertBelow, ...limits });
  }

  async function monthsOf(accountId: string): Promise<readonly string[]> {
    const account = await parts.accounts.find(accountId);
    assert(account, 'A person who is signed in has an account.');
    return monthsBetween(account.createdAtMs, clock.nowMs());
  }

  return [
    personRoute('GET /api/billing', ({ person }) => billingOf(person.accountId)),

    personRoute('PATCH /api/billing/alert', async ({ person }, { body: { belowCzk } }) => {
      const about = { language: person.language ?? 'en', atMs: clock.nowMs() };
      await alerts.set(person.accountId, belowCzk === null ? null : { below: parseCzk(belowCzk), ...about });
      return billingOf(person.accountId);
    }),

    personRoute('PATCH /api/billing/limit-alerts', async ({ person: { accountId } }, { body }) => {
      await limitAlerts.set(accountId, body.isOn);
      return billingOf(accountId);
    }),

    personRoute('PATCH /api/billing/credit-limit', async ({ person: { accountId } }, { body: { monthCzk } }) => {
      await creditLimits.set(accountId, monthCzk === null ? null : parseCzk(monthCzk));
      return billingOf(accountId);
    }),

    personRoute('PATCH /api/billing/token-limit', async ({ person: { accountId } }, { body }) => {
      await tokenLimits.set(accountId, body.tokenLimit);
      return billingOf(accountId);
    }),

    personRoute('PATCH /api/billing/minute-limits', async ({ person: { accountId } }, { body }) => {
      await minuteLimits.setOwn(accountId, body);
      return billingOf(accountId);
    }),

    personRoute('GET /api/statements', async ({ person }) => ({ months: await monthsOf(person.accountId) })),

    personRoute('GET /api/statements/{month}', async ({ person: { accountId, email }, params }) => {
      const month = params.month ?? '';
      const span = monthSpanMs(month);
      if (!span || !(await monthsOf(accountId)).includes(month)) {
        throw new ServiceError('not_found', 'This account has no such month.');
      }
      const statement = closeStatement(await statements.read({ accountId, ...span }));
      const paid = await orders.paidWithin({ accountId, ...span });
      const isFinal = month < monthOf(clock.nowMs());
      return statementToView(
        { ...statement, orders: paid },
        { month, ...span, isFinal, email, seller: seller && sellerToView(seller) },
      );
    }),
  ];
}
