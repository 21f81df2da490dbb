import type { BillingView } from '../../../../src/features/shop/contract.ts';
import { isZeroCzk } from '../../czk.ts';
import { tokensLeft } from './tokens-left.ts';

type Pots = Pick<BillingView, 'creditCzk' | 'plan' | 'packages'>;

/** The crowns that are left of the plan. */
const hasCrowns = ({ plan, packages }: Omit<Pots, 'creditCzk'>): boolean =>
  [plan, ...packages].some((pot) => pot?.crowns && !isZeroCzk(pot.crowns.leftCzk));

/** True where something pays for requests: credit, or what the plan or a package has left. */
export const canPay = (pots: Pots): boolean => !isZeroCzk(pots.creditCzk) || tokensLeft(pots) > 0 || hasCrowns(pots);
