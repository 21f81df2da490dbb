/**
 * What the calls of a server cost PostgreSQL, in processor time of all of its processes. Measured by
 * `npm run bench -- scale --measure`, which prints this table; docs/operating/scale.md says when and where.
 */

export type Kind = 'extend' | 'write' | 'giveBack' | 'sync' | 'wanted';

type Cost = {
  readonly fixedUs: number;
  /** For each account, or row of the journal, in it. */
  readonly eachUs: number;
  readonly isFlushed: boolean;
};

export const COSTS: Readonly<Record<Kind, Cost>> = {
  extend: { fixedUs: 1370, eachUs: 43, isFlushed: true },
  write: { fixedUs: 1200, eachUs: 120, isFlushed: true },
  giveBack: { fixedUs: 1680, eachUs: 160, isFlushed: true },
  sync: { fixedUs: 2880, eachUs: 29, isFlushed: true },
  wanted: { fixedUs: 150, eachUs: 0, isFlushed: false },
};
