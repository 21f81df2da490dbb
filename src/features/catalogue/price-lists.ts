/**
 * Price lists of the world, as they are published: models.dev (`api.json`), OpenRouter (`/models`) and LiteLLM
 * (`model_prices_and_context_window.json`). All are in USD. Sums are exact, and rounded up once, to a thousandth of a
 * crown for a million tokens.
 */
import { isRecord } from '../../lib/record.ts';

/** USD for a million tokens, as a whole number of 10⁻¹⁵. */
export type Listed = {
  readonly input: bigint;
  readonly output: bigint;
  /** Where it differs from input. */
  readonly cachedInput?: bigint;
  /** Where it differs from output. */
  readonly reasoning?: bigint;
  /** For writing into a cache, for 5 minutes and for an hour. */
  readonly cacheWrite5m?: bigint;
  readonly cacheWrite1h?: bigint;
};

export type PriceList = {
  readonly form: 'models.dev' | 'OpenRouter' | 'LiteLLM';
  /** By the names of the list; those of models.dev are `provider/model`. */
  readonly prices: ReadonlyMap<string, Listed>;
};

/** Undefined where it is none of the known forms. */
export function readPriceList(file: unknown): PriceList | undefined {
  if (!isRecord(file)) return undefined;
  if (Array.isArray(file.data)) return listOf('OpenRouter', fromOpenRouter(file.data));
  const entries = Object.entries(file);
  if (entries.some(([, one]) => isRecord(one) && isRecord(one.models))) {
    return listOf('models.dev', fromModelsDev(entries));
  }
  return listOf('LiteLLM', fromLiteLlm(entries));
}

type Found = readonly (readonly [name: string, price: Listed | undefined])[];

function listOf(form: PriceList['form'], found: Found): PriceList | undefined {
  const priced = found.flatMap(([name, price]) => (price ? [[name, price] as const] : []));
  return priced.length > 0 ? { form, prices: new Map(priced) } : undefined;
}

const PER_TOKEN = 6;
const PER_MILLION = 0;

const fromOpenRouter = (models: readonly unknown[]): Found =>
  models.flatMap((model) => {
    if (!isRecord(model) || typeof model.id !== 'string' || !isRecord(model.pricing)) return [];
    const { prompt, completion, input_cache_read: cached, internal_reasoning: reasoning } = model.pricing;
    const { input_cache_write: written } = model.pricing;
    return [[model.id, listed([prompt, completion, cached, reasoning, written], PER_TOKEN)] as const];
  });

const fromModelsDev = (providers: readonly (readonly [string, unknown])[]): Found =>
  providers.flatMap(([provider, about]) => {
    const models = isRecord(about) && isRecord(about.models) ? Object.entries(about.models) : [];
    return models.flatMap(([id, model]) => {
      if (!isRecord(model) || !isRecord(model.cost)) return [];
      const { input, output, cache_read: cached, reasoning, cache_write: written } = model.cost;
      return [[`${provider}/${id}`, listed([input, output, cached, reasoning, written], PER_MILLION)] as const];
    });
  });

const fromLiteLlm = (models: readonly (readonly [string, unknown])[]): Found =>
  models.flatMap(([name, model]) => {
    // The first entry of that file explains the others.
    if (name === 'sample_spec' || !isRecord(model)) return [];
    const { input_cost_per_token: input, output_cost_per_token: output } = model;
    const { cache_read_input_token_cost: cached, output_cost_per_reasoning_token: reasoning } = model;
    const { cache_creation_input_token_cost: written, cache_creation_input_token_cost_above_1hr: long } = model;
    return [[name, listed([input, output, cached, reasoning, written, long], PER_TOKEN)] as const];
  });

/** A list that has no price for something says nothing of it, or zero: then it costs as the rest does. */
function listed(written: readonly unknown[], exponent: number): Listed | undefined {
  const [input, output, cachedInput, reasoning, cacheWrite5m, cacheWrite1h] = written.map((one) =>
    usdFrom(one, exponent),
  );
  if (input === undefined || output === undefined) return undefined;
  return {
    input,
    output,
    ...(cachedInput && { cachedInput }),
    ...(reasoning && { reasoning }),
    ...(cacheWrite5m && { cacheWrite5m }),
    ...(cacheWrite1h && { cacheWrite1h }),
  };
}

const SCALE = 15;

/** A number as lists write it, such as `3e-06` or `"0.000003"`; a negative one means that there is no fixed price. */
function usdFrom(written: unknown, exponent: number): bigint | undefined {
  const parts = /^(\d{1,12})(?:\.(\d{1,30}))?(?:[eE]([+-]?\d{1,3}))?$/.exec(String(written ?? ''));
  if (!parts) return undefined;
  const [, whole = '', decimals = '', power = '0'] = parts;
  const places = SCALE + exponent + Number(power) - decimals.length;
  const digits = BigInt(whole + decimals);
  return places >= 0 ? digits * 10n ** BigInt(places) : digits / 10n ** BigInt(-places);
}

/** What is put on a price: CZK for a USD, and a margin in percent. */
type Terms = { readonly rate: string; readonly margin: string };

const TERMS_PLACES = 6;

/** A decimal number of at most six places; undefined where it is none. */
export const isDecimal = (text: string): boolean => /^\d{1,6}(?:\.\d{1,6})?$/.test(text);

const scaled = (text: string): bigint => {
  const [whole = '', decimals = ''] = text.split('.');
  return BigInt(whole + decimals.padEnd(TERMS_PLACES, '0'));
};

/** The selling price in the words of the file, in CZK for a million tokens. */
export function sellingPrice(
  { input, output, cachedInput = input, reasoning = output, cacheWrite5m, cacheWrite1h }: Listed,
  terms: Terms,
) {
  const factor = scaled(terms.rate) * (scaled('100') + scaled(terms.margin));
  // 10⁻¹⁵ USD × 10⁻⁶ CZK × 10⁻⁶ percent, to thousandths of a crown.
  const unit = 10n ** BigInt(SCALE + 2 * TERMS_PLACES + 2 - 3);
  const czk = (usd: bigint): string => {
    const thousandths = (usd * factor + unit - 1n) / unit;
    const decimals = String(thousandths % 1000n)
      .padStart(3, '0')
      .replace(/0{1,3}$/, '');
    return `${thousandths / 1000n}${decimals === '' ? '' : `.${decimals}`}`;
  };
  return {
    input: czk(input),
    cachedInput: czk(cachedInput),
    output: czk(output),
    reasoning: czk(reasoning),
    ...(cacheWrite5m && { cacheWrite5m: czk(cacheWrite5m) }),
    ...(cacheWrite1h && { cacheWrite1h: czk(cacheWrite1h) }),
  };
}

/** The buying price in USD for a million tokens; lists have at most nine decimals of it. */
export function buyingPrice(list: Listed) {
  const { input, output, cachedInput = input, reasoning = output, cacheWrite5m, cacheWrite1h } = list;
  const usd = (amount: bigint): bigint => amount / 10n ** BigInt(SCALE - 9);
  return {
    input: usd(input),
    cachedInput: usd(cachedInput),
    output: usd(output),
    reasoning: usd(reasoning),
    ...(cacheWrite5m && { cacheWrite5m: usd(cacheWrite5m) }),
    ...(cacheWrite1h && { cacheWrite1h: usd(cacheWrite1h) }),
  };
}
