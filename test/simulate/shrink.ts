/** Fewer faults with which a seed is still broken: one after the other is left out, and stays out where it was not needed. */
import type { Fault } from './faults.ts';
import { type Outcome, type Run, simulate } from './simulate.ts';

export async function shrink(run: Run, broken: Outcome, isStill: (outcome: Outcome) => boolean): Promise<Outcome> {
  let least = broken;
  // From the largest parts to single ones, until none can be left out any more.
  for (let size = Math.ceil(least.faults.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < least.faults.length; ) {
      const faults: readonly Fault[] = least.faults.toSpliced(at, size);
      const tried = await simulate({ ...run, faults, onLine: undefined });
      if (isStill(tried)) least = tried;
      else at += size;
    }
  }
  return least;
}
