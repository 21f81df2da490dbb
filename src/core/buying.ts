/**
 * Buying prices: what tokens of an engine cost the operator. They are in billionths of a currency for a million tokens, and
 * another currency than CZK has dated rates. What a request cost is rounded once, to whole nano-crowns.
 */
import type { Usage } from './chat.ts';
import type { EngineShare, Model } from './model.ts';
import { type Nanos, nanos } from './money.ts';
import { versionAt } from './version.ts';

/** An engine, and its own name of the model that it is asked for. */
export type EngineSource = { readonly engine: string; readonly model: string };

/** The engine that a model is asked of, by the name that the model has there. */
export const sourceOf = (
  model: Pick<Model, 'id' | 'engineModel'>,
  share: EngineShare,
  engineDefault: string | undefined,
): EngineSource => ({
  engine: share.engine,
  model: share.engineModel ?? model.engineModel ?? engineDefault ?? model.id,
});

/** Billionths of a currency for a million tokens, by token type. */
export type BuyingPrice = {
  readonly input: bigint;
  readonly cachedInput: bigint;
  readonly output: bigint;
  readonly reasoning: bigint;
};

export const HOME_CURRENCY = 'CZK';
/** Stands for every model of an engine that has no price of its own. */
export const ANY_MODEL = '';

export type BuyingVersion = EngineSource & {
  readonly id: string;
  readonly version: number;
  readonly currency: string;
  readonly price: BuyingPrice;
  readonly fromMs: number;
  readonly actor: string;
};

export type RateVersion = {
  readonly id: string;
  readonly currency: string;
  readonly version: number;
  /** Nano-crowns for one of the currency. */
  readonly rate: Nanos;
  readonly fromMs: number;
  readonly actor: string;
};

/** The price that a request is bought at. */
export type Buying = {
  readonly engine: string;
  readonly version: string;
  readonly price: BuyingPrice;
  /** Missing where the price is in CZK. */
  readonly rate?: Pick<RateVersion, 'id' | 'rate'>;
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
  const cost =
    (BigInt(usage.inputTokens) - cached) * price.input +
    cached * price.cachedInput +
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
export const crownsPerMillion = ({ price, rate }: Pick<Buying, 'price' | 'rate'>): BuyingPrice => ({
  input: inCrowns(price.input * TOKENS, rate?.rate),
  cachedInput: inCrowns(price.cachedInput * TOKENS, rate?.rate),
  output: inCrowns(price.output * TOKENS, rate?.rate),
  reasoning: inCrowns(price.reasoning * TOKENS, rate?.rate),
});

/** What operators have said of buying prices and of rates. */
export type BuyingWords = {
  readonly buyingVersions: readonly BuyingVersion[];
  readonly rates: readonly RateVersion[];
};

/** The price of an engine at a time: that of the model, else that of all its models. Nothing where its rate is not known. */
export function buyingAt(
  { buyingVersions, rates }: BuyingWords,
  { engine, model }: EngineSource,
  atMs: number,
): Buying | undefined {
  const own = buyingVersions.filter((one) => one.engine === engine);
  const of = (name: string) =>
    versionAt(
      own.filter((one) => one.model === name),
      atMs,
    );
  const found = of(model) ?? of(ANY_MODEL);
  if (!found) return undefined;
  const { id: version, price, currency } = found;
  if (currency === HOME_CURRENCY) return { engine, version, price };
  const rate = rateAt(rates, currency, atMs);
  return rate && { engine, version, price, rate };
}

export const rateAt = (rates: readonly RateVersion[], currency: string, atMs: number): RateVersion | undefined =>
  versionAt(
    rates.filter((one) => one.currency === currency),
    atMs,
  );

/** Buying prices by engine and model. */
export type BuyingPrices = { of(source: EngineSource, atMs: number): Buying | undefined };

export const NO_BUYING_PRICES: BuyingPrices = { of: () => undefined };

/** Every request asks, so what was found is kept until the next version begins. */
export function createBuyingPrices(said: BuyingWords): BuyingPrices {
  if (said.buyingVersions.length === 0) return NO_BUYING_PRICES;
  const begins = [...said.buyingVersions, ...said.rates].map(({ fromMs }) => fromMs);
  let found = new Map<EngineSource, Buying | undefined>();
  let [fromMs, untilMs] = [0, 0];
  return {
    of: (source, atMs) => {
      if (atMs < fromMs || atMs >= untilMs) {
        found = new Map();
        fromMs = atMs;
        untilMs = Math.min(Number.POSITIVE_INFINITY, ...begins.filter((begin) => begin > atMs));
      }
      if (!found.has(source)) found.set(source, buyingAt(said, source, atMs));
      return found.get(source);
    },
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
