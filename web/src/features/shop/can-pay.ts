import type { BillingView } from '../../../../src/features/shop/contract.ts';
import { isZeroCzk } from '../../czk.ts';

type Pots = Pick<BillingView, 'creditCzk' | 'plan' | 'packages'>;

/** The tokens that are left of the plan and of packages. */
export const tokensLeft = ({ plan, packages }: Omit<Pots, 'creditCzk'>): number =>
  [plan, ...packages].reduce((sum, pot) => sum + (pot?.tokensLeft ?? 0), 0);

/** True where something pays for requests: credit, or tokens of the plan or of a package. */
export const canPay = (pots: Pots): boolean => !isZeroCzk(pots.creditCzk) || tokensLeft(pots) > 0;
