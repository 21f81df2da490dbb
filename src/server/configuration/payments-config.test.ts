import { describe, expect, test } from 'bun:test';
import { testConfig } from '../../../test/support/test-config.ts';
import { parseCzk } from '../../core/money.ts';
import { openShop } from '../../core/offer.ts';
import { DEFAULT_PLANS } from '../../core/plan.ts';
import { offersFrom } from '../../features/shop/offer-terms.ts';

const read = (payments: unknown) => testConfig({ BOREAL_PAYMENTS: JSON.stringify(payments) });
const BANK = { iban: 'CZ65 0800 0000 1920 0014 5399', name: 'Seller' };

function problems(payments: unknown): readonly string[] {
  try {
    read(payments);
    return [];
  } catch (error) {
    return (error as { problems: readonly string[] }).problems;
  }
}

describe('payments', () => {
  test('sell nothing where there is no way to pay', () => {
    const { shop, sold } = testConfig({});
    const open = openShop(
      () => shop,
      () => offersFrom(sold, DEFAULT_PLANS),
    );

    expect(open).toEqual({ offers: [], anyAmount: null, methods: [], bank: null, seller: null, termsVersion: null });
    expect([...sold.keys()]).toEqual(['amounts']);
  });

  test.each([
    ['no webhook secret', { secretKey: 'sk_test_1' }],
    ['an empty webhook secret', { secretKey: 'sk_test_1', webhookSecret: '' }],
    ['no key', { webhookSecret: 'whsec_12345678' }],
  ])('by card are off with %s, and the operator gets a warning', (_, stripe) => {
    const { shop, warnings } = read({ stripe });

    expect(shop.methods).toEqual([]);
    expect(warnings).toEqual(['payments.stripe has no secretKey or no webhookSecret: payment by card is off.']);
  });

  test('have an id for each offer', () => {
    const { shop, sold } = read({
      bank: BANK,
      amounts: ['99.50'],
      packages: [{ id: 'small', tokens: 1000, czk: 20, days: 7 }],
      plans: { ultra: { czk: '900' } },
    });

    expect(shop.methods).toEqual(['bank']);
    expect(shop.bank?.iban).toBe('CZ6508000000192000145399');
    expect(offersFrom(sold, DEFAULT_PLANS).offers).toEqual([
      { id: 'credit-99.5', kind: 'credit', amount: parseCzk('99.5') },
      { id: 'package-small', kind: 'package', amount: parseCzk('20'), tokens: 1000n, days: 7 },
      {
        id: 'plan-ultra',
        kind: 'plan',
        plan: 'ultra',
        name: { en: 'Ultra', cs: 'Ultra' },
        every: 'month',
        amount: parseCzk('900'),
      },
    ]);
  });

  test('sell any amount between two limits where they are set, and only there', () => {
    const anyAmount = { min: '50', max: 19999.5 };

    expect(offersFrom(read({ bank: BANK }).sold, DEFAULT_PLANS).anyAmount).toBeNull();
    expect(offersFrom(read({ bank: BANK, anyAmount }).sold, DEFAULT_PLANS).anyAmount).toEqual({
      min: parseCzk('50'),
      max: parseCzk('19999.5'),
    });
  });

  test.each([
    ['less than Stripe takes', { min: '14.99', max: '100' }, 'payments.anyAmount.min'],
    ['more than Stripe takes', { min: '100', max: '1000000' }, 'payments.anyAmount.max'],
    ['parts of a heller', { min: '100', max: '200.001' }, 'payments.anyAmount.max'],
    ['the limits the wrong way round', { min: '100', max: '99.99' }, 'payments.anyAmount.max'],
    ['one limit', { min: '100' }, 'payments.anyAmount.max'],
  ])('refuse any amount with %s, and name it', (_, anyAmount, named) => {
    expect(problems({ bank: BANK, anyAmount }).map((problem) => problem.split(/[ :(]/)[0])).toEqual([named]);
  });

  test('say everything that is wrong at once, and no secret', () => {
    const told = problems({
      stripe: { secretKey: 'my-secret-key', webhookSecret: 'my-webhook-secret' },
      bank: { iban: 'CZ6508000000192000145398', name: '' },
      amounts: ['14.99', '1.001', '-5', 'much'],
      anyAmount: { min: 'little', max: '-1' },
      packages: [{ id: 'A B', tokens: 0, czk: '100', days: 0 }],
      plans: { team: { czk: '1' } },
    });

    expect(told.length).toBeGreaterThanOrEqual(10);
    expect(told.join(' ')).not.toContain('my-');
  });

  test('have a seller with an address and numbers that can be right', () => {
    const seller = {
      name: 'Boreal s.r.o.',
      address: { street: 'Dlouhá 1', postalCode: '110 00', city: 'Praha 1' },
      companyId: '270 82 440',
      vatId: 'cz27082440',
      register: 'C 12345, Městský soud v Praze',
      vatPayer: true,
      series: { invoice: 'FV' },
    };

    expect(read({ seller }).shop.seller).toMatchObject({
      companyId: '27082440',
      vatId: 'CZ27082440',
      isVatPayer: true,
      vatRate: 21,
      series: { invoice: 'FV', creditNote: 'D' },
    });
  });

  test.each([
    ['an IČO with a wrong digit', { companyId: '27082441' }, ['payments.seller.companyId']],
    ['a DIČ with a wrong digit', { vatId: 'CZ27082441' }, ['payments.seller.vatId']],
    ['one line for an address', { address: 'Praha 1' }, ['payments.seller.address']],
    ['a series with a space', { series: { invoice: 'F V' } }, ['payments.seller.series.invoice']],
    [
      'VAT and nothing that a tax document needs',
      { vatPayer: true },
      ['vatId', 'companyId', 'address.street', 'address.city', 'address.postalCode'].map(
        (at) => `payments.seller.${at}`,
      ),
    ],
  ])('refuse a seller with %s, and name it', (_, changes, named) => {
    const told = problems({ seller: { name: 'Boreal', ...changes } });

    expect(told.map((problem) => problem.split(/[ :(]/)[0])).toEqual(named);
  });
});
