import { describe, expect, test } from 'bun:test';
import { isdocProblems } from '../../../test/support/isdoc-schema.ts';
import { BUYER, EU_BUYER, US_PERSON } from '../../../test/support/known-buyers.ts';
import { SELLER } from '../../../test/support/known-sellers.ts';
import { NAUGHTY_TEXTS } from '../../../test/support/naughty-texts.ts';
import { parseCzk } from '../../core/money.ts';
import type { Seller } from '../../core/offer.ts';
import type { Buyer } from '../shop/buyer-contract.ts';
import type { Order } from '../shop/payment-ports.ts';
import { creditNoteFor, invoiceFor, type SalesDocument } from './document.ts';
import { toIsdoc } from './isdoc.ts';

const NOON = Date.UTC(2026, 10, 15, 11);
const ORDER = {
  ...{ id: 'ord_1', accountId: 'acc_1', offer: 'million', kind: 'package', tokens: 1_000_000n, days: 30 },
  ...{ amount: parseCzk('1234.50'), method: 'bank', language: 'cs', variableSymbol: '2026000001' },
} as unknown as Order;
const CARD = { method: 'stripe', variableSymbol: null, language: 'en' } as const;
const US_BUYER = { ...EU_BUYER, country: 'US' };

type Parties = { readonly seller?: Seller | null; readonly buyer?: Buyer | null };

const invoice = ({ seller = SELLER, buyer = BUYER }: Parties = {}, changes: object = {}): SalesDocument =>
  invoiceFor({ ...ORDER, ...changes } as Order, { seller, buyer }, { number: '2026-00001', atMs: NOON });
const noteOf = (made: SalesDocument): SalesDocument =>
  creditNoteFor(made, { number: 'D2026-00001', atMs: NOON, hellers: 10_000, returnedBefore: 0 });
const written = (made: SalesDocument): string => toIsdoc(made, { serviceName: 'Boreal' });

describe('a document as ISDOC', () => {
  test('is what the schema wants, for every seller, buyer, payment and language', async () => {
    const files: Record<string, string> = {};
    for (const seller of [SELLER, { ...SELLER, isVatPayer: false, vatId: '' }, null]) {
      for (const buyer of [BUYER, EU_BUYER, US_BUYER, US_PERSON, { ...BUYER, companyId: '', vatId: '' }, null]) {
        for (const changes of [{}, CARD, { ...CARD, kind: 'credit' }, { kind: 'plan', plan: 'pro' }]) {
          const made = invoice({ seller, buyer }, changes);
          const name = `${Object.keys(files).length}`;
          files[`invoice-${name}.isdoc`] = written(made);
          files[`note-${name}.isdoc`] = written(noteOf(made));
        }
      }
    }

    expect(Object.keys(files)).toHaveLength(144);
    expect(await isdocProblems(files)).toEqual([]);
  });

  test('is what the schema wants whatever a buyer has typed', async () => {
    const texts = [...NAUGHTY_TEXTS, 'a\u0000b\u001f\ufffe', '\ud800 alone', ']]> <![CDATA[ &amp; "\''];
    const files = texts.map((name, at) => {
      const buyer = { ...BUYER, name, street: name, city: name, companyId: name, vatId: name };
      return [`${at}.isdoc`, written(invoice({ buyer }))] as const;
    });

    expect(await isdocProblems(Object.fromEntries(files))).toEqual([]);
  });

  test('is refused by the schema when a part is missing or is in another place', async () => {
    const file = written(invoice());
    const broken = {
      'missing.isdoc': file.replace(/<UUID>.*?<\/UUID>/, ''),
      'moved.isdoc': file.replace(/(<IssueDate>.*?<\/IssueDate>)(.*)(<InvoiceLines>)/, '$2$1$3'),
      'word.isdoc': file.replace('<TaxableAmount>1020.25', '<TaxableAmount>1 020,25'),
      'text.isdoc': file.replace('Ledovec', 'Ledovec & <'),
    };

    for (const [name, contents] of Object.entries(broken)) {
      expect(contents, name).not.toBe(file);
      expect((await isdocProblems({ [name]: contents })).length, name).toBeGreaterThan(0);
    }
  });

  test('of an invoice has its dates, parties, amounts and the variable symbol', () => {
    const file = written(invoice());

    for (const part of [
      ...['<DocumentType>1<', '<ID>2026-00001<', '<TaxPointDate>2026-11-15<', '<VATApplicable>true<'],
      ...['<StreetName>Příčná<', '<BuildingNumber>12/3<', '<CompanyID>CZ12345679<', '<Preformatted>C 12345, '],
      ...['<TaxableAmount>1020.25<', '<TaxAmount>214.25<', '<PayableAmount>1234.50<', '<Percent>21<'],
      ...['<PaymentMeansCode>42<', '<VariableSymbol>2026000001<', 'Uhrazeno 15.'],
    ]) {
      expect(file).toContain(part);
    }
    expect(file).toBe(written(invoice()));
  });

  test('of a credit note has amounts above zero and names its invoice by number and UUID', () => {
    const [file, note] = [written(invoice()), written(noteOf(invoice()))];

    const uuid = /<UUID>(.*?)<\/UUID>/.exec(file)![1];
    expect(note).toContain(`<ID>2026-00001</ID><UUID>${uuid}</UUID>`);
    for (const part of ['<DocumentType>2<', '<TaxableAmount>82.65<', '<TaxAmount>17.35<', '<PayableAmount>100.00<']) {
      expect(note).toContain(part);
    }
    expect([note.includes('TaxPointDate'), note.includes('>-')]).toEqual([false, false]);
  });

  test('says who pays the tax: a simplified document, reverse charge, and a seller without VAT', () => {
    const simplified = written(invoice({ buyer: null }));
    const reverse = written(invoice({ buyer: EU_BUYER }, CARD));
    const none = written(invoice({ seller: { ...SELLER, isVatPayer: false } }));

    expect(simplified).toContain('<DocumentType>7<');
    expect(simplified).toContain('<AnonymousCustomerParty><ID>acc_1<');
    expect(reverse).toContain('<VATNote languageID="en">VAT is to be paid by the customer (reverse charge).');
    expect(reverse).toContain('<TaxableAmount>1234.50</TaxableAmount><TaxAmount>0.00<');
    expect([none.includes('<VATApplicable>true'), none.includes('TaxPointDate')]).toEqual([false, false]);
    const calculation = [simplified, reverse].map((file) => /<VATCalculationMethod>(.)</.exec(file)![1]);
    expect(calculation).toEqual(['1', '0']);
    const german = { ...US_PERSON, country: 'DE' };
    const oss = written(invoice({ seller: { ...SELLER, vatElsewhere: 'oss' }, buyer: german }));
    expect(oss).toContain('<VATCalculationMethod>1<');
  });
});
