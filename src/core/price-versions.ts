import { CONFIGURATION } from './declared.ts';
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

/**
 * The price of a model at a time, out of all its versions. Where the file declares it, only versions of the configuration
 * count; elsewhere those of operators, and before the first of them the preset.
 */
export function priceAt<V extends Pick<PriceVersion, 'actor' | 'fromMs' | 'version'>>(
  versions: readonly V[],
  isDeclared: boolean,
  atMs: number,
): V | undefined {
  const written = versions.filter(({ actor }) => actor === CONFIGURATION);
  // The clock of the server that has written the first one may be ahead.
  const configured = versionAt(written, atMs) ?? written[0];
  if (isDeclared) return configured;
  const decided = versions.filter(({ actor }) => actor !== CONFIGURATION);
  return versionAt(decided, atMs) ?? configured;
}

/** The tokens that plans grant at a time: as the file declares them, else the version that holds then, else the preset. */
export function planOffersAt(versions: readonly PlanVersion[], configured: PlanOffers, atMs: number): PlanOffers {
  const ownOf = (plan: PlanId) => (configured[plan].isDeclared ? [] : versions.filter((one) => one.plan === plan));
  const tokensOf = (plan: PlanId) => (versionAt(ownOf(plan), atMs) ?? configured[plan]).tokens;
  return Object.fromEntries(PLANS.map((plan) => [plan, { tokens: tokensOf(plan) }])) as PlanOffers;
}
