/** Changes of money and tokens that people make by hand, and how it is written down. */
import { type BuyingVersion, HOME_CURRENCY, type RateVersion, rateAt } from '../core/buying.ts';
import { ServiceError } from '../core/errors.ts';
import type { Cause } from '../core/ledger.ts';
import type { LimitRule } from '../core/limit.ts';
import { formatCzk, type Nanos, type Price } from '../core/money.ts';
import type { PlanId, PlanOffers } from '../core/plan.ts';
import type { PlanPatch } from '../core/price-versions.ts';
import type { AccountRules, Acting, ActionRules } from '../platform/action-log/action-rules.ts';
import { ruleToView } from '../platform/api/limit-to-view.ts';
import type { Sql } from '../platform/database/database.ts';
import { readBuyingVersions, readRates, writeBuyingVersion, writeRate } from './buying-store.ts';
import { createCreditStore } from './credit-store.ts';
import { repairLeases, wrongLeasesOf } from './lease-repair.ts';
import { setLimits } from './limits/store.ts';
import { limitsOf } from './limits/uses.ts';
import { createPlanStore } from './plan-store.ts';
import { patchToJson, readPlanVersions, withdrawPlanVersion, writePlanVersion } from './plan-versions.ts';
import { readPriceVersions, writePriceVersion } from './price-store.ts';
import { undoSweep } from './swept-early.ts';

export type LedgerChange =
  | { readonly kind: 'grant' | 'correct'; readonly amount: Nanos }
  | { readonly kind: 'package'; readonly tokens: bigint; readonly expiresAtMs: number }
  /** Null lets the running period be the last. */
  | { readonly kind: 'plan'; readonly plan: PlanId | null }
  /** All limits that the operator sets for an account. */
  | { readonly kind: 'limit-account'; readonly limits: readonly LimitRule[] }
  /** Gives back what expired before its time. */
  | { readonly kind: 'undo-sweep' }
  /** Makes what pots hold what servers have leased of them. */
  | { readonly kind: 'repair-leases' };

export type PriceChange =
  | { readonly kind: 'price'; readonly model: string; readonly price: Price; readonly fromMs: number }
  | ({ readonly kind: 'buying-price' } & Pick<BuyingVersion, 'engine' | 'model' | 'currency' | 'price' | 'fromMs'>)
  | ({ readonly kind: 'currency-rate' } & Pick<RateVersion, 'currency' | 'rate' | 'fromMs'>)
  /** `after` is the last version that was known, where no change of another may be lost. */
  | {
      readonly kind: 'plan-terms';
      readonly plan: PlanId;
      readonly terms: PlanPatch;
      readonly after?: number | undefined;
      readonly fromMs: number;
    }
  /** A version that has not begun. */
  | { readonly kind: 'withdraw-plan'; readonly plan: PlanId; readonly version: number };

const causedBy = ({ accountId }: { readonly accountId: string }, { id, actor, reason, atMs }: Acting) => {
  const cause: Cause = `action:${id}`;
  return { accountId, actor, reason, atMs, cause };
};

export const ledgerActions = (offers: PlanOffers): AccountRules<LedgerChange> => ({
  grant: {
    perform: (db, action, acting) =>
      createCreditStore(db).grant({ ...causedBy(action, acting), amount: action.amount }),
  },
  correct: {
    perform: (db, action, acting) =>
      createCreditStore(db).correct({ ...causedBy(action, acting), amount: action.amount }),
  },
  package: {
    perform: (db, action, acting) => {
      const { tokens, expiresAtMs } = action;
      return createCreditStore(db).grantPackage({ ...causedBy(action, acting), tokens, expiresAtMs });
    },
  },
  plan: {
    perform: async (db, action, acting) => {
      const plans = createPlanStore(db, offers);
      const { accountId, actor, atMs, cause } = causedBy(action, acting);
      if (action.plan) return plans.choose({ accountId, plan: action.plan, actor, atMs, cause });
      if (await plans.cancel({ accountId, atMs })) return;
      throw new ServiceError('invalid_request', 'This account has no plan.', { param: 'plan' });
    },
  },
  'limit-account': {
    details: ({ limits }) => ({ limits: limits.map(ruleToView) }),
    adds: async (sql, { accountId }) => {
      const all = await limitsOf(sql, { accountId, ownerId: accountId, nowMs: 0 });
      return { limits: all.filter(({ setBy }) => setBy === 'operator').map(ruleToView) };
    },
    perform: ({ sql }, { accountId, limits }) =>
      setLimits(sql, { accountId, owner: 'account', ownerId: accountId, setBy: 'operator' }, limits),
  },
  'undo-sweep': { perform: ({ sql }, action, acting) => undoSweep(sql, causedBy(action, acting)) },
  'repair-leases': {
    adds: (sql, { accountId }) => wrongLeasesOf(sql, accountId),
    perform: ({ sql }, { accountId }) => repairLeases(sql, accountId),
  },
});

/** Changes of plans, and of what tokens cost customers and the operator. */
export const priceActions = (offers: PlanOffers): ActionRules<PriceChange> => ({
  price: {
    object: ({ model }) => model,
    state: async (sql, action) => {
      const last = (await readPriceVersions(sql)).findLast(({ model }) => model === action.model);
      return last ? { version: last.id, fromMs: last.fromMs } : {};
    },
    perform: ({ sql }, action, { actor }) => writePriceVersion(sql, { ...action, actor }),
  },
  'plan-terms': {
    object: ({ plan }) => plan,
    details: ({ kind: _, plan, terms, after, fromMs }) => ({ plan, terms: patchToJson(terms), after, fromMs }),
    state: (sql, { plan }) => planState(sql, plan),
    perform: ({ sql }, action, { actor }) => writePlanVersion(sql, { ...action, actor }, offers),
  },
  'withdraw-plan': {
    object: ({ plan }) => plan,
    state: (sql, { plan }) => planState(sql, plan),
    perform: ({ sql }, action, { atMs }) => withdrawPlanVersion(sql, { ...action, atMs }),
  },
  'buying-price': {
    object: ({ engine, model }) => `${engine}/${model}`,
    state: async (sql, { engine, model }) => {
      const last = (await readBuyingVersions(sql)).findLast((one) => one.engine === engine && one.model === model);
      return last ? { version: last.id, fromMs: last.fromMs } : {};
    },
    perform: async ({ sql }, action, { actor }) => {
      if (action.currency !== HOME_CURRENCY) await requireRate(sql, action);
      await writeBuyingVersion(sql, { ...action, actor });
    },
  },
  'currency-rate': {
    object: ({ currency }) => currency,
    state: async (sql, { currency }) => {
      const last = (await readRates(sql)).findLast((one) => one.currency === currency);
      return last ? { version: last.id, rate: formatCzk(last.rate), fromMs: last.fromMs } : {};
    },
    perform: ({ sql }, action, { actor }) => writeRate(sql, { ...action, actor }),
  },
});

/** A price whose rate is not known would not count, and no one would notice. */
async function requireRate(sql: Sql, { currency, fromMs }: Pick<BuyingVersion, 'currency' | 'fromMs'>): Promise<void> {
  if (rateAt(await readRates(sql), currency, fromMs)) return;
  const message = `The price begins before there is a rate of ${currency}: set what one ${currency} costs in CZK first.`;
  throw new ServiceError('invalid_request', message, { param: 'currency' });
}

async function planState(sql: Sql, plan: string) {
  const last = (await readPlanVersions(sql)).findLast((version) => version.plan === plan);
  if (!last) return {};
  const { version, terms, fromMs, withdrawnAtMs } = last;
  return { version, terms: patchToJson(terms), fromMs, withdrawn: withdrawnAtMs !== null };
}
