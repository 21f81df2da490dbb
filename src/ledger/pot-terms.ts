/** The terms of a pot: the models that it pays for, and how much of it each token takes. */
import { everyType, NANOS_PER_CZK, type PerType, type Price } from '../core/money.ts';
import type { PlanTerms, Weights } from '../core/plan.ts';

/** Without terms a pot pays for every token of every model, one for one. */
export type PotTerms = {
  /** It holds nano-crowns, which pay at the price of each request; without it, tokens. */
  readonly unit?: 'CZK';
  readonly models?: readonly string[];
  /** In thousandths, by model; a model without any has one for one. */
  readonly weights?: Readonly<Record<string, Weights>>;
  /** In the unit of the pot. */
  readonly windows?: NonNullable<PlanTerms['windows']>;
};

export const isInCzk = (terms: PotTerms | null | undefined): boolean => terms?.unit === 'CZK';

/** How much of a pot a token of each type takes, in parts of which `per` are one unit of the pot. */
export type Rate = Required<PerType<bigint>> & { readonly per: bigint };

export const paysFor = (terms: PotTerms | null | undefined, model: string): boolean =>
  !terms?.models || terms.models.includes(model);

const PER = 1000n;
/** A window of more crowns is none, and would not be a whole number in JSON. */
const CZK_MAX = 1_000_000;

type Asked = {
  readonly model: string;
  /** That of the tier, where it is served at one. */
  readonly price: Price;
  readonly tierPercent?: number | undefined;
};

const ONE: Weights = { input: 1000, cachedInput: 1000, output: 1000, reasoning: 1000 };
const PERCENT = 100n;

/** Undefined where each token takes one. At a tier it takes a part of that, or more. */
export function rateOf(terms: PotTerms | null | undefined, { model, price, tierPercent }: Asked): Rate | undefined {
  if (isInCzk(terms)) return priceRate(price);
  const weights = terms?.weights && Object.hasOwn(terms.weights, model) ? terms.weights[model] : undefined;
  if (!weights && tierPercent === undefined) return undefined;
  const { input, cachedInput, cacheWrite5m, cacheWrite1h, output, reasoning } = everyType(weights ?? ONE);
  const percent = tierPercent === undefined ? PERCENT : BigInt(tierPercent);
  return {
    input: BigInt(input) * percent,
    cachedInput: BigInt(cachedInput) * percent,
    cacheWrite5m: BigInt(cacheWrite5m) * percent,
    cacheWrite1h: BigInt(cacheWrite1h) * percent,
    output: BigInt(output) * percent,
    reasoning: BigInt(reasoning) * percent,
    per: PER * PERCENT,
  };
}

const priceRate = (price: Price): Rate => ({ ...everyType(price), per: 1n });

/** The terms of the pot of a period that begins by these terms of its plan. */
export function potTermsOf({ credit, models, weights, windows = {} }: PlanTerms): PotTerms {
  const inCzk = credit !== undefined;
  const inUnit = (max: number) => (inCzk ? Math.min(max, CZK_MAX) * Number(NANOS_PER_CZK) : max);
  const most = Object.entries(windows).flatMap(([window, max]) => (max === undefined ? [] : [[window, inUnit(max)]]));
  return {
    ...(inCzk && { unit: 'CZK' as const }),
    ...(models && { models }),
    ...(!inCzk && weights && Object.keys(weights).length > 0 && { weights }),
    ...(most.length > 0 && { windows: Object.fromEntries(most) }),
  };
}

/** As they are written; null where there is nothing to say. */
export function termsToText(plan: PlanTerms): string | null {
  const terms = potTermsOf(plan);
  return Object.keys(terms).length > 0 ? JSON.stringify(terms) : null;
}

/** The same text is read again with every look at an account. */
const known = new Map<string, PotTerms>();
const KNOWN_MAX = 1000;

export function termsFromText(text: string | null): PotTerms | null {
  if (text === null) return null;
  const found = known.get(text);
  if (found) return found;
  if (known.size >= KNOWN_MAX) known.clear();
  const terms = JSON.parse(text) as PotTerms;
  known.set(text, terms);
  return terms;
}
