/** The words on documents, in both languages. */

import { formatCzk, fromHellers } from '../../core/money.ts';
import { planName } from '../../core/plan.ts';
import type { DocumentItem, SalesDocument } from './document.ts';

type Language = SalesDocument['language'];

const ZONE = 'Europe/Prague';

const TEXTS = {
  cs: {
    titles: { invoice: 'Faktura', 'credit-note': 'Opravný doklad', proforma: 'Zálohová faktura' },
    taxTitles: {
      invoice: 'Faktura – daňový doklad',
      'credit-note': 'Opravný daňový doklad',
      proforma: 'Zálohová faktura',
    },
    receipt: 'Doklad o zaplacení',
    number: 'Číslo',
    seller: 'Dodavatel',
    buyer: 'Odběratel',
    noBuyer: (account: string) => `Zákazník ${account}`,
    companyId: 'IČO',
    vatId: 'DIČ',
    notPayer: 'Není plátcem DPH',
    issued: 'Datum vystavení',
    taxPoint: 'Datum uskutečnění plnění',
    due: 'Datum splatnosti',
    method: 'Způsob platby',
    methods: { stripe: 'Platební karta', bank: 'Bankovní převod' },
    account: 'Číslo účtu',
    iban: 'IBAN',
    symbol: 'Variabilní symbol',
    order: 'Objednávka',
    what: 'Popis',
    rate: 'Sazba DPH',
    base: 'Základ daně',
    tax: 'DPH',
    total: 'Celkem',
    recapitulation: 'Rekapitulace DPH v CZK',
    toPay: 'K úhradě',
    paid: 'Uhrazeno',
    returned: 'Vráceno',
    items: {
      credit: () => 'Kredit na služby jazykových modelů',
      package: (tokens: string, days: number) => `Balíček ${tokens} tokenů na ${days} dní`,
      plan: {
        month: (plan: string) => `Tarif ${plan} na jeden měsíc`,
        year: (plan: string) => `Tarif ${plan} na jeden rok`,
      },
    },
    corrects: (number: string) => `Opravuje doklad ${number}. Důvod opravy: vrácení platby.`,
    notes: {
      included: '',
      none: '',
      oss: 'Místo plnění je podle § 10i zákona o DPH v zemi zákazníka; daň je přiznána ve zvláštním režimu jednoho správního místa (OSS).',
      'reverse-charge':
        'Daň odvede zákazník (přenesení daňové povinnosti, reverse charge). Místo plnění podle § 9 odst. 1 zákona o DPH.',
      outside: 'Plnění není předmětem české DPH. Místo plnění podle § 9 odst. 1 zákona o DPH je mimo Evropskou unii.',
      'outside-person':
        'Plnění není předmětem české DPH. Místo plnění podle § 10i zákona o DPH je mimo Evropskou unii, v zemi zákazníka.',
    },
    proforma: 'Toto není daňový doklad. Doklad vystavíme po přijetí platby.',
    paidOn: (date: string) => `Uhrazeno ${date}. Neplaťte.`,
    qr: 'QR Platba',
    page: (service: string) => `Vystavila elektronicky služba ${service}.`,
  },
  en: {
    titles: { invoice: 'Invoice', 'credit-note': 'Credit note', proforma: 'Proforma invoice' },
    taxTitles: {
      invoice: 'Invoice – tax document',
      'credit-note': 'Credit note – corrective tax document',
      proforma: 'Proforma invoice',
    },
    receipt: 'Receipt',
    number: 'Number',
    seller: 'Seller',
    buyer: 'Buyer',
    noBuyer: (account: string) => `Customer ${account}`,
    companyId: 'Company ID (IČO)',
    vatId: 'VAT ID (DIČ)',
    notPayer: 'Not registered for VAT',
    issued: 'Date of issue',
    taxPoint: 'Date of supply',
    due: 'Due date',
    method: 'Payment',
    methods: { stripe: 'Card', bank: 'Bank transfer' },
    account: 'Account number',
    iban: 'IBAN',
    symbol: 'Variable symbol',
    order: 'Order',
    what: 'Description',
    rate: 'VAT rate',
    base: 'VAT base',
    tax: 'VAT',
    total: 'Total',
    recapitulation: 'VAT recapitulation in CZK',
    toPay: 'To be paid',
    paid: 'Paid',
    returned: 'Refunded',
    items: {
      credit: () => 'Credit for services of language models',
      package: (tokens: string, days: number) => `Package of ${tokens} tokens for ${days} days`,
      plan: {
        month: (plan: string) => `Plan ${plan} for one month`,
        year: (plan: string) => `Plan ${plan} for one year`,
      },
    },
    corrects: (number: string) => `Corrects document ${number}. Reason: the payment was refunded.`,
    notes: {
      included: '',
      none: '',
      oss: 'Place of supply: the country of the customer (Article 58 of Directive 2006/112/EC); VAT is declared in the one-stop shop (OSS).',
      'reverse-charge':
        'VAT is to be paid by the customer (reverse charge). Place of supply: Article 44 of Directive 2006/112/EC.',
      outside:
        'Not subject to Czech VAT: the place of supply is outside of the European Union (Article 44 of Directive 2006/112/EC).',
      'outside-person':
        'Not subject to Czech VAT: the place of supply is outside of the European Union, where the customer lives (Article 58 of Directive 2006/112/EC).',
    },
    proforma: 'This is not a tax document. You get one when the payment has arrived.',
    paidOn: (date: string) => `Paid on ${date}. Do not pay again.`,
    qr: 'QR payment (Czech banks)',
    page: (service: string) => `Issued electronically by ${service}.`,
  },
} as const;

export type Words = (typeof TEXTS)[Language];
export const wordsOf = (language: Language): Words => TEXTS[language];

/** Whose seller pays VAT calls it a tax document; without a seller it only says that something was paid. */
export function titleOf({ kind, language, seller }: SalesDocument): string {
  const words = TEXTS[language];
  if (!seller && kind === 'invoice') return words.receipt;
  return (seller?.isVatPayer ? words.taxTitles : words.titles)[kind];
}

export function itemText(item: DocumentItem, language: Language): string {
  const { items } = TEXTS[language];
  switch (item.kind) {
    case 'credit':
      return items.credit();
    case 'package':
      return items.package(new Intl.NumberFormat(localeOf(language)).format(item.tokens), item.days);
    case 'plan':
      return items.plan[item.every ?? 'month'](item.name?.[language] ?? planName(item.plan, language));
  }
}

const localeOf = (language: Language): string => (language === 'cs' ? 'cs-CZ' : 'en-GB');

export const dateText = (atMs: number, language: Language): string =>
  new Intl.DateTimeFormat(localeOf(language), { timeZone: ZONE, day: 'numeric', month: 'numeric', year: 'numeric' })
    .format(atMs)
    .replaceAll('. ', '.\u00a0');

/** `1 234,50 Kč`, with spaces that do not break. */
export function moneyText(hellers: number, language: Language): string {
  const number = new Intl.NumberFormat(localeOf(language), { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const written = number.format(hellers / 100).replaceAll(/\s/g, '\u00a0');
  return language === 'cs' ? `${written}\u00a0Kč` : `CZK\u00a0${written}`;
}

/** `12.50`, for programs. */
export function plainAmount(hellers: number): string {
  const written = formatCzk(fromHellers(hellers));
  const [whole, fraction = ''] = written.split('.');
  return `${whole}.${fraction.padEnd(2, '0')}`;
}

/** `2026-11-16`, in Prague. */
export const isoDate = (atMs: number): string => new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE }).format(atMs);

/** Why there is no Czech VAT, and where else it is due. Empty where there is nothing to say. */
export function vatNoteOf({ vat, language }: SalesDocument): string {
  const note = TEXTS[language].notes[vat.treatment];
  return vat.treatment === 'oss' && vat.country ? `${note} ${countryText(vat.country, language)}.` : note;
}

/** In the language of the document. */
export const countryText = (code: string, language: Language): string =>
  new Intl.DisplayNames([language], { type: 'region' }).of(code) ?? code;
