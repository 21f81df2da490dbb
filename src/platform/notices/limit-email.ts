/** The e-mail about a limit of which 80 % are used, or which is used up. */
import { parseCzk } from '../../core/money.ts';
import type { EmailContent } from '../mail/render-email.ts';
import { roundDown } from './low-balance-email.ts';
import type { NoticeData, Owner } from './notice.ts';

type Reached = NoticeData['limit.reached'];

export function limitEmailEn(data: Reached, service: string): EmailContent {
  const { key, percent, month } = data;
  const { limit, used, isRestTooSmall } = amountsOf(data, 'en');
  const who = key ? `Your API key "${key.name}" (…${key.hint})` : 'Your account';
  const when = month ? ` in ${monthIn(month, 'en-GB')}` : '';
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
      `Requests ${key ? 'with this key ' : ''}are refused until you raise the limit${month ? ' or the next month begins' : ''}.`,
      `${where} ${off}`,
    ],
  };
}

export function limitEmailCs(data: Reached, service: string): EmailContent {
  const { key, percent, month } = data;
  const { limit, used, isRestTooSmall } = amountsOf(data, 'cs');
  const who = key ? `Přes API klíč „${key.name}“ (…${key.hint})` : 'Přes váš účet';
  const when = month ? ` za ${monthIn(month, 'cs-CZ')}` : '';
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
      `Služba ${refuses} odmítá, dokud limit nezvýšíte${month ? ' nebo nezačne další měsíc' : ''}.`,
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

/** A month as `2026-11`. */
export const monthIn = (month: string, locale: string): string =>
  new Date(`${month}-01T12:00:00Z`).toLocaleString(locale, { timeZone: 'UTC', month: 'long', year: 'numeric' });
