import { describe, expect, test } from 'bun:test';
import { BUYER, EU_BUYER, US_PERSON } from '../../../test/support/known-buyers.ts';
import { SELLER } from '../../../test/support/known-sellers.ts';
import { seeded } from '../../../test/support/random.ts';
import type { Seller } from '../../core/offer.ts';
import type { Buyer, VatCheck } from '../shop/index.ts';
import { isInEu } from './company-id.ts';
import { COUNTRIES } from './countries.ts';
import { returnedLineOf, type Sale, taxationOf, taxIn, vatLineOf } from './vat.ts';

const sale = (seller: Seller | null, buyer: Buyer | null, more: Partial<Sale> = {}): Sale => ({
  ...{ seller, buyer, check: null, paymentCountry: null },
  ...more,
});
const treatmentOf = (seller: Seller | null, buyer: Buyer | null) => taxationOf(sale(seller, buyer)).treatment;
const OSS: Seller = { ...SELLER, vatElsewhere: 'oss' };
const GERMAN = { ...US_PERSON, country: 'DE' };
const CHECK: VatCheck = { state: 'valid', vatId: EU_BUYER.vatId, name: '', requestId: 'WAPI', atMs: 1 };

describe('VAT', () => {
  test.each([
    ['of a Czech company', BUYER, 'included'],
    ['of a buyer who is not named', null, 'included'],
    ['of a company elsewhere in the EU', EU_BUYER, 'reverse-charge'],
    ['of a person elsewhere in the EU', { ...EU_BUYER, vatId: '' }, 'included'],
    ['of a company outside of the EU', { ...EU_BUYER, country: 'US', vatId: '' }, 'outside'],
    ['of a person outside of the EU', US_PERSON, 'outside-person'],
    ['of a person in a country that has left the EU', { ...US_PERSON, country: 'GB' }, 'outside-person'],
    ['of a person in Monaco, which is France for VAT', { ...US_PERSON, country: 'MC' }, 'included'],
    ['of a company in Monaco', { ...EU_BUYER, country: 'MC', vatId: 'FR83404833048' }, 'reverse-charge'],
    ['of a Czech person', { ...US_PERSON, country: 'CZ' }, 'included'],
  ] as const)('%s', (_, buyer, treatment) => {
    expect(treatmentOf(SELLER, buyer)).toBe(treatment);
    expect(treatmentOf({ ...SELLER, isVatPayer: false }, buyer)).toBe('none');
    expect(treatmentOf(null, buyer)).toBe('none');
  });

  test.each([
    ['in Germany', GERMAN, { treatment: 'oss', rate: 19, country: 'DE' }],
    [
      'in Finland, whose rate has a decimal',
      { ...GERMAN, country: 'FI' },
      { treatment: 'oss', rate: 25.5, country: 'FI' },
    ],
    ['in Monaco', { ...GERMAN, country: 'MC' }, { treatment: 'oss', rate: 20, country: 'MC' }],
    ['at home', { ...GERMAN, country: 'CZ' }, { treatment: 'included', rate: 21, country: 'CZ' }],
    ['outside of the EU', US_PERSON, { treatment: 'outside-person', rate: 0, country: null }],
  ] as const)('of a person %s, through the one-stop shop', (_, buyer, taxation) => {
    expect(taxationOf(sale(OSS, buyer))).toEqual(taxation);
  });

  test('of a person who names no address is that of the country of the payment, where the country counts', () => {
    expect(taxationOf(sale(OSS, null, { paymentCountry: 'DE' })).country).toBe('DE');
    expect(taxationOf(sale(OSS, null, { paymentCountry: 'US' })).country).toBe('CZ');
    expect(taxationOf(sale(SELLER, null, { paymentCountry: 'DE' })).country).toBe('CZ');
    expect(taxationOf(sale(OSS, GERMAN, { paymentCountry: 'FR' })).country).toBe('DE');
  });

  test('of a company is reverse charge where VIES knows it or is not asked, and else that of a person', () => {
    const treatment = (check: VatCheck | null, seller = SELLER) =>
      taxationOf(sale(seller, EU_BUYER, { check })).treatment;

    expect([treatment(null), treatment(CHECK)]).toEqual(['reverse-charge', 'reverse-charge']);
    expect(treatment({ ...CHECK, state: 'invalid' })).toBe('included');
    expect(treatment({ ...CHECK, state: 'unreachable' })).toBe('included');
    expect(treatment({ ...CHECK, state: 'invalid' }, OSS)).toBe('oss');
  });

  test('has a rate for every country of the EU', () => {
    for (const country of COUNTRIES.filter(isInEu)) expect(SELLER.vatRates[country], country).toBeWithin(15, 28);
  });

  test.each([
    [10_000, 21, 1_736],
    [12_100, 21, 2_100],
    [1, 21, 0],
    [3, 21, 1],
    [1_500, 21, 260],
    [11_200, 12, 1_200],
    [999_999_999, 21, 173_553_719],
    [0, 21, 0],
    [12_550, 25.5, 2_550],
  ])('in %i hellers at %i %% is %i', (hellers, rate, tax) => {
    expect(taxIn(hellers, rate)).toBe(tax);
  });

  test('is the nearest heller to the exact tax, for any amount and rate', () => {
    const random = seeded(20_261_116);
    for (let round = 0; round < 5000; round += 1) {
      const [hellers, rate] = [random.integer(0, 999_999_999), random.integer(1, 30)];
      const [n, r] = [BigInt(hellers), BigInt(rate)];
      const twice = 2n * BigInt(taxIn(hellers, rate)) * (100n + r) - 2n * n * r;
      expect(twice > -(100n + r) && twice <= 100n + r, `${hellers} at ${rate} %`).toBe(true);
    }
  });

  test('and its base are the amount, and parts that go back take exactly what there was', () => {
    const random = seeded(7);
    for (let round = 0; round < 2000; round += 1) {
      const total = random.integer(1_500, 999_999_999);
      const terms = {
        treatment: random.pick(['included', 'reverse-charge', 'outside', 'outside-person'] as const),
        rate: 21,
      };
      const whole = vatLineOf(total, terms)!;
      const sum = { base: whole.base, tax: whole.tax };
      let left = total;
      while (left > 0) {
        const returned = random.integer(1, left);
        const part = returnedLineOf(left, returned, terms)!;
        expect(part.base + part.tax).toBe(-returned);
        sum.base += part.base;
        sum.tax += part.tax;
        left -= returned;
      }
      expect([whole.base + whole.tax, sum.base, sum.tax], `${total} of ${terms.treatment}`).toEqual([total, 0, 0]);
    }
  });
});
