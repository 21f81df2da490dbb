import { addressOf, type Seller } from '../../core/offer.ts';
import type { Email, EmailFile } from '../../platform/mail/mail.ts';
import { renderEmail } from '../../platform/mail/render-email.ts';
import { DAY, grouped, MONEY, type OwnedOrder } from '../shop/index.ts';

type Line = readonly [string, string];

type ReceiptAbout = {
  readonly serviceName: string;
  readonly seller: Seller | null;
  readonly pageUrl: string;
  /** Missing where it could not be made: then it is on the page of the order only. */
  readonly invoice: EmailFile | undefined;
};

export function orderReceiptEmail(order: OwnedOrder, { serviceName, seller, pageUrl, invoice }: ReceiptAbout): Email {
  const words = TEXTS[order.language];
  const lines: readonly Line[] = [
    [words.number, order.invoiceNumber ?? ''],
    [words.what, words.thing(order)],
    [words.amount, words.money(order.amount)],
    [words.paid, words.date(order.paidAtMs ?? order.createdAtMs)],
    [words.method, words.methods[order.method]],
    ...(order.vatId === null ? [] : [[words.vatId, order.vatId] as const]),
    ...sellerLines(seller, words),
  ];
  const subject = words.subject(serviceName, order.invoiceNumber ?? '');
  const link = { href: pageUrl, label: words.link };
  const where = invoice ? words.attached : words.onPage;
  const parts = [words.lead, { rows: lines }, where, link, words.end];
  return renderEmail(order.email, { subject, parts, files: invoice ? [invoice] : [] });
}

function sellerLines(seller: Seller | null, words: Words): readonly Line[] {
  if (!seller) return [];
  const lines: readonly Line[] = [
    [words.seller, seller.name],
    [words.address, addressOf(seller)],
    [words.companyId, seller.companyId],
    [words.sellerVatId, seller.vatId],
  ];
  return lines.filter(([, value]) => value !== '');
}

type Words = (typeof TEXTS)['en' | 'cs'];

const TEXTS = {
  en: {
    subject: (service: string, number: string) => `Receipt ${number} from ${service}`,
    lead: 'Thank you for your payment.',
    attached: 'The invoice is attached as a PDF file. You find it on the page of the order, too:',
    onPage: 'The invoice is ready as a PDF file, on the page of the order:',
    link: 'Open the order',
    end: 'All orders are under Billing, in Documents.',
    number: 'Receipt number',
    what: 'For',
    amount: 'Amount',
    paid: 'Paid on',
    method: 'Paid by',
    methods: { stripe: 'card', bank: 'bank transfer' },
    vatId: 'Your VAT ID',
    seller: 'Seller',
    address: 'Address',
    companyId: 'Company ID',
    sellerVatId: 'VAT ID of the seller',
    thing: (order: OwnedOrder) =>
      order.kind === 'credit'
        ? 'credit'
        : order.kind === 'package'
          ? `package of ${grouped(order.tokens, ',')} tokens`
          : `plan ${order.name.en}, one ${order.every}`,
    money: MONEY.en,
    date: DAY.en,
  },
  cs: {
    subject: (service: string, number: string) => `Doklad ${number} od služby ${service}`,
    lead: 'Děkujeme za vaši platbu.',
    attached: 'Doklad ve formátu PDF je v příloze. Najdete ho také na stránce objednávky:',
    onPage: 'Doklad ve formátu PDF najdete na stránce objednávky:',
    link: 'Otevřít objednávku',
    end: 'Všechny objednávky najdete ve Vyúčtování, v části Doklady.',
    number: 'Číslo dokladu',
    what: 'Předmět platby',
    amount: 'Částka',
    paid: 'Zaplaceno',
    method: 'Způsob platby',
    methods: { stripe: 'karta', bank: 'bankovní převod' },
    vatId: 'Vaše DIČ',
    seller: 'Prodávající',
    address: 'Adresa',
    companyId: 'IČO',
    sellerVatId: 'DIČ prodávajícího',
    thing: (order: OwnedOrder) =>
      order.kind === 'credit'
        ? 'kredit'
        : order.kind === 'package'
          ? `balíček ${grouped(order.tokens, '\u00a0')} tokenů`
          : `tarif ${order.name.cs} na jeden ${order.every === 'year' ? 'rok' : 'měsíc'}`,
    money: MONEY.cs,
    date: DAY.cs,
  },
} as const;
