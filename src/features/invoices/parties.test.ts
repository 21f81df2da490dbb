import { expect, test } from 'bun:test';
import { BUYER, US_PERSON } from '../../../test/support/known-buyers.ts';
import { SELLER } from '../../../test/support/known-sellers.ts';
import type { Seller } from '../../core/offer.ts';
import type { Buyer } from '../shop/buyer-contract.ts';
import type { SalesDocument } from './document.ts';
import { buyerLines, sellerLines } from './parties.ts';
import { wordsOf } from './words.ts';

const words = wordsOf('en');
const seller = (one: Seller | null) => sellerLines({ seller: one, language: 'en' } as SalesDocument, words);
const buyer = (one: Buyer | null) =>
  buyerLines({ buyer: one, accountId: 'acc_1', language: 'en' } as SalesDocument, words);

test('a seller is named line by line, without what was not said', () => {
  const address = { street: '', postalCode: '', city: 'Praha 1' };
  const little = { ...SELLER, address, companyId: '', vatId: '', register: '', isVatPayer: false };

  expect(seller(SELLER)).toEqual([
    ...['Severní záře s.r.o.', 'Dlouhá třída 1', '110 00 Praha 1', 'Czechia', 'Company ID (IČO) 27082440'],
    ...['VAT ID (DIČ) CZ27082440', 'C 12345, Městský soud v Praze'],
  ]);
  expect(seller(little)).toEqual(['Severní záře s.r.o.', 'Praha 1', 'Czechia', 'Not registered for VAT']);
  expect(seller({ ...little, address: { ...address, city: '' } })).toEqual([
    ...['Severní záře s.r.o.', 'Not registered for VAT'],
  ]);
  expect(seller(null)).toEqual(['–']);
});

test('a buyer is named line by line, or by the account', () => {
  expect(buyer(BUYER)).toEqual([
    ...['Ledovec s.r.o.', 'Příčná 12/3', '400 01 Ústí nad Labem', 'Czechia', 'Company ID (IČO) 12345679'],
    'VAT ID (DIČ) CZ12345679',
  ]);
  expect(buyer(US_PERSON)).toEqual(['Jane Doe', '12 Main Street', '97201 Portland', 'United States']);
  expect(buyer(null)).toEqual(['Customer acc_1']);
});
