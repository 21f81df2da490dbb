/**
 * How requests ended and how soon answers began, counted by the hour for the overview and for customers. The time of the
 * first token is kept as a histogram: percentiles of a month cannot be had from percentiles of its hours.
 */
import type { TimeSpan } from './calendar.ts';

export type OutcomeCount = { readonly status: number; readonly responses: number };

export type BucketCount = { readonly bucket: number; readonly answers: number };

/** Counts since the last time, each row once. */
export type OutcomeCounts = {
  readonly byModel: readonly (OutcomeCount & { readonly hourMs: number; readonly model: string })[];
  readonly byAccount: readonly (OutcomeCount & { readonly hourMs: number; readonly accountId: string })[];
  readonly firstTokens: readonly (BucketCount & { readonly hourMs: number; readonly model: string })[];
  /** When it is written: accounts with answers were active until then. */
  readonly atMs: number;
};

export interface OutcomeRecords {
  add(counts: OutcomeCounts): Promise<void>;
  /** The outcomes of all customers together, by ascending status. */
  within(span: TimeSpan): Promise<readonly OutcomeCount[]>;
  /** The first events by ascending bucket. */
  firstTokens(span: TimeSpan): Promise<readonly BucketCount[]>;
  /** The outcomes of one account, by ascending status. */
  ofAccount(accountId: string, span: TimeSpan): Promise<readonly OutcomeCount[]>;
}

/** Eight buckets for each doubling: what is read back is at most 4.5 % away from what was measured. */
const BUCKETS_PER_DOUBLING = 8;
/** Above two hours. */
const BUCKET_MAX = 183;

/** The first bucket has all up to a millisecond. */
export const bucketOf = (ms: number): number =>
  Math.min(BUCKET_MAX, Math.max(0, Math.ceil(BUCKETS_PER_DOUBLING * Math.log2(Math.max(ms, 1)))));

const msOf = (bucket: number): number => (bucket === 0 ? 1 : 2 ** ((bucket - 0.5) / BUCKETS_PER_DOUBLING));

/** The time within which this part of the answers began; null where there were none. */
export function percentileMs(counts: readonly BucketCount[], part: number): number | null {
  const all = counts.reduce((sum, { answers }) => sum + answers, 0);
  if (all === 0) return null;
  let seen = 0;
  for (const { bucket, answers } of counts) {
    seen += answers;
    if (seen >= part * all) return Math.round(msOf(bucket));
  }
  return null;
}
