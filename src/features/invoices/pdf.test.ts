import { describe, expect, test } from 'bun:test';
import { BUYER, EU_BUYER, US_PERSON } from '../../../test/support/known-buyers.ts';
import { SELLER } from '../../../test/support/known-sellers.ts';
import { NAUGHTY_TEXTS } from '../../../test/support/naughty-texts.ts';
import { pdfText } from '../../../test/support/pdf-text.ts';
import { parseCzk } from '../../core/money.ts';
import type { Order } from '../shop/payment-ports.ts';
import { creditNoteFor, invoiceFor, proformaFor } from './document.ts';
import { toPdf } from './pdf.ts';
import { createPdfThread } from './pdf-thread.ts';

const NOON = Date.UTC(2026, 10, 15, 11);
const ORDER = {
  ...{ id: 'ord_1', accountId: 'acc_1', offer: 'million', kind: 'package', tokens: 1_000_000n, days: 30 },
  ...{ amount: parseCzk('1234.50'), method: 'bank', status: 'open', language: 'cs', vatId: null, refunded: 0n },
  ...{ createdAtMs: NOON, expiresAtMs: NOON + 14 * 86_400_000, paidAtMs: null, invoiceNumber: null },
  ...{ variableSymbol: '2026000001', waitsForRenewal: false },
} as unknown as Order;
const ABOUT = { serviceName: 'Boreal' };
const issued = (changes: object = {}, buyer = BUYER) =>
  invoiceFor({ ...ORDER, ...changes }, { seller: SELLER, buyer }, { number: '2026-00001', atMs: NOON });
const plain = (bytes: Uint8Array) => pdfText(bytes).replaceAll('\u00a0', ' ');

describe('a PDF', () => {
  test('of an invoice has everything that a tax document needs, in Czech that can be read and searched', async () => {
    const bytes = await toPdf(issued(), ABOUT);

    const text = plain(bytes);
    for (const part of [
      ...['Faktura – daňový doklad', '2026-00001', 'Severní záře s.r.o.', 'Dlouhá třída 1', '110 00 Praha 1'],
      ...['IČO 27082440', 'DIČ CZ27082440', 'C 12345, Městský soud v Praze', 'Ledovec s.r.o.', '400 01 Ústí nad Labem'],
      ...['DIČ CZ12345679', 'Datum uskutečnění plnění', '15. 11. 2026', '21 %', '1 020,25 Kč', '214,25 Kč'],
      ...['1 234,50 Kč', 'Rekapitulace DPH v CZK', 'Uhrazeno 15. 11. 2026. Neplaťte.'],
    ]) {
      expect(text).toContain(part);
    }
    expect(Buffer.from(bytes).toString('latin1')).toContain('/FontFile2');
    expect(bytes.length).toBeLessThan(60_000);
  });

  test('of a reverse charge says so in English, and is the same when it is made again', async () => {
    const made = issued({ language: 'en' }, EU_BUYER);

    const [first, second] = [await toPdf(made, ABOUT), await toPdf(made, ABOUT)];

    for (const part of ['Invoice – tax document', 'reverse charge', 'Müller & Söhne GmbH', 'CZK 1,234.50', 'Germany']) {
      expect(plain(first)).toContain(part);
    }
    expect(second).toEqual(first);
  });

  test.each([
    ['a company', { ...EU_BUYER, country: 'US', vatId: '' }, '(Article 44 of'],
    ['a person', US_PERSON, 'where the customer lives (Article 58 of'],
  ])('for %s outside of the EU says why there is no VAT', async (_, buyer, why) => {
    const text = plain(await toPdf(issued({ language: 'en' }, buyer), ABOUT)).replaceAll(/\s+/g, ' ');

    expect(text).toContain('the place of supply is outside of the European Union');
    expect(text).toContain(why);
    expect(text).toContain('0 % CZK 1,234.50 CZK 0.00');
  });

  test('of a credit note names the invoice that it corrects', async () => {
    const note = creditNoteFor(issued(), { number: 'D2026-00001', atMs: NOON, hellers: 10_000, returnedBefore: 0 });

    const text = plain(await toPdf(note, ABOUT));

    for (const part of ['Opravný daňový doklad', 'Opravuje doklad 2026-00001', '-100,00 Kč', '-17,35 Kč']) {
      expect(text.replaceAll('−', '-')).toContain(part);
    }
  });

  test('of a proforma says where to pay and that it is no tax document', async () => {
    const made = proformaFor(ORDER, { seller: { ...SELLER, isVatPayer: false }, buyer: null });
    const target = { iban: 'CZ6508000000192000145399', accountNumber: '19-2000145399/0800', code: 'SPD*1.0*ACC:CZ65' };

    const text = plain(await toPdf(made, { ...ABOUT, target }));

    for (const part of [
      'Zálohová faktura',
      '2026000001',
      '19-2000145399/0800',
      'Toto není daňový doklad',
      'QR Platba',
    ]) {
      expect(text).toContain(part);
    }
    expect([text.includes('DPH v CZK'), text.includes('Není plátcem DPH')]).toEqual([false, true]);
  });

  test('is made of any text that a buyer may type, on one page', async () => {
    for (const name of NAUGHTY_TEXTS) {
      const bytes = await toPdf(issued({}, { ...BUYER, name, street: name, city: name }), ABOUT);
      expect(
        Buffer.from(bytes)
          .toString('latin1')
          .match(/\/Type \/Page\b/g)?.length,
        name,
      ).toBe(1);
    }
  });

  test('is drawn on a thread as it is without, several at once', async () => {
    const drawPdf = createPdfThread();

    const drawn = await Promise.all([1, 2, 3].map(() => drawPdf(issued(), ABOUT)));

    const whole = Buffer.from(await toPdf(issued(), ABOUT));
    for (const bytes of drawn) expect(whole.equals(bytes)).toBe(true);
  });
});
