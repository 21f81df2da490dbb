/**
 * Numbers as a grammar: always finite, never with an exponent, at most DIGITS_MAX digits before the point. A range is
 * exact within those digits, and a bound beyond them means the last number that has them. It is written as text: numbers of one length and sign are a range of digit strings, which splits at the first
 * digit that differs.
 *
 *   17..42  ->  "1" [7-9] | [2-3] [0-9] | "4" [0-2]
 */
import { literal } from './grammar-builder.ts';

export type Bound = { readonly value: number; readonly isExclusive: boolean };

type NumberRange = { readonly low?: Bound | undefined; readonly high?: Bound | undefined };

const DIGITS_MAX = 15;
const LARGEST = 10n ** BigInt(DIGITS_MAX) - 1n;
const DECIMALS_USUAL = 3;
const DECIMALS_MAX = 6;
/** How many multiples of a step are offered. */
const MULTIPLES_MAX = 256n;

const ANY_INTEGER = `"0" | "-"? [1-9] [0-9]{0,${DIGITS_MAX - 1}}`;
const FRACTION = `("." [0-9]{1,${DECIMALS_MAX}})?`;
const ANY_NUMBER = `"0" ${FRACTION} | "-0." [0-9]{0,${DECIMALS_MAX - 1}} [1-9] | "-"? [1-9] [0-9]{0,11} ${FRACTION}`;

/** An integer in the range, or any integer if the range has none. */
export function integerGrammar(range: NumberRange, multipleOf?: number): string {
  if (multipleOf !== undefined && Number.isSafeInteger(multipleOf) && multipleOf > 1) {
    return multiples(range, BigInt(multipleOf));
  }
  if (!range.low && !range.high) return ANY_INTEGER;
  return scaledRange(range, 0) || ANY_INTEGER;
}

/** A number in the range, with or without decimals, or any number if the range has none with few enough decimals. */
export function numberGrammar(range: NumberRange, multipleOf?: number): string {
  if (multipleOf !== undefined && multipleOf > 0) {
    const decimals = Math.round(-Math.log10(multipleOf));
    const isDecimalStep = decimals > 0 && decimals <= DECIMALS_MAX && multipleOf === Number(`1e-${decimals}`);
    if (!isDecimalStep) return integerGrammar(range, multipleOf);
    return withDecimals(range, decimals) || ANY_NUMBER;
  }
  if (!range.low && !range.high) return ANY_NUMBER;
  const finest = Math.max(DECIMALS_USUAL, decimalsOf(range.low), decimalsOf(range.high));
  return withDecimals(range, Math.min(finest, DECIMALS_MAX)) || ANY_NUMBER;
}

function withDecimals(range: NumberRange, decimalsMax: number): string {
  const scales = Array.from({ length: decimalsMax + 1 }, (_, decimals) => scaledRange(range, decimals));
  return scales.filter((grammar) => grammar !== '').join(' | ');
}

/** The numbers of the range that have exactly this many decimals; an empty text if there are none. */
function scaledRange(range: NumberRange, decimals: number): string {
  const { low, high } = scaleRange(range, decimals);
  if (low > high) return '';
  const parts: string[] = [];
  if (low < 0n) {
    const nearest = high < -1n ? -high : 1n;
    parts.push(...magnitudes({ low: nearest, high: -low, decimals }).map((body) => `"-" ${body}`));
  }
  if (high >= 0n) parts.push(...magnitudes({ low: low > 0n ? low : 0n, high, decimals }));
  return parts.join(' | ');
}

/** Splits a range of numbers without a sign by the count of their digits. Whole lengths in a row become one part. */
function magnitudes(range: { readonly low: bigint; readonly high: bigint; readonly decimals: number }): string[] {
  const { decimals } = range;
  const parts: string[] = [];
  let whole: { from: number; to: number } | undefined;
  for (let digits = decimals + 1; digits <= DIGITS_MAX + decimals; digits++) {
    const smallest = digits === decimals + 1 ? 0n : 10n ** BigInt(digits - 1);
    const largest = 10n ** BigInt(digits) - 1n;
    if (range.high < smallest || range.low > largest) continue;
    if (range.low <= smallest && range.high >= largest && smallest > 0n) {
      whole = { from: whole?.from ?? digits - decimals, to: digits - decimals };
      continue;
    }
    const from = range.low > smallest ? range.low : smallest;
    const to = range.high < largest ? range.high : largest;
    parts.push(`(${matchBetween(toText(from, decimals), toText(to, decimals))})`);
  }
  if (whole) parts.push(`[1-9] ${digitsOf(whole.from - 1, whole.to - 1)}${decimals ? ` "." [0-9]{${decimals}}` : ''}`);
  return parts;
}

function toText(value: bigint, decimals: number): string {
  const digits = value.toString().padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  return decimals === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
}

/** The digit strings from `low` to `high`, which are equally long and have the point at the same place. */
function matchBetween(low: string, high: string): string {
  if (low === high) return literal(low);
  let same = 0;
  while (low[same] === high[same]) same += 1;
  if (same > 0) return `${literal(low.slice(0, same))} (${matchBetween(low.slice(same), high.slice(same))})`;

  const lowRest = low.slice(1);
  const highRest = high.slice(1);
  const hasAllAbove = /^[0.]*$/.test(lowRest);
  const hasAllBelow = /^[9.]*$/.test(highRest);
  const from = Number(low[0]) + (hasAllAbove ? 0 : 1);
  const to = Number(high[0]) - (hasAllBelow ? 0 : 1);
  const parts: string[] = [];
  if (!hasAllAbove) parts.push(`${literal(low[0]!)} (${matchBetween(lowRest, lowRest.replaceAll(/\d/g, '9'))})`);
  if (from <= to) parts.push(`${from === to ? literal(String(from)) : `[${from}-${to}]`} ${anyDigits(lowRest)}`.trim());
  if (!hasAllBelow) parts.push(`${literal(high[0]!)} (${matchBetween(highRest.replaceAll(/\d/g, '0'), highRest)})`);
  return parts.join(' | ');
}

function anyDigits(shape: string): string {
  return shape
    .split('.')
    .map((digits) => digitsOf(digits.length, digits.length))
    .join(' "." ')
    .trim();
}

function digitsOf(min: number, max: number): string {
  if (max === 0) return '';
  return min === max ? `[0-9]{${min}}` : `[0-9]{${min},${max}}`;
}

function multiples(range: NumberRange, step: bigint): string {
  const { low, high } = scaleRange(range, 0);
  const isUp = range.low !== undefined || range.high === undefined || high >= 0n;
  const from = range.low === undefined ? 0n : low;
  const first = isUp ? ceilDivide(from, step) : -ceilDivide(-high, step);
  const texts: string[] = [];
  for (let count = 0n; count < MULTIPLES_MAX; count++) {
    const value = (isUp ? first + count : first - count) * step;
    if (value > high || value < low) break;
    texts.push(literal(value.toString()));
  }
  return texts.length === 0 ? ANY_INTEGER : texts.join(' | ');
}

/** The range counted in units of 10^-decimals, both ends included and never beyond the digits we allow. */
function scaleRange(range: NumberRange, decimals: number): { readonly low: bigint; readonly high: bigint } {
  const largest = LARGEST * 10n ** BigInt(decimals);
  const clamp = (value: bigint) => (value > largest ? largest : value < -largest ? -largest : value);
  const low = range.low ? clamp(atOrAbove(range.low, decimals)) : -largest;
  const high = range.high ? clamp(-atOrAbove({ ...range.high, value: -range.high.value }, decimals)) : largest;
  return { low, high };
}

/** The smallest whole number of 10^-decimals that is not below the bound. Exact, because it works on the digits. */
function atOrAbove(bound: Bound, decimals: number): bigint {
  const [mantissa = '0', exponent = '0'] = bound.value.toExponential().split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  const shift = Number(exponent) - fraction.length + decimals;
  const digits = BigInt(whole + fraction);
  if (shift > 3 * DIGITS_MAX) return digits * 10n ** BigInt(3 * DIGITS_MAX);
  const divisor = shift < 0 ? 10n ** BigInt(Math.min(-shift, 400)) : 1n;
  const dividend = shift < 0 ? digits : digits * 10n ** BigInt(shift);
  const result = ceilDivide(dividend, divisor);
  return bound.isExclusive && result * divisor === dividend ? result + 1n : result;
}

function ceilDivide(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  return dividend > 0n && quotient * divisor !== dividend ? quotient + 1n : quotient;
}

function decimalsOf(bound: Bound | undefined): number {
  if (!bound) return 0;
  const [mantissa = '', exponent = '0'] = bound.value.toExponential().split('e');
  return Math.max(0, (mantissa.split('.')[1]?.length ?? 0) - Number(exponent));
}
