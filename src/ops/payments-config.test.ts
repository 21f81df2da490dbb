import { describe, expect, test } from 'bun:test';
import { testConfig } from '../../test/support/test-config.ts';
import { parseCzk } from '../domain/money.ts';

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
    expect(testConfig({}).shop).toEqual({ offers: [], methods: [], bank: null, seller: null });
  });

  test.each([
    ['no webhook secret', { secretKey: 'sk_test_1' }],
    ['an empty webhook secret', { secretKey: 'sk_test_1', webhookSecret: '' }],
    ['no key', { webhookSecret: 'whsec_12345678' }],
  ])('by card are off with %s, and the operator gets a warning', (_, stripe) => {
    const { shop, warnings } = read({ stripe });

    expect([shop.methods, shop.offers]).toEqual([[], []]);
    expect(warnings).toEqual(['payments.stripe has no secretKey or no webhookSecret: payment by card is off.']);
  });

  test('have an id for each offer', () => {
    const { shop } = read({
      bank: BANK,
      amounts: ['99.50'],
      packages: [{ id: 'small', tokens: 1000, czk: 20, days: 7 }],
      plans: { ultra: { czk: '900' } },
    });

    expect(shop.methods).toEqual(['bank']);
    expect(shop.bank?.iban).toBe('CZ6508000000192000145399');
    expect(shop.offers).toEqual([
      { id: 'credit-99.50', kind: 'credit', amount: parseCzk('99.5') },
      { id: 'package-small', kind: 'package', amount: parseCzk('20'), tokens: 1000n, days: 7 },
      { id: 'plan-ultra', kind: 'plan', plan: 'ultra', amount: parseCzk('900') },
    ]);
  });

  test('say everything that is wrong at once, and no secret', () => {
    const told = problems({
      stripe: { secretKey: 'my-secret-key', webhookSecret: 'my-webhook-secret' },
      bank: { iban: 'CZ6508000000192000145398', name: '' },
      amounts: ['14.99', '1.001', '-5'],
      packages: [{ id: 'A B', tokens: 0, czk: '100', days: 0 }],
      plans: { team: { czk: '1' } },
    });

    expect(told.length).toBeGreaterThanOrEqual(10);
    expect(told.join(' ')).not.toContain('my-');
  });
});
