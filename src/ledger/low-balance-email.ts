import { NANOS_PER_CZK, type Nanos } from '../core/money.ts';
import type { Email } from '../platform/mail/mail.ts';
import { type EmailContent, renderEmail } from '../platform/mail/render-email.ts';

/** An account whose credit has fallen below the alert of its owner. */
export type LowBalance = {
  readonly accountId: string;
  readonly email: string;
  readonly language: 'cs' | 'en';
  readonly credit: Nanos;
  readonly below: Nanos;
};

type Words = { readonly service: string; readonly credit: string; readonly below: string };

const TEXTS: Readonly<Record<LowBalance['language'], (words: Words) => EmailContent>> = {
  en: ({ service, credit, below }) => ({
    subject: `Your credit at ${service} is low`,
    parts: [
      `Your credit has fallen to ${credit} CZK. You asked to be told when it falls below ${below} CZK.`,
      'When it is used up, requests are refused until you top up. You can change or remove this alert under Billing.',
    ],
  }),
  cs: ({ service, credit, below }) => ({
    subject: `Váš kredit ve službě ${service} dochází`,
    parts: [
      `Váš kredit klesl na ${credit} Kč. Požádali jste o upozornění, až klesne pod ${below} Kč.`,
      'Až se vyčerpá, bude služba požadavky odmítat, dokud kredit nedobijete. Upozornění můžete změnit nebo zrušit na stránce Vyúčtování.',
    ],
  }),
};

export function lowBalanceEmail(account: LowBalance, service: string): Email {
  const { email, language, credit, below } = account;
  const words = { service, credit: roundDown(credit, language), below: roundDown(below, language) };
  return renderEmail(email, TEXTS[language](words));
}

/** In hundredths, rounded down, so the e-mail never promises more than there is. */
export function roundDown(amount: Nanos, language: LowBalance['language']): string {
  const hundredths = (amount * 100n) / NANOS_PER_CZK;
  const fraction = (hundredths % 100n).toString().padStart(2, '0');
  return `${hundredths / 100n}${language === 'cs' ? ',' : '.'}${fraction}`;
}
