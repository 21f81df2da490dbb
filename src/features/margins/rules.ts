/** Margins: what customers paid for requests, less what these cost the operator. */
import { crownsPerMillion } from '../../core/bought.ts';
import type { BuyingPrices, EngineSource } from '../../core/buying.ts';
import type { Model } from '../../core/model.ts';
import { everyType, type Nanos, nanos, type Price } from '../../core/money.ts';

/** A model that is sold, and the engines that may answer for it. */
export type SoldModel = Pick<Model, 'id' | 'kind' | 'price'> & {
  readonly priceVersion?: string;
  readonly sources: readonly EngineSource[];
};

export const TOKEN_TYPES = [
  ...(['input', 'cachedInput', 'output', 'reasoning', 'cacheWrite5m', 'cacheWrite1h'] as const),
] satisfies readonly (keyof Price)[];
type TokenType = (typeof TOKEN_TYPES)[number];

/** A model whose tokens of some types cost more at an engine than customers pay for them. */
export type BelowCost = {
  readonly model: string;
  readonly engine: string;
  readonly tokens: readonly TokenType[];
  readonly priceVersion: string | undefined;
  readonly buyingVersion: string;
};

const TOKENS = 1_000_000n;

export function belowCost(sold: Iterable<SoldModel>, buying: BuyingPrices, atMs: number): readonly BelowCost[] {
  return [...sold].flatMap(({ id, kind, price, priceVersion, sources }) =>
    sources.flatMap((source) => {
      const bought = buying.of(source, atMs);
      if (!bought) return [];
      const cost = everyType(crownsPerMillion(bought));
      const sale = everyType(price);
      // Vectors have no output.
      const types = kind === 'embedding' ? TOKEN_TYPES.slice(0, 1) : TOKEN_TYPES;
      const tokens = types.filter((type) => sale[type] * TOKENS < cost[type]);
      return tokens.length > 0
        ? [{ model: id, engine: source.engine, tokens, priceVersion, buyingVersion: bought.version }]
        : [];
    }),
  );
}

/** Requests of one account for one model that one engine answered, with a buying price. */
export type MarginShare = MarginSum & {
  readonly accountId: string;
  readonly model: string;
  readonly engine: string;
};

export type MarginSum = {
  readonly requests: number;
  readonly tokens: bigint;
  /** Taken from the credit. */
  readonly credit: Nanos;
  /** What tokens of plans and packages were sold for: their part of the price of the order. */
  readonly prepaid: Nanos;
  readonly bought: Nanos;
};

export const NO_MARGIN: MarginSum = {
  requests: 0,
  tokens: 0n,
  credit: nanos(0n),
  prepaid: nanos(0n),
  bought: nanos(0n),
};

export const plusMargin = (one: MarginSum, other: MarginSum): MarginSum => ({
  requests: one.requests + other.requests,
  tokens: one.tokens + other.tokens,
  credit: nanos(one.credit + other.credit),
  prepaid: nanos(one.prepaid + other.prepaid),
  bought: nanos(one.bought + other.bought),
});

const revenueOf = ({ credit, prepaid }: MarginSum): Nanos => nanos(credit + prepaid);
export const marginOf = (sum: MarginSum): Nanos => nanos(revenueOf(sum) - sum.bought);

/** The margin as a part of the revenue, in tenths of a percent; null where nothing was paid. */
export function marginPermille(sum: MarginSum): number | null {
  const revenue = revenueOf(sum);
  return revenue === 0n ? null : Number((marginOf(sum) * 1000n) / revenue);
}

/** What tokens of a pot were sold for. A pot that no order has paid for was given away. */
export function prepaidWorth(tokens: bigint, sold: { readonly nanos: bigint; readonly tokens: bigint } | null): Nanos {
  return nanos(sold === null || sold.tokens === 0n ? 0n : (tokens * sold.nanos) / sold.tokens);
}

export const MARGINS_BY = ['model', 'engine', 'customer', 'day'] as const;
export type MarginsBy = (typeof MARGINS_BY)[number];
