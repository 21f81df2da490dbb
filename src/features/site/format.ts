/** Numbers, money and times as people of each language write them. */

import { formatCzk, type Nanos, nanos } from '../../core/money.ts';
import type { InLanguages, Language } from './front.ts';

const LOCALES: InLanguages<string> = { cs: 'cs-CZ', en: 'en-GB' };
const ZONE = 'Europe/Prague';

export const numberText = (value: number | bigint, language: Language): string =>
  new Intl.NumberFormat(LOCALES[language]).format(value);

/** One of several: "a, b or c". */
export const orText = (words: readonly string[], language: Language): string =>
  new Intl.ListFormat(LOCALES[language], { type: 'disjunction' }).format(words);

/** Exact, whatever the amount: formatted from decimal digits. */
const decimals = (amount: Nanos, language: Language, options: Intl.NumberFormatOptions): string =>
  new Intl.NumberFormat(LOCALES[language], options).format(formatCzk(amount) as `${number}`);

const withCrowns = (text: string, language: Language): string =>
  language === 'cs' ? `${text}\u00a0Kč` : `${text}\u00a0CZK`;

/** A price of a token as CZK for a million of them. */
export const perMillion = (price: Nanos, language: Language): string =>
  decimals(nanos(price * 1_000_000n), language, { maximumFractionDigits: 3 });

/** The price of something that is sold: whole crowns without decimals. */
export function priceText(amount: Nanos, language: Language): string {
  const isWhole = amount % 1_000_000_000n === 0n;
  const fraction = isWhole ? 0 : 2;
  return withCrowns(
    decimals(amount, language, { minimumFractionDigits: fraction, maximumFractionDigits: fraction }),
    language,
  );
}

/** An estimate: two decimals, and four where it is less than a crown. */
export function estimateText(amount: Nanos, language: Language): string {
  const fraction = amount < 1_000_000_000n ? 4 : 2;
  return withCrowns(
    decimals(amount, language, { minimumFractionDigits: 2, maximumFractionDigits: fraction }),
    language,
  );
}

export const timeText = (atMs: number, language: Language): string =>
  new Intl.DateTimeFormat(LOCALES[language], { timeZone: ZONE, dateStyle: 'medium', timeStyle: 'short' }).format(atMs);

/** A UTC day, by its number since 1970-01-01. */
export const dayText = (day: number, language: Language): string =>
  new Intl.DateTimeFormat(LOCALES[language], { timeZone: 'UTC', dateStyle: 'medium' }).format(day * 86_400_000);

/** Rounded down, so that 100 % means that nothing failed. */
export function shareText(share: number, language: Language): string {
  const percent = Math.floor(share * 10_000) / 100;
  return `${new Intl.NumberFormat(LOCALES[language], { maximumFractionDigits: 2 }).format(percent)}\u00a0%`;
}
