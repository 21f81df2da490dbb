/** Amounts and days of orders, as e-mails write them. */
import { NANOS_PER_CZK, type Nanos } from '../../core/money.ts';

export const MONEY = {
  en: (amount: Nanos): string => `CZK ${formatAmount(amount, [',', '.'])}`,
  cs: (amount: Nanos): string => `${formatAmount(amount, ['\u00a0', ','])}\u00a0Kč`,
} as const;

export const DAY = {
  en: (atMs: number): string => dayIn('en-GB', atMs),
  cs: (atMs: number): string => dayIn('cs-CZ', atMs),
} as const;

/** Prices are whole hellers. */
function formatAmount(amount: Nanos, [group, point]: readonly [string, string]): string {
  const hellers = (amount * 100n) / NANOS_PER_CZK;
  return `${grouped(hellers / 100n, group)}${point}${String(hellers % 100n).padStart(2, '0')}`;
}

export const grouped = (value: bigint, group: string): string => String(value).replaceAll(/\B(?=(\d{3})+$)/g, group);

const dayIn = (locale: string, atMs: number): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'Europe/Prague' }).format(atMs);
