import type { OfferView, PlanView } from '../../../../src/features/shop/contract.ts';

/** True where the chosen plan comes with the next period of the one that goes on, so that nothing is charged now. */
export function comesLater(
  chosen: Pick<OfferView, 'plan' | 'tokens'>,
  running: Pick<PlanView, 'id' | 'nextPlan' | 'tokens'> | null,
): boolean {
  if (!running || running.nextPlan === null || chosen.plan === null) return false;
  if (chosen.plan === running.id) return running.nextPlan !== running.id;
  return (chosen.tokens ?? 0) <= running.tokens;
}
