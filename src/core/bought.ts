/**
 * What a request cost the operator. Buying prices are in billionths of a currency for a million tokens, and another currency
 * than CZK has a rate. The cost is rounded once, to whole nano-crowns.
 */

import { writesOf } from './cache-writes.ts';
import type { Usage } from './chat.ts';
import { cacheWrites, everyType, type Nanos, nanos, type PerType } from './money.ts';

/** Billionths of a currency for a million tokens, by token type. */
export type BuyingPrice = PerType<bigint>;

/** The price that a request is bought at. */
export type Buying = {
  readonly engine: string;
  readonly version: string;
  readonly price: BuyingPrice;
  /** Missing where the price is in CZK. */
  readonly rate?: { readonly id: string; readonly rate: Nanos };
};

/** What a request cost the operator. */
export type Bought = {
  readonly engine: string;
  readonly version: string;
  readonly rate: string | null;
  readonly nanos: Nanos;
};

/** A million tokens, and a billionth of the currency that a rate is for. */
const TOKENS = 1_000_000n;
const PER_UNIT = 1_000_000_000n;

export function boughtAt(usage: Usage, { engine, version, price, rate }: Buying): Bought {
  const cached = BigInt(Math.min(usage.cachedInputTokens, usage.inputTokens));
  const reasoning = BigInt(Math.min(usage.reasoningTokens, usage.outputTokens));
  const [fiveMinutes, hour] = writesOf(usage).map(BigInt) as [bigint, bigint];
  const per = everyType(price);
  const cost =
    (BigInt(usage.inputTokens) - cached - fiveMinutes - hour) * price.input +
    cached * price.cachedInput +
    fiveMinutes * per.cacheWrite5m +
    hour * per.cacheWrite1h +
    reasoning * price.reasoning +
    (BigInt(usage.outputTokens) - reasoning) * price.output;
  return { engine, version, rate: rate?.id ?? null, nanos: inCrowns(cost, rate?.rate) };
}

/** Rounds half up. */
function inCrowns(cost: bigint, rate: Nanos | undefined): Nanos {
  const [product, whole] = rate === undefined ? [cost, TOKENS] : [cost * rate, TOKENS * PER_UNIT];
  return nanos((product + whole / 2n) / whole);
}

/** Nano-crowns for a million tokens of each type. */
export function crownsPerMillion({ price, rate }: Pick<Buying, 'price' | 'rate'>): BuyingPrice {
  const crowns = (amount: bigint) => inCrowns(amount * TOKENS, rate?.rate);
  const { cacheWrite5m, cacheWrite1h } = price;
  return {
    input: crowns(price.input),
    cachedInput: crowns(price.cachedInput),
    output: crowns(price.output),
    reasoning: crowns(price.reasoning),
    ...cacheWrites({
      cacheWrite5m: cacheWrite5m === undefined ? undefined : crowns(cacheWrite5m),
      cacheWrite1h: cacheWrite1h === undefined ? undefined : crowns(cacheWrite1h),
    }),
  };
}

/**
 * Which engine is cheaper: three tokens of input for one of output, about what chats use. One without a buying price is
 * dearer than all others.
 */
export function costRank(buying: Buying | undefined): bigint | undefined {
  if (!buying) return undefined;
  const { input, output } = crownsPerMillion(buying);
  return 3n * input + output;
}
