/** The e-mail about a limit of which 80 % are used, or which is used up. */
import { parseCzk } from '../../core/money.ts';
import type { EmailContent } from '../mail/render-email.ts';
import { roundDown } from './low-balance-email.ts';
import type { NoticeData, Owner } from './notice.ts';

type Reached = NoticeData['limit.reached'];

export function limitEmailEn(data: Reached, service: string): EmailContent {
  const { key, percent } = data;
  const { limit, used, isRestTooSmall } = amountsOf(data, 'en');
  const who = key ? `Your API key "${key.name}" (…${key.hint})` : 'Your account';
  const when = whenEn(data);
  const where = key
    ? 'You can change the limit on the page API.'
    : 'You can change the limit in the settings, under Billing.';
  const off = 'These e-mails can be switched off under Billing.';
  if (percent === 80) {
    return {
      subject: `80 % of a limit at ${service} is used`,
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
      subject: `Limit ve službě ${service} je z 80 % vyčerpaný`,
      parts: [
        `${who} jste${when} vyčerpali ${used} z limitu ${limit}. Až se limit vyčerpá celý, bude služba ${refuses} odmítat.`,
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

export function amountsOf({ unit, limit, used }: Reached, language: Owner['language']) {
  const isRestTooSmall = unit === 'CZK' ? parseCzk(used) < parseCzk(limit) : BigInt(used) < BigInt(limit);
  const tokens = (count: string) => BigInt(count).toLocaleString(language === 'cs' ? 'cs-CZ' : 'en-GB');
  if (unit === 'tokens') {
    return { used: tokens(used), limit: `${tokens(limit)} ${language === 'cs' ? 'tokenů' : 'tokens'}`, isRestTooSmall };
  }
  const czk = (amount: string) => roundDown(parseCzk(amount), language);
  return { used: czk(used), limit: `${czk(limit)} ${language === 'cs' ? 'Kč' : 'CZK'}`, isRestTooSmall };
}

/** In which window it was used, with a space before; nothing where it counts in all. */
export function whenEn({ window, since }: Reached): string {
  if (!since) return '';
  if (window === 'month') return ` in ${dateIn(since, 'en-GB', MONTH)}`;
  return window === 'day' ? ` on ${dateIn(since, 'en-GB', DAY)}` : ` in the week from ${dateIn(since, 'en-GB', DAY)}`;
}

export function whenCs({ window, since }: Reached): string {
  if (!since) return '';
  if (window === 'month') return ` za ${dateIn(since, 'cs-CZ', MONTH)}`;
  return window === 'day' ? ` dne ${dateIn(since, 'cs-CZ', DAY)}` : ` v týdnu od ${dateIn(since, 'cs-CZ', DAY)}`;
}

/** The ways to end it beside a higher limit. */
export const untilEn = ({ window, since }: Reached): string => (since ? ` or the next ${window} begins` : '');

const NEXT_CS: Readonly<Record<string, string>> = { day: 'další den', week: 'další týden', month: 'další měsíc' };
export const untilCs = ({ window, since }: Reached): string => (since ? ` nebo nezačne ${NEXT_CS[window]}` : '');

const MONTH = { month: 'long', year: 'numeric' } as const;
const DAY = { day: 'numeric', ...MONTH } as const;

/** A date as `2026-11-15`. */
const dateIn = (date: string, locale: string, form: Intl.DateTimeFormatOptions): string =>
  new Date(`${date}T12:00:00Z`).toLocaleString(locale, { timeZone: 'UTC', ...form });
