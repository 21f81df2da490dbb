import { expect, test } from 'bun:test';
import { comesLater } from './plan-change.ts';

const PRO = { plan: 'pro', order: 1 } as const;
const ULTRA = { plan: 'ultra', order: 2 } as const;
const running = (id: 'pro' | 'ultra', nextPlan: 'pro' | 'ultra' | null = id) => ({
  id,
  nextPlan,
  order: id === 'pro' ? 1 : 2,
  isRenewing: nextPlan !== null,
});

test.each([
  ['a smaller plan', PRO, running('ultra'), true],
  ['the same plan again, where a smaller one was to follow', ULTRA, running('ultra', 'pro'), true],
  ['the plan that goes on anyway', ULTRA, running('ultra'), false],
  ['a larger plan', ULTRA, running('pro'), false],
  ['a plan beside one that ends', PRO, running('ultra', null), false],
  ['a first plan', PRO, null, false],
  ['credit', { plan: null, order: null }, running('ultra'), false],
])('%s: %#', (_, chosen, plan, isLater) => {
  expect(comesLater(chosen, plan)).toBe(isLater);
});
