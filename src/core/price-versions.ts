import type { Price } from './money.ts';
import { PLANS, type PlanId, type PlanOffers } from './plan.ts';
import { versionAt } from './version.ts';

export type PriceVersion = {
  readonly id: string;
  readonly model: string;
  readonly version: number;
  readonly price: Price;
  readonly fromMs: number;
  readonly actor: string;
};

export type PlanVersion = {
  readonly plan: PlanId;
  readonly version: number;
  readonly tokens: bigint;
  readonly fromMs: number;
  readonly actor: string;
};

/** The tokens that plans grant at a time: the version that holds then, else what the configuration says. */
export function planOffersAt(versions: readonly PlanVersion[], configured: PlanOffers, atMs: number): PlanOffers {
  const ownOf = (plan: PlanId) => versions.filter((one) => one.plan === plan);
  const tokensOf = (plan: PlanId) => (versionAt(ownOf(plan), atMs) ?? configured[plan]).tokens;
  return Object.fromEntries(PLANS.map((plan) => [plan, { tokens: tokensOf(plan) }])) as PlanOffers;
}
