import { expect, test } from 'bun:test';
import { amountWithin, sells } from './any-amount.ts';

const RANGE = { minCzk: '50', maxCzk: '20000' };

test.each([
  ['250', '250'],
  ['250.50', '250.5'],
  ['250,5 Kč', '250.5'],
  [' 1 250,50 ', '1250.5'],
  ['50', '50'],
  ['20000.00', '20000'],
])('%s is an amount as people type it', (typed, czk) => {
  expect(amountWithin(typed, RANGE)).toBe(czk);
});

test.each(['', '49.99', '20000.01', '12.345', '60.001', '-100', '1e3', 'NaN', '1,000.50', '100,,5', '0x64', '٣٠٠'])(
  '%s is no amount within the limits',
  (typed) => {
    expect(amountWithin(typed, RANGE)).toBeUndefined();
  },
);

test('any amount alone is enough to have something to buy', () => {
  const nothing = {
    methods: ['bank'],
    offers: [],
    anyAmount: null,
    termsVersion: null,
    asksToBegin: false,
    hasVat: false,
  } as const;

  expect([undefined, nothing, { ...nothing, anyAmount: RANGE }].map(sells)).toEqual([false, false, true]);
});
