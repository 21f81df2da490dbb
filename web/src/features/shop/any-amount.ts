/** Credit of an amount that the customer types. */
import type { AmountRangeView, OffersView } from '../../../../src/features/shop/contract.ts';
import { czkFromTyped, nanosOf } from '../../czk.ts';

/** The offer under which any amount is ordered. */
export const ANY_AMOUNT = 'credit';

/** A payment has no smaller part than a heller. */
const NANOS_PER_HELLER = 10_000_000n;

/** The amount as the server takes it; nothing where it is none, has parts of a heller, or is beyond the limits. */
export function amountWithin(typed: string, { minCzk, maxCzk }: AmountRangeView): string | undefined {
  const czk = czkFromTyped(typed);
  if (czk === undefined) return undefined;
  const amount = nanosOf(czk);
  const isWithin = amount >= nanosOf(minCzk) && amount <= nanosOf(maxCzk);
  return isWithin && amount % NANOS_PER_HELLER === 0n ? czk : undefined;
}

/** True where there is anything to buy. */
export const sells = (shop: OffersView | undefined): boolean =>
  shop !== undefined && (shop.offers.length > 0 || shop.anyAmount !== null);
