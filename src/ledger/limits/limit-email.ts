/** The e-mail about a limit of which 80 % are used, or which is used up. */
import { parseCzk } from '../../core/money.ts';
import type { EmailContent } from '../../platform/mail/render-email.ts';
import type { Owner } from '../../platform/notices/notice.ts';
import { roundDown } from '../low-balance-email.ts';
import type { Reached } from '../notices.ts';

export function limitEmailEn(data: Reached, service: string): EmailContent {
  const { key, percent } = data;
  const { limit, used, isRestTooSmall } = amountsOf(data, 'en');
  const who = key ? `Your API key "${key.name}" (…${key.hint})` : 'Your account';
  const when = whenEn(data);
  const where = key ? 'You can change the limit on the page API.' : 'You can change the limit under Billing.';
  const off = 'These e-mails can be switched off under Billing.';
  if (percent === 80) {
    return {
      subject: `A limit at ${service} has reached 80 %`,
      parts: [
        `${who} has used ${used} of ${limit}${when}. When the limit is reached, requests ${key ? 'with this key ' : ''}are refused.`,
        `${where} ${off}`,
      ],
    };
  }
  return {
    subject: `A limit at ${service} is reached`,
    parts: [
      `${who} has used ${used} of ${limit}${when}.${isRestTooSmall ? ' What is left was too little for a request.' : ''}`,
      `Requests ${key ? 'with this key ' : ''}are refused until you raise the limit${untilEn(data)}.`,
      `${where} ${off}`,
    ],
  };
}

export function limitEmailCs(data: Reached, service: string): EmailContent {
  const { key, percent } = data;
  const { limit, used, isRestTooSmall } = amountsOf(data, 'cs');
  const who = key ? `Přes API klíč „${key.name}“ (…${key.hint})` : 'Přes váš účet';
  const when = whenCs(data);
  const refuses = key ? 'požadavky s tímto klíčem' : 'všechny požadavky';
  const where = key ? 'Limit můžete změnit na stránce API.' : 'Limit můžete změnit na stránce Vyúčtování.';
  const off = 'Tato upozornění se vypínají na stránce Vyúčtování.';
  if (percent === 80) {
    return {
      subject: `Limit ve službě ${service} dosáhl 80 %`,
      parts: [
        `${who} jste${when} vyčerpali ${used} z limitu ${limit}. Až se limit vyčerpá, bude služba ${refuses} odmítat.`,
        `${where} ${off}`,
      ],
    };
  }
  return {
    subject: `Limit ve službě ${service} je vyčerpaný`,
    parts: [
      `${who} jste${when} vyčerpali ${used} z limitu ${limit}.${isRestTooSmall ? ' Zbytek už na další požadavek nestačil.' : ''}`,
      `Služba ${refuses} odmítá, dokud limit nezvýšíte${untilCs(data)}.`,
      `${where} ${off}`,
    ],
  };
}

const UNITS = {
  en: { CZK: 'CZK', tokens: 'tokens', requests: 'requests' },
  cs: { CZK: 'Kč', tokens: 'tokenů', requests: 'požadavků' },
} as const;

export function amountsOf({ unit, limit, used, model }: Reached, language: Owner['language']) {
  const isRestTooSmall = unit === 'CZK' ? parseCzk(used) < parseCzk(limit) : BigInt(used) < BigInt(limit);
  const written = (amount: string) =>
    unit === 'CZK'
      ? roundDown(parseCzk(amount), language)
      : BigInt(amount).toLocaleString(language === 'cs' ? 'cs-CZ' : 'en-GB');
  const ofModel = model === undefined ? '' : language === 'cs' ? ` pro model ${model}` : ` for the model ${model}`;
  return { used: written(used), limit: `${written(limit)} ${UNITS[language][unit]}${ofModel}`, isRestTooSmall };
}

/** In which window it was used, with a space before; nothing where it counts in all. */
export function whenEn({ window, since }: Reached): string {
  if (!since) return '';
  if (window === 'hour') return ` in the hour from ${hourIn(since, 'en-GB')}`;
  if (window === 'month') return ` in ${dateIn(since, 'en-GB', MONTH)}`;
  return window === 'day' ? ` on ${dateIn(since, 'en-GB', DAY)}` : ` in the week from ${dateIn(since, 'en-GB', DAY)}`;
}

export function whenCs({ window, since }: Reached): string {
  if (!since) return '';
  if (window === 'hour') return ` v hodině od ${hourIn(since, 'cs-CZ')}`;
  if (window === 'month') return ` za ${dateIn(since, 'cs-CZ', MONTH)}`;
  return window === 'day' ? ` dne ${dateIn(since, 'cs-CZ', DAY)}` : ` v týdnu od ${dateIn(since, 'cs-CZ', DAY)}`;
}

/** The ways to end it beside a higher limit. */
export const untilEn = ({ window, since }: Reached): string => (since ? ` or the next ${window} begins` : '');

const NEXT_CS: Readonly<Record<string, string>> = {
  hour: 'další hodina',
  day: 'další den',
  week: 'další týden',
  month: 'další měsíc',
};
export const untilCs = ({ window, since }: Reached): string => (since ? ` nebo nezačne ${NEXT_CS[window]}` : '');

const MONTH = { month: 'long', year: 'numeric' } as const;
const DAY = { day: 'numeric', ...MONTH } as const;

/** A date as `2026-11-15`. */
const dateIn = (date: string, locale: string, form: Intl.DateTimeFormatOptions): string =>
  new Date(`${date}T12:00:00Z`).toLocaleString(locale, { timeZone: 'UTC', ...form });

/** An hour as `2026-11-15T14:00Z`. */
const hourIn = (hour: string, locale: string): string =>
  new Date(hour).toLocaleString(locale, { timeZone: 'Europe/Prague', hour: 'numeric', minute: '2-digit', ...DAY });
