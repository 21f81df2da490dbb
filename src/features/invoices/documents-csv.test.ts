import { expect, test } from 'bun:test';
import { EU_BUYER, US_PERSON } from '../../../test/support/known-buyers.ts';
import { SELLER } from '../../../test/support/known-sellers.ts';
import { parseCzk } from '../../core/money.ts';
import type { Order } from '../shop/payment-ports.ts';
import { creditNoteFor, invoiceFor, isProved, type SalesDocument } from './document.ts';
import { documentsCsv } from './documents-csv.ts';

const ORDER = {
  ...{ id: 'ord_1', accountId: 'acc_1', offer: 'credit-1234', kind: 'credit', amount: parseCzk('1234.50') },
  ...{ method: 'bank', language: 'en', variableSymbol: '2026000001', paymentCountry: null },
} as unknown as Order;
const CARD = { method: 'stripe', variableSymbol: null, paymentCountry: 'DE' } as const;
const CHECK = { state: 'valid', vatId: EU_BUYER.vatId, name: '', requestId: 'WAPI', atMs: 1 } as const;
const ISSUE = { number: '2026-00001', atMs: Date.UTC(2026, 10, 15, 23) };

const invoice = (parties: Parameters<typeof invoiceFor>[1], changes: object = {}): SalesDocument =>
  invoiceFor({ ...ORDER, ...changes } as Order, parties, ISSUE);

/** What the row says, by the names of the columns. */
function rowOf(made: SalesDocument): Readonly<Record<string, string>> {
  const lines = [documentsCsv.head('excel-cs').slice(1), documentsCsv.rows([made], 'excel-cs')];
  const [names, cells] = lines.map((line) => line.trimEnd().split(';'));
  return Object.fromEntries(names!.map((name, at) => [name, cells![at]!]));
}

test('the row of an invoice to a company has its ids, its country and what proves it', () => {
  const made = invoice({ seller: SELLER, buyer: EU_BUYER, check: CHECK }, CARD);

  expect(rowOf(made)).toEqual({
    ...{ number: '2026-00001', kind: 'invoice', issued_on: '2026-11-16', tax_point_on: '2026-11-16' },
    ...{ due_on: '2026-11-16', buyer: EU_BUYER.name, buyer_company_id: 'HRB12345', buyer_vat_id: 'DE123456789' },
    ...{ buyer_country: 'DE', item: 'Credit for services of language models', vat_treatment: 'reverse-charge' },
    ...{ vat_country: 'DE', vat_rate_percent: '0', base_czk: '1234,5', vat_czk: '0', total_czk: '1234,5' },
    ...{ evidence: '"address DE, card DE"', vies: 'valid WAPI', paid_by: 'card', variable_symbol: '' },
    ...{ corrects: '', order_id: 'ord_1' },
  });
  expect(isProved(made)).toBe(true);
});

test('the row of a credit note is below zero and names its invoice; without a buyer it names the account', () => {
  const made = invoice({ seller: SELLER, buyer: null });
  const note = creditNoteFor(made, { number: 'D2026-00001', atMs: ISSUE.atMs, hellers: 10_000, returnedBefore: 0 });

  expect(rowOf(note)).toMatchObject({
    ...{ number: 'D2026-00001', kind: 'credit-note', buyer: 'acc_1', buyer_company_id: '', buyer_vat_id: '' },
    ...{ buyer_country: '', vat_country: 'CZ', vat_rate_percent: '21', base_czk: '-82,65', vat_czk: '-17,35' },
    ...{ total_czk: '-100', evidence: '', vies: '', paid_by: 'bank transfer', variable_symbol: '2026000001' },
    ...{ corrects: '2026-00001', item: 'Credit for services of language models' },
  });
});

test('the row of a seller who pays no VAT has no tax point, rate and country', () => {
  const made = invoice({ seller: { ...SELLER, isVatPayer: false }, buyer: null });

  expect(rowOf(made)).toMatchObject({
    ...{ tax_point_on: '', vat_treatment: 'none', vat_country: '', vat_rate_percent: '' },
    ...{ base_czk: '1234,5', vat_czk: '0', total_czk: '1234,5' },
  });
});

test('a country is proved by two pieces that say it', () => {
  const oss = { ...SELLER, vatElsewhere: 'oss' } as const;
  const buyer = { ...US_PERSON, country: 'DE' };
  const byBank = invoice({ seller: oss, buyer }, { paymentCountry: 'DE' });

  expect(byBank.vat.evidence?.map(({ kind }) => kind)).toEqual(['address', 'bank-account']);
  expect([byBank, invoice({ seller: oss, buyer }), invoice({ seller: oss, buyer: null }, CARD)].map(isProved)).toEqual([
    ...[true, false, false],
  ]);
  expect(isProved(invoice({ seller: oss, buyer }, { ...CARD, paymentCountry: 'FR' }))).toBe(false);
});
