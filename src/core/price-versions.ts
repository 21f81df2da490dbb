import { CONFIGURATION } from './declared.ts';
import type { Price } from './money.ts';
import type { PlanId, PlanOffers, PlanTerms } from './plan.ts';
import { versionAt } from './version.ts';

export type PriceVersion = {
  readonly id: string;
  readonly model: string;
  readonly version: number;
  readonly price: Price;
  readonly fromMs: number;
  readonly actor: string;
};

/** The part of a plan that a version changes; the rest stays as it is by then. */
export type PlanPatch = PlanTerms & {
  /** The price of a period. */
  readonly czk?: string | undefined;
  readonly isOnSale?: boolean | undefined;
};

export type PlanVersion = {
  readonly plan: PlanId;
  readonly version: number;
  readonly terms: PlanPatch;
  readonly fromMs: number;
  readonly actor: string;
  /** It was taken back before it began, and never holds. */
  readonly withdrawnAtMs: number | null;
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

/** The plans of a time: as the file declares them, else the presets with what the versions until then have changed. */
export function planOffersAt(versions: readonly PlanVersion[], configured: PlanOffers, atMs: number): PlanOffers {
  const begun = versions
    .filter(({ fromMs, withdrawnAtMs }) => withdrawnAtMs === null && fromMs <= atMs)
    .toSorted((a, b) => a.fromMs - b.fromMs || a.version - b.version);
  const offers: Record<PlanId, PlanTerms> = {};
  for (const [id, { isDeclared: _, ...terms }] of Object.entries(configured)) offers[id] = terms;
  for (const { plan, terms } of begun) {
    if (!configured[plan]?.isDeclared) offers[plan] = changed(offers[plan] ?? {}, terms);
  }
  return offers;
}

/** An allowance is in one unit: one that is set takes the place of the other. */
function changed(before: PlanTerms, { czk: _, isOnSale: __, ...patch }: PlanPatch): PlanTerms {
  const { tokens, credit, ...rest } = before;
  const isGiven = patch.tokens !== undefined || patch.credit !== undefined;
  return { ...(isGiven ? rest : before), ...patch };
}
