/** A wait that grows while something keeps failing: twice as long after each failure in a row, up to a bound. */
export type GrowingWait = { readonly firstMs: number; readonly longestMs: number };

export const waitMsAfter = (failures: number, { firstMs, longestMs }: GrowingWait): number =>
  Math.min(longestMs, firstMs * 2 ** (failures - 1));

/** Before a process that has ended is started again: one that cannot run must not keep the machine busy with starting. */
export const RESTART_WAIT: GrowingWait = { firstMs: 500, longestMs: 30_000 };
