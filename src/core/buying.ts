/** Buying prices of engines and rates of currencies: versions that hold from a time on, as all prices are. */
import type { Buying, BuyingPrice } from './bought.ts';
import type { EngineShare, Model } from './model.ts';
import type { Nanos } from './money.ts';
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

export const HOME_CURRENCY = 'CZK';
/** Stands for every model of an engine that has no price of its own. */
const ANY_MODEL = '';

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
  let fromMs = 0;
  let untilMs = 0;
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
