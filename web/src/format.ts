/** Money, numbers and times as people of a language write them. Amounts stay text: no float ever touches them. */
import { type Language, useLanguage } from './language.tsx';

export type Format = {
  /** An amount with its currency: two decimals, four below a crown, and all below a heller. */
  readonly czk: (amount: string) => string;
  /** Every digit that there is, for receipts and statements. */
  readonly exactCzk: (amount: string) => string;
  /** An amount of any currency, by its code. */
  readonly money: (amount: string, currency: string) => string;
  readonly count: (value: number) => string;
  /** 1.2 million as 1.2M, for places with little room. */
  readonly short: (value: number) => string;
  readonly percent: (share: number) => string;
  readonly date: (atMs: number) => string;
  /** Without the year, for axes and lists of days. */
  readonly day: (atMs: number) => string;
  readonly hour: (atMs: number) => string;
  readonly dateTime: (atMs: number) => string;
  readonly month: (month: string) => string;
  readonly duration: (ms: number) => string;
  /** How long ago, or how long until. */
  readonly relative: (atMs: number, nowMs?: number) => string;
  /** How long ago. The server's clock may be ahead of the viewer's: what has happened is never still to come. */
  readonly ago: (atMs: number, nowMs?: number) => string;
};

const LOCALES: Readonly<Record<Language, string>> = { cs: 'cs-CZ', en: 'en-GB' };
const formats = new Map<Language, Format>();

export function useFormat(): Format {
  return formatFor(useLanguage().language);
}

export function formatFor(language: Language): Format {
  const kept = formats.get(language);
  if (kept) return kept;
  const made = makeFormat(LOCALES[language]);
  formats.set(language, made);
  return made;
}

function makeFormat(locale: string): Format {
  const money = (digits: number) =>
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency: 'CZK',
      minimumFractionDigits: 2,
      maximumFractionDigits: digits,
    });
  const plain = money(2);
  const fine = money(4);
  const exact = money(9);
  const amountOf = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 9 });
  const count = new Intl.NumberFormat(locale);
  // British English writes a million as m, which reads as metres; the rest of the world knows M.
  const short = new Intl.NumberFormat(locale === 'en-GB' ? 'en' : locale, {
    notation: 'compact',
    maximumFractionDigits: 1,
  });
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' });
  const hour = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' });
  const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' });
  const month = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const seconds = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: 'second',
    unitDisplay: 'narrow',
    maximumFractionDigits: 2,
  });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const relativeTo = (atMs: number, nowMs = Date.now()) => {
    const [value, unit] = inUnits(atMs, nowMs);
    return relative.format(value, unit);
  };
  const decimal = (amount: string) => amount as `${number}`;
  const czk = (amount: string) => {
    const size = Math.abs(Number(amount));
    return (size >= CROWN || size === 0 ? plain : size >= HELLER ? fine : exact).format(decimal(amount));
  };
  return {
    czk,
    // A bank may name a currency that the browser does not know.
    money: (amount, currency) =>
      currency === 'CZK' ? czk(amount) : `${amountOf.format(decimal(amount))}\u00a0${currency}`,
    exactCzk: (amount) => exact.format(decimal(amount)),
    count: (value) => count.format(value),
    short: (value) => short.format(value),
    percent: (share) => percent.format(share),
    date: (atMs) => date.format(atMs),
    day: (atMs) => day.format(atMs),
    hour: (atMs) => hour.format(atMs),
    dateTime: (atMs) => dateTime.format(atMs),
    month: (text) => month.format(Date.parse(`${text}-01T00:00:00Z`)),
    duration: (ms) => seconds.format(ms / 1000),
    relative: relativeTo,
    ago: (atMs, nowMs = Date.now()) => relativeTo(Math.min(atMs, nowMs), nowMs),
  };
}

/** Two decimals would hide most of less than one crown. The size only chooses how an amount is written. */
const CROWN = 1;
const HELLER = 0.01;

const DAY_MS = 86_400_000;

/** From a day on, days of the calendar count: what is two nights away is in two days, whatever the hour. */
function inUnits(atMs: number, nowMs: number): [number, Intl.RelativeTimeFormatUnit] {
  const ms = atMs - nowMs;
  if (Math.abs(ms) >= DAY_MS) return [Math.round((dayOf(atMs) - dayOf(nowMs)) / DAY_MS), 'day'];
  const steps: readonly [number, Intl.RelativeTimeFormatUnit][] = [
    [3_600_000, 'hour'],
    [60_000, 'minute'],
  ];
  for (const [size, unit] of steps) if (Math.abs(ms) >= size) return [Math.trunc(ms / size), unit];
  return [Math.trunc(ms / 1000), 'second'];
}

/** When the viewer's day began. */
const dayOf = (atMs: number): number => new Date(atMs).setHours(0, 0, 0, 0);
