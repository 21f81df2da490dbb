/** Which limits count for a request, and which of them refuses it. */
import { LIMIT_OWNERS, type LimitUse } from '../../core/limit.ts';

/** Requests are counted as they come; the others are leased, because they are known when a request has ended. */
export type LeasedUnit = 'CZK' | 'tokens';

/** A leased limit and what may still be used of it. */
export type LimitLeft = Pick<LimitUse, 'id' | 'owner' | 'window'> & {
  readonly unit: LeasedUnit;
  readonly left: bigint;
};

/** The limit that refuses first: the one with the least left; of equal ones the nearest to the key. */
export function lowestOf(limits: readonly LimitLeft[], unit: LeasedUnit): LimitLeft | undefined {
  let lowest: LimitLeft | undefined;
  for (const limit of limits) {
    if (limit.unit === unit && (!lowest || isLower(limit, lowest))) lowest = limit;
  }
  return lowest;
}

const isLower = (one: LimitLeft, other: LimitLeft): boolean =>
  one.left < other.left || (one.left === other.left && placeOf(one) < placeOf(other));

const placeOf = ({ owner }: LimitLeft): number => LIMIT_OWNERS.indexOf(owner);
