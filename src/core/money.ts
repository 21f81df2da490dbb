/**
 * Money is a whole number of nano-crowns (10⁻⁹ CZK) and prices are whole nano-crowns per token (1 CZK per million
 * tokens is 1,000), so a cost is exact: there is nothing to round. Only what a person reads is rounded, elsewhere.
 */

export type Nanos = bigint & { readonly __unit: 'nano-CZK' };

export const nanos = (amount: bigint): Nanos => amount as Nanos;

export const NANOS_PER_CZK = 1_000_000_000n;

/** The most that one amount may be, so that a slip of the finger is not booked. */
export const AMOUNT_MAX = nanos(100_000_000n * NANOS_PER_CZK);
/** The most that an account may have. Nine times as much fits into 64 bits, so sums of a few do, too. */
export const CREDIT_MAX = nanos(10n * AMOUNT_MAX);
/** The most tokens that a package or a period of a plan may have. */
export const TOKENS_MAX = 1_000_000_000_000n;
/** The most that a token may cost: a million CZK per million tokens. */
const TOKEN_PRICE_MAX = nanos(NANOS_PER_CZK);

/** Nano-crowns per token, by token type. */
export type Price = {
  readonly input: Nanos;
  readonly cachedInput: Nanos;
  readonly output: Nanos;
  readonly reasoning: Nanos;
  /** For writing input into a cache, for 5 minutes or an hour; as input, unless said. */
  readonly cacheWrite5m?: Nanos;
  readonly cacheWrite1h?: Nanos;
};

export const PRICE_TYPES = ['input', 'cachedInput', 'cacheWrite5m', 'cacheWrite1h', 'output', 'reasoning'] as const;

/** A price, or a weight, of every type. */
export const everyType = <Value>({
  input,
  cacheWrite5m = input,
  cacheWrite1h = input,
  ...rest
}: PerType<Value>): Required<PerType<Value>> => ({ input, cacheWrite5m, cacheWrite1h, ...rest });

export type PerType<Value> = {
  readonly input: Value;
  readonly cachedInput: Value;
  readonly output: Value;
  readonly reasoning: Value;
  readonly cacheWrite5m?: Value;
  readonly cacheWrite1h?: Value;
};

/** Those of the two that are said. */
export const cacheWrites = <Value>({
  cacheWrite5m,
  cacheWrite1h,
}: {
  readonly cacheWrite5m?: Value | undefined;
  readonly cacheWrite1h?: Value | undefined;
}): { readonly cacheWrite5m?: Value; readonly cacheWrite1h?: Value } => ({
  ...(cacheWrite5m !== undefined && { cacheWrite5m }),
  ...(cacheWrite1h !== undefined && { cacheWrite1h }),
});

/** A part of a price, rounded to a whole nano-crown. */
export function partOf(amount: Nanos, part: bigint, whole: bigint): Nanos {
  const rounded = (amount * part + whole / 2n) / whole;
  return rounded > TOKEN_PRICE_MAX ? TOKEN_PRICE_MAX : nanos(rounded);
}

/** True where some type of token costs more. */
export function isDearer(one: Price, other: Price): boolean {
  const left = everyType(one);
  const right = everyType(other);
  return PRICE_TYPES.some((type) => left[type] > right[type]);
}

/** The most that a token of input can cost. */
export const dearestInput = ({ input, cachedInput, cacheWrite5m = input, cacheWrite1h = input }: Price): Nanos =>
  dearer(dearer(input, cachedInput), dearer(cacheWrite5m, cacheWrite1h));

/** The most that this many tokens can cost, whatever types they turn out to be. */
export const worstCostOf = (inputTokens: bigint, outputTokens: bigint, price: Price): Nanos =>
  nanos(inputTokens * dearestInput(price) + outputTokens * dearer(price.output, price.reasoning));

/** How many output tokens the funds cover after the input; negative when they do not even cover the input. */
export function affordableOutputTokens(available: Nanos, inputTokens: bigint, price: Price): bigint {
  const left = available - worstCostOf(inputTokens, 0n, price);
  if (left < 0n) return -1n;
  const perToken = dearer(price.output, price.reasoning);
  return perToken === 0n ? 2n ** 62n : left / perToken;
}

const dearer = (a: Nanos, b: Nanos): Nanos => (a > b ? a : b);

export type CzkPerMillion = {
  readonly input: string;
  readonly cachedInput?: string | undefined;
  readonly output: string;
  readonly reasoning?: string | undefined;
  readonly cacheWrite5m?: string | undefined;
  readonly cacheWrite1h?: string | undefined;
};

/** Reads prices as people write them. All input costs as input, and reasoning as output, unless it is said. */
export function priceFromCzkPerMillion(written: CzkPerMillion): Price {
  return {
    input: perToken(written.input),
    cachedInput: perToken(written.cachedInput ?? written.input),
    output: perToken(written.output),
    reasoning: perToken(written.reasoning ?? written.output),
    ...(written.cacheWrite5m !== undefined && { cacheWrite5m: perToken(written.cacheWrite5m) }),
    ...(written.cacheWrite1h !== undefined && { cacheWrite1h: perToken(written.cacheWrite1h) }),
  };
}

/** Reads a decimal amount such as "12.5". Throws when it is not one, has more than nine decimals, or is too large. */
export function parseCzk(text: string): Nanos {
  const amount = readCzk(text);
  if (amount > AMOUNT_MAX || amount < -AMOUNT_MAX) {
    throw new RangeError(`An amount may be at most ${formatCzk(AMOUNT_MAX)} CZK.`);
  }
  return amount;
}

/** Reads what `formatCzk` has written: a sum may be larger than one amount. */
export function readCzk(text: string): Nanos {
  const match = /^(-?)(\d{1,10})(?:\.(\d{1,9}))?$/.exec(text);
  if (!match)
    throw new RangeError(`"${text}" is not an amount in CZK: write it as 12 or 12.50, with at most 9 decimals.`);
  const [, sign, whole, fraction = ''] = match;
  const amount = BigInt(whole!) * NANOS_PER_CZK + BigInt(fraction.padEnd(9, '0'));
  return nanos(sign ? -amount : amount);
}

/** True of a text that is an amount, and not too large. */
export function isAmount(text: string): boolean {
  try {
    parseCzk(text);
    return true;
  } catch {
    return false;
  }
}

/** An exact decimal string without needless zeros: "0.000025", "100". */
export function formatCzk(amount: Nanos): string {
  const sign = amount < 0n ? '-' : '';
  const absolute = amount < 0n ? -amount : amount;
  const fraction = (absolute % NANOS_PER_CZK).toString().padStart(9, '0').replace(/0+$/, '');
  return `${sign}${absolute / NANOS_PER_CZK}${fraction && `.${fraction}`}`;
}

export const formatPerMillion = (perToken: Nanos): string => formatCzk(nanos(perToken * 1_000_000n));

function perToken(czkPerMillion: string): Nanos {
  const amount = parseCzk(czkPerMillion);
  if (amount < 0n || amount % 1_000_000n !== 0n || amount > TOKEN_PRICE_MAX * 1_000_000n) {
    throw new RangeError(
      `A price of ${czkPerMillion} CZK per million tokens must be 0 to 1000000, with at most 3 decimals.`,
    );
  }
  return nanos(amount / 1_000_000n);
}

/** Amounts that are paid have no smaller part than a heller. */
const NANOS_PER_HELLER = NANOS_PER_CZK / 100n;
export const toHellers = (amount: Nanos): number => Number(amount / NANOS_PER_HELLER);
export const fromHellers = (hellers: number): Nanos => nanos(BigInt(hellers) * NANOS_PER_HELLER);
