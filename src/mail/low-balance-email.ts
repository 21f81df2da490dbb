import type { Letter } from '../domain/mail.ts';
import { NANOS_PER_CZK, type Nanos } from '../domain/money.ts';
import type { LowBalance } from '../domain/settings-ports.ts';

type Words = { readonly service: string; readonly credit: string; readonly below: string };
type Text = { readonly subject: string; readonly sentences: readonly string[] };

const TEXTS: Readonly<Record<LowBalance['language'], (words: Words) => Text>> = {
  en: ({ service, credit, below }) => ({
    subject: `Your credit at ${service} is low`,
    sentences: [
      `Your credit has fallen to ${credit} CZK. You asked to be told below ${below} CZK.`,
      'When it is used up, requests are refused until you top up. You can change or remove this alert in the settings, under Billing.',
    ],
  }),
  cs: ({ service, credit, below }) => ({
    subject: `Váš kredit ve službě ${service} dochází`,
    sentences: [
      `Váš kredit klesl na ${credit} Kč. Chtěli jste vědět, až bude nižší než ${below} Kč.`,
      'Až se vyčerpá, budou požadavky odmítány, dokud kredit nedobijete. Upozornění můžete změnit nebo zrušit v nastavení, v části Vyúčtování.',
    ],
  }),
};

/** Plain text, and the same as simple HTML that loads nothing from anywhere. */
export function lowBalanceLetter(account: LowBalance, service: string): Letter {
  const { email, language, credit, below } = account;
  const words = { service, credit: rounded(credit, language), below: rounded(below, language) };
  const { subject, sentences } = TEXTS[language](words);
  const paragraphs = sentences.map((sentence) => `<p>${escaped(sentence)}</p>`).join('');
  return {
    to: email,
    subject,
    text: `${sentences.join('\n\n')}\n`,
    html: `<!doctype html><meta charset="utf-8"><body>${paragraphs}</body>`,
  };
}

/** In hundredths, rounded down: nobody is told more than there is. */
function rounded(amount: Nanos, language: LowBalance['language']): string {
  const hundredths = (amount * 100n) / NANOS_PER_CZK;
  const fraction = (hundredths % 100n).toString().padStart(2, '0');
  return `${hundredths / 100n}${language === 'cs' ? ',' : '.'}${fraction}`;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
