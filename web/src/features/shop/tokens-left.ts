import type { BillingView } from '../../../../src/features/shop/contract.ts';

/** The tokens that are left of the plan and of packages. */
export const tokensLeft = ({ plan, packages }: Pick<BillingView, 'plan' | 'packages'>): number =>
  [plan, ...packages].reduce((sum, pot) => sum + (pot?.tokensLeft ?? 0), 0);
