import { expect, test } from 'bun:test';
import { coveredTokensOf, isMoney } from './ledger.ts';

test('credit and pots in CZK are money, other pots hold tokens', () => {
  expect([isMoney({ kind: 'credit' }), isMoney({ kind: 'plan', unit: 'CZK' })]).toEqual([true, true]);
  expect([isMoney({ kind: 'plan' }), isMoney({ kind: 'package' })]).toEqual([false, false]);
});

test('tokens are covered by plans and packages: what they processed, where it is not what they paid', () => {
  const paidBy = [
    { kind: 'plan', amount: 30n, tokens: 7n },
    { kind: 'package', amount: 5n },
    { kind: 'credit', amount: 900n },
  ] as const;

  expect(coveredTokensOf(paidBy)).toBe(12n);
  expect(coveredTokensOf([])).toBe(0n);
});
