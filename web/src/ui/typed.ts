/** Operators' input, as the server takes it. */
import { czkFromTyped, isZeroCzk } from '../czk.ts';

/** An amount other than zero; with a minus only where it may have one. */
export function amountFrom(typed: string, sign: 'positive' | 'any'): string | undefined {
  const match = /^\s*([-−]?)(.*)$/s.exec(typed);
  const isNegative = match?.[1] !== '';
  const amount = czkFromTyped(match?.[2] ?? '');
  if (amount === undefined || isZeroCzk(amount) || (isNegative && sign === 'positive')) return undefined;
  return isNegative ? `-${amount}` : amount;
}

/** A price per million tokens: zero or more, with at most three decimals. */
export function priceFrom(typed: string): string | undefined {
  const amount = czkFromTyped(typed);
  return amount !== undefined && /^\d+(\.\d{1,3})?$/.test(amount) ? amount : undefined;
}

/** The price of something that is sold: at least 15 CZK, with at most two decimals. */
export function soldFor(typed: string): string | undefined {
  const amount = czkFromTyped(typed);
  return amount !== undefined && /^\d{1,7}(\.\d{1,2})?$/.test(amount) && Number(amount) >= 15 ? amount : undefined;
}

/** Up to twelve amounts, each another one, with semicolons between them. */
export function amountsFrom(typed: string): string[] | undefined {
  const amounts = typed.split(';').map(soldFor);
  const found = amounts.filter((one) => one !== undefined);
  return found.length === amounts.length && found.length <= 12 && new Set(found).size === found.length
    ? found
    : undefined;
}

/** A whole number above zero, however it is grouped. */
export function tokensFrom(typed: string): number | undefined {
  const text = typed.replaceAll(/[\s\u00a0\u202f,.]/g, '');
  return /^[1-9]\d{0,11}$/.test(text) ? Number(text) : undefined;
}

/** The value of an input for date and time, in the viewer's zone. */
export function timeFrom(typed: string): number | undefined {
  const ms = new Date(typed).getTime();
  return Number.isNaN(ms) ? undefined : ms;
}

/** A moment as an input for date and time wants it. */
export function typedTime(atMs: number): string {
  const local = new Date(atMs - new Date(atMs).getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** Seconds as milliseconds: above zero, a day at most. */
export function secondsFrom(typed: string): number | undefined {
  const ms = Math.round(Number(typed.replace(',', '.')) * 1000);
  return typed !== '' && ms >= 1 && ms <= 86_400_000 ? ms : undefined;
}

/** How many at once: a whole number above zero. */
export function countFrom(typed: string): number | undefined {
  const count = Number(typed);
  return Number.isInteger(count) && count >= 1 && count <= 1_000_000 ? count : undefined;
}

/** The part of the work that an engine gets. */
export function weightFrom(typed: string): number | undefined {
  const weight = Number(typed.replace(',', '.'));
  return weight >= 0.001 && weight <= 1000 ? weight : undefined;
}
