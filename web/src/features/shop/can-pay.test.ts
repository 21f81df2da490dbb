import { expect, test } from 'bun:test';
import { canPay } from './can-pay.ts';
import { tokensLeft } from './tokens-left.ts';

const pot = { id: 'p', label: 'package', tokens: 10, crowns: null, tokensHeld: 0, expiresAtMs: 1 };
const plan = {
  id: 'pro',
  name: { en: 'Pro', cs: 'Pro' },
  startsAtMs: 0,
  endsAtMs: 1,
  nextPlan: 'pro',
  order: 1,
  monthsPaid: 0,
  isRenewing: true,
  tokens: 10,
  crowns: null,
  tokensHeld: 0,
} as const;

test.each([
  ['nothing', { creditCzk: '0', plan: null, packages: [] }, false],
  ['credit', { creditCzk: '0.000000001', plan: null, packages: [] }, true],
  ['a plan with tokens', { creditCzk: '0', plan: { ...plan, tokensLeft: 1 }, packages: [] }, true],
  ['a plan without tokens', { creditCzk: '0', plan: { ...plan, tokensLeft: 0 }, packages: [] }, false],
  ['a package with tokens', { creditCzk: '0', plan: null, packages: [{ ...pot, tokensLeft: 1 }] }, true],
  ['a package without tokens', { creditCzk: '0', plan: null, packages: [{ ...pot, tokensLeft: 0 }] }, false],
])('an account with %s can pay, or cannot', (_, pots, expected) => {
  expect(canPay(pots)).toBe(expected);
});

test('tokens left are those of the plan and of all packages', () => {
  const packages = [3, 4].map((left) => ({ ...pot, tokensLeft: left }));

  expect(tokensLeft({ plan: { ...plan, tokensLeft: 5 }, packages })).toBe(12);
});
