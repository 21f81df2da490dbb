/** The e-mail that says how to pay an order by bank transfer. */
import { parseCzk } from '../../core/money.ts';
import { qrPng } from '../../platform/mail/qr-png.ts';
import type { EmailContent } from '../../platform/mail/render-email.ts';
import type { EmailWords } from '../../platform/notices/notice-email.ts';
import type { HowToPay } from './notices.ts';
import { DAY, MONEY } from './order-words.ts';
import { transferFor } from './transfer.ts';

const TEXTS = {
  en: {
    subject: (service: string) => `How to pay your order at ${service}`,
    lead: 'Thank you for your order. Please pay it by bank transfer; what you have bought is added when the money has arrived.',
    amount: 'Amount',
    accountNumber: 'Account number',
    iban: 'IBAN',
    name: 'Account holder',
    variableSymbol: 'Variable symbol',
    message: 'Message to the recipient',
    due: 'Pay by',
    scan: 'Or scan this code in the app of your bank:',
    file: 'qr-payment.png',
    symbol:
      'We recognise your payment by the variable symbol and the amount. If you have paid already, there is nothing to do.',
    link: 'Open the order',
  },
  cs: {
    subject: (service: string) => `Platební údaje k objednávce ve službě ${service}`,
    lead: 'Děkujeme za objednávku. Zaplaťte ji prosím bankovním převodem; co jste koupili, připíšeme, jakmile peníze dorazí.',
    amount: 'Částka',
    accountNumber: 'Číslo účtu',
    iban: 'IBAN',
    name: 'Majitel účtu',
    variableSymbol: 'Variabilní symbol',
    message: 'Zpráva pro příjemce',
    due: 'Zaplaťte do',
    scan: 'Nebo načtěte tento kód v aplikaci své banky:',
    file: 'qr-platba.png',
    symbol: 'Platbu poznáme podle variabilního symbolu a částky. Pokud jste už zaplatili, nemusíte nic dělat.',
    link: 'Otevřít objednávku',
  },
} as const;

/** In CSS pixels: large enough for a telephone held before a screen. */
const CODE_SIZE = 220;

export function transferEmail(
  { amountCzk, dueAtMs, variableSymbol, bank, pageUrl }: HowToPay,
  { language, service: serviceName }: EmailWords,
): EmailContent {
  const words = TEXTS[language];
  const amount = parseCzk(amountCzk);
  const { accountNumber, iban, name, message, code } = transferFor({ amount, variableSymbol }, { serviceName, bank });
  const rows = [
    [words.amount, MONEY[language](amount)],
    ...(accountNumber === null ? [] : [[words.accountNumber, accountNumber] as const]),
    [words.iban, iban.replaceAll(/(.{4})(?=.)/g, '$1 ')],
    [words.name, name],
    [words.variableSymbol, variableSymbol],
    [words.message, message],
    [words.due, DAY[language](dueAtMs)],
  ] as const;
  const picture = { picture: qrPng(code), name: words.file, caption: words.scan, size: CODE_SIZE };
  const link = { href: pageUrl, label: words.link };
  return { subject: words.subject(serviceName), parts: [words.lead, { rows }, picture, words.symbol, link] };
}
