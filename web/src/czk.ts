/** Amounts as integers of nano-crowns, so that sums on a page are exact. They come and go as decimal texts. */

const DIGITS = 9;

/** Reads `12.5` or `-0.000000001`. Anything else is a mistake of the caller. */
export function nanosOf(czk: string): bigint {
  const match = /^(-?)(\d+)(?:\.(\d{1,9}))?$/.exec(czk);
  if (!match) throw new Error(`Not an amount in CZK: ${czk}`);
  const [, sign, whole = '', fraction = ''] = match;
  const nanos = BigInt(whole + fraction.padEnd(DIGITS, '0'));
  return sign ? -nanos : nanos;
}

/** The shortest decimal text: no zeros at the end, no point without a fraction. */
export function czkOf(nanos: bigint): string {
  const digits = (nanos < 0n ? -nanos : nanos).toString().padStart(DIGITS + 1, '0');
  const fraction = digits.slice(-DIGITS).replace(/0+$/, '');
  return `${nanos < 0n ? '-' : ''}${digits.slice(0, -DIGITS)}${fraction && `.${fraction}`}`;
}

export const sumCzk = (amounts: readonly string[]): string =>
  czkOf(amounts.reduce((sum, amount) => sum + nanosOf(amount), 0n));

/** Prices are whole nano-crowns for a token, so nothing is lost in the division. */
export const priceOf = (tokens: number, czkPerMillion: string): bigint =>
  (BigInt(tokens) * nanosOf(czkPerMillion)) / 1_000_000n;

export const isZeroCzk = (amount: string): boolean => nanosOf(amount) === 0n;

/** An amount as people type it, `1 250,50` or `1250.5`, as the decimal text that the server takes. */
export function czkFromTyped(typed: string): string | undefined {
  const text = typed.replaceAll(/[\s\u00a0\u202f]|Kč|CZK/gi, '').replace(',', '.');
  return /^\d{1,9}(\.\d{1,9})?$/.test(text) ? czkOf(nanosOf(text)) : undefined;
}
