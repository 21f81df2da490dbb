/** Which of the limits that count for a request refuses it. */
import { LIMIT_OWNERS, type LimitUnit, type LimitUse } from '../../core/limit.ts';

/** A leased limit and what may still be used of it. */
export type LimitLeft = Pick<LimitUse, 'id' | 'owner' | 'unit' | 'window' | 'model'> & { readonly left: bigint };

/** The limit that refuses first: the one with the least left; of equal ones the nearest to the key. */
export function lowestOf(limits: readonly LimitLeft[], unit: LimitUnit): LimitLeft | undefined {
  let lowest: LimitLeft | undefined;
  for (const limit of limits) {
    if (limit.unit === unit && (!lowest || isLower(limit, lowest))) lowest = limit;
  }
  return lowest;
}

const isLower = (one: LimitLeft, other: LimitLeft): boolean =>
  one.left < other.left || (one.left === other.left && placeOf(one) < placeOf(other));

const placeOf = ({ owner }: LimitLeft): number => LIMIT_OWNERS.indexOf(owner);
