/** Service tiers: a model may be cheaper for requests that can wait, and dearer for those that go first. */
import { cacheWrites, type Nanos, type Price, partOf } from './money.ts';

/** From the one that is served first; requests without a tier are behind `priority`. */
export const TIERS = ['priority', 'flex', 'batch'] as const;
export type Tier = (typeof TIERS)[number];

/** The tier of a name; nothing where there is none of it. */
export const tierNamed = (name: string | null): Tier | undefined => TIERS.find((tier) => tier === name);

/** The tiers that a model has, each in per cent of its price. */
export type TierPercents = Readonly<Partial<Record<Tier, number | undefined>>>;

/** The tier of a request, and its per cent of the price. */
export type ServedTier = { readonly tier: Tier; readonly percent: number };

/** The tier that a model has of those that were asked for; nothing where it is served without one. */
export function tierOf(tiers: TierPercents | undefined, asked: Tier | 'default' | undefined): ServedTier | undefined {
  if (asked === undefined || asked === 'default') return undefined;
  const percent = tiers?.[asked];
  return percent === undefined ? undefined : { tier: asked, percent };
}

const WHOLE = 100n;

/** The price of a tier, each type of token rounded to a whole nano-crown. */
export function tierPrice(price: Price, percent: number): Price {
  const of = (amount: Nanos): Nanos => partOf(amount, BigInt(percent), WHOLE);
  return {
    input: of(price.input),
    cachedInput: of(price.cachedInput),
    output: of(price.output),
    reasoning: of(price.reasoning),
    ...cacheWrites({
      cacheWrite5m: price.cacheWrite5m && of(price.cacheWrite5m),
      cacheWrite1h: price.cacheWrite1h && of(price.cacheWrite1h),
    }),
  };
}

/** The place of each tier in a queue; a request without one is second. */
const RANKS: Readonly<Record<Tier, number>> = { priority: 0, flex: 2, batch: 3 };
const DEFAULT_RANK = 1;

/** A slot is for the first two together; then for what can wait, and last for batches. */
export const RANK_STEPS = [DEFAULT_RANK, RANKS.flex, RANKS.batch] as const;

/** No one waits for the lines of a batch: one that runs is ended when another request would have to wait. */
export const givesWay = (tier: Tier | undefined): boolean => tier === 'batch';

export const rankOf = (tier: Tier | undefined): number => (tier === undefined ? DEFAULT_RANK : RANKS[tier]);
