import { describe, expect, test } from 'bun:test';
import { seeded } from '../../../test/support/random.ts';
import { isCzechCompanyId, isInEu, isVatId, plainId } from './company-id.ts';
import { COUNTRIES } from './countries.ts';

describe('a Czech company id', () => {
  test.each(['27082440', '45317054', '00006947', '25596641', '12345679', '00000001'])('%s is right', (id) => {
    expect(isCzechCompanyId(id)).toBe(true);
  });

  test.each(['27082441', '12345678', '1234567', '123456790', '2708244O', ''])('%s is wrong', (id) => {
    expect(isCzechCompanyId(id)).toBe(false);
  });

  test('has one right last digit', () => {
    const random = seeded(7);
    for (let round = 0; round < 500; round += 1) {
      const seven = String(random.integer(0, 9_999_999)).padStart(7, '0');
      const right = [...'0123456789'].filter((digit) => isCzechCompanyId(seven + digit));
      expect(right.length, seven).toBe(1);
    }
  });
});

describe('a VAT id', () => {
  test.each([
    ['CZ27082440', 'CZ', 'of a company'],
    ['CZ699001182', 'CZ', 'of a group of companies'],
    ['CZ640903926', 'CZ', 'of a special case'],
    ['CZ600000008', 'CZ', 'of a special case, with the check digit of a sum that 11 divides'],
    ['CZ600000069', 'CZ', 'of a special case, with the check digit of the sum after it'],
    ['CZ7103192745', 'CZ', 'of a person'],
    ['CZ7101011236', 'CZ', 'of a man born in January'],
    ['CZ7162311233', 'CZ', 'of a woman born in December'],
    ['CZ0121011231', 'CZ', 'of a man in a year that ran out of numbers'],
    ['CZ0171011236', 'CZ', 'of a woman in a year that ran out of numbers'],
    ['CZ0002291234', 'CZ', 'of a person born on the leap day of 2000'],
    ['CZ7103190040', 'CZ', 'of a person whose check digit would be ten'],
    ['CZ395601439', 'CZ', 'of a person born before 1954'],
    ['CZ531231123', 'CZ', 'of a person born at the end of 1953'],
    ['DE123456789', 'DE', 'of Germany'],
    ['ATU12345678', 'AT', 'of Austria'],
    ['EL123456789', 'GR', 'of Greece, whose prefix is another'],
    ['SK2020273893', 'SK', 'of Slovakia'],
    ['CHE123456789', 'CH', 'of a country outside of the EU'],
  ])('%s of %s is right: %s', (id, country) => {
    expect(isVatId(id, country)).toBe(true);
  });

  test.each([
    ['CZ27082441', 'CZ', 'its check digit'],
    ['CZ699001183', 'CZ', 'its check digit'],
    ['CZ7103192746', 'CZ', 'its check digit'],
    ['CZ7113192745', 'CZ', 'its month'],
    ['CZ590312123', 'CZ', 'it has nine digits and a year that has ten'],
    ['CZ000229123', 'CZ', '1900 had no leap day'],
    ['CZ7102311238', 'CZ', 'its day'],
    ['27082440', 'CZ', 'it has no prefix'],
    ['DE123456789', 'CZ', 'it is of another country'],
    ['GR123456789', 'GR', 'Greece writes EL'],
    ['DE12345678', 'DE', 'a digit is missing'],
    ['', 'US', 'there is none'],
  ])('%s of %s is wrong: %s', (id, country) => {
    expect(isVatId(id, country)).toBe(false);
  });

  test('of a special case has one right last digit', () => {
    const random = seeded(8);
    for (let round = 0; round < 500; round += 1) {
      const eight = `6${String(random.integer(0, 9_999_999)).padStart(7, '0')}`;
      const right = [...'0123456789'].filter((digit) => isVatId(`CZ${eight}${digit}`, 'CZ'));
      expect(right.length, eight).toBe(1);
    }
  });

  test('is read as people write it', () => {
    expect(plainId(' cz 270-82.440 ')).toBe('CZ27082440');
  });
});

test('the EU has 27 countries, and each is a country', () => {
  const members = COUNTRIES.filter(isInEu);

  expect([members.length, new Set(COUNTRIES).size]).toEqual([27, 249]);
});
