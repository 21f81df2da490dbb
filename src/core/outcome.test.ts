import { describe, expect, test } from 'bun:test';
import { type BucketCount, bucketOf, percentileMs } from './outcome.ts';

const countsOf = (times: readonly number[]): readonly BucketCount[] =>
  [...Map.groupBy(times, bucketOf)]
    .map(([bucket, some]) => ({ bucket, answers: some.length }))
    .sort((a, b) => a.bucket - b.bucket);

describe('percentiles of a histogram', () => {
  test('are at most 5 % away from what was measured', () => {
    const times = Array.from({ length: 1000 }, (_, at) => 200 * 1.005 ** at);

    for (const part of [0.01, 0.5, 0.95, 1]) {
      const exact = times[Math.ceil(part * times.length) - 1]!;
      const found = percentileMs(countsOf(times), part)!;
      expect(Math.abs(found - exact) / exact).toBeLessThan(0.05);
    }
  });

  test('are null without answers', () => {
    expect(percentileMs([], 0.5)).toBeNull();
  });

  test('know times that are nothing, and times that have no end', () => {
    expect([0, 0.4, 1].map(bucketOf)).toEqual([0, 0, 0]);
    expect(bucketOf(1e12)).toBe(bucketOf(1e9));
    expect(percentileMs(countsOf([0]), 0.5)).toBe(1);
  });
});
