import { describe, expect, test } from 'bun:test';
import { BUYER, EU_BUYER, US_PERSON } from '../../../test/support/known-buyers.ts';
import { SELLER } from '../../../test/support/known-sellers.ts';
import { seeded } from '../../../test/support/random.ts';
import { returnedLineOf, taxIn, treatmentOf, vatLineOf } from './vat.ts';

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
    [10_000, 21, 1_736],
    [12_100, 21, 2_100],
    [1, 21, 0],
    [3, 21, 1],
    [1_500, 21, 260],
    [11_200, 12, 1_200],
    [999_999_999, 21, 173_553_719],
    [0, 21, 0],
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
