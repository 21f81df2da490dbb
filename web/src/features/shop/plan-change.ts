import type { OfferView, PlanView } from '../../../../src/features/shop/contract.ts';

/** True where the chosen plan comes with the next payment of the one that goes on, so that nothing is charged now. */
export function comesLater(
  chosen: Pick<OfferView, 'plan' | 'order'>,
  running: Pick<PlanView, 'id' | 'nextPlan' | 'order' | 'isRenewing'> | null,
): boolean {
  if (!running?.isRenewing || chosen.plan === null) return false;
  if (chosen.plan === running.id) return running.nextPlan !== running.id;
  return (chosen.order ?? 0) <= running.order;
}
