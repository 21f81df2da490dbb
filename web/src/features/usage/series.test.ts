import { describe, expect, test } from 'bun:test';
import type { UsagePoint, UsageView } from '../../../../src/features/usage/contract.ts';
import { layOut, measuresOf, ticksUpTo } from './series.ts';

const point = (about: Partial<UsagePoint>): UsagePoint => ({
  atMs: 0,
  requests: 1,
  czk: '0',
  inputTokens: 0,
  cachedInputTokens: 0,
  outputTokens: 0,
  reasoningTokens: 0,
  planTokens: 0,
  packageTokens: 0,
  creditTokens: 0,
  ...about,
});
const view = (series: UsageView['series'], startsMs: readonly number[] = [0]): UsageView => ({
  step: 'day',
  startsMs,
  series,
  total: point({}),
  errors: [],
  firstToken: null,
});

describe('usage laid out', () => {
  test('points fall into the row in which they happened, gaps are zero, and amounts add up exactly', () => {
    const usage = view(
      [
        {
          id: 'svc-frost',
          label: 'svc-frost',
          points: [
            point({ atMs: 100, czk: '0.1' }),
            point({ atMs: 350, czk: '0.2' }),
            point({ atMs: 399, czk: '0.1' }),
          ],
        },
        { id: 'svc-glacier', label: 'svc-glacier', points: [point({ atMs: 300, czk: '5' })] },
      ],
      [100, 200, 300],
    );

    const layout = layOut(usage, 'model', 'czk');

    expect(layout.columns.map(({ id }) => id)).toEqual(['svc-glacier', 'svc-frost']);
    expect(layout.columns[1]!.values).toEqual([100_000_000n, 0n, 300_000_000n]);
    expect(layout.rowTotals).toEqual([100_000_000n, 0n, 5_300_000_000n]);
    expect(layout.total).toBe(5_400_000_000n);
  });

  test('tokens are input and output; what is cached or reasoning is inside them', () => {
    const usage = view([
      {
        id: 'a',
        label: 'a',
        points: [point({ inputTokens: 10, cachedInputTokens: 8, outputTokens: 5, reasoningTokens: 3 })],
      },
    ]);

    expect(layOut(usage, 'key', 'tokens').total).toBe(15n);
    expect(layOut(usage, 'key', 'requests').total).toBe(1n);
  });

  test('what has nothing of the measure gets no column', () => {
    const usage = view([{ id: 'plan', label: 'Plan', points: [point({ planTokens: 10, inputTokens: 10 })] }]);

    expect(layOut(usage, 'key', 'czk').columns).toEqual([]);
    expect(layOut(usage, 'key', 'tokens').columns).toHaveLength(1);
  });

  test('beyond six columns the small ones become one, and nothing is lost', () => {
    const usage = view(
      Array.from({ length: 9 }, (_, i) => ({
        id: `key_${i}`,
        label: `Key ${i}`,
        points: [point({ requests: i + 1 })],
      })),
    );

    const { columns, total } = layOut(usage, 'key', 'requests');

    expect(columns.map(({ label }) => label)).toEqual(['Key 8', 'Key 7', 'Key 6', 'Key 5', 'Key 4', null]);
    expect(columns[5]!.total).toBe(10n);
    expect(total).toBe(45n);
  });

  test('a point before the first row is left out', () => {
    const usage = view([{ id: 'a', label: 'a', points: [point({ atMs: 5 })] }], [10, 20]);
    expect(layOut(usage, 'key', 'requests').total).toBe(0n);
  });

  test('by pot tokens are those that the pot paid, and requests are not offered', () => {
    const usage = view([
      { id: 'plan', label: 'plan', points: [point({ planTokens: 10, requests: 0 })] },
      { id: 'credit', label: 'credit', points: [point({ creditTokens: 4, czk: '0.5', requests: 0 })] },
    ]);

    expect(layOut(usage, 'pot', 'tokens').columns.map(({ id, total }) => [id, total])).toEqual([
      ['plan', 10n],
      ['credit', 4n],
    ]);
    expect(measuresOf('pot')).toEqual(['czk', 'tokens']);
    expect(measuresOf('model')).toContain('requests');
  });
});

describe('the axis', () => {
  test.each([
    [7, 1, [0, 2, 4, 6, 8]],
    [3, 1, [0, 1, 2, 3]],
    [1, 1, [0, 1]],
    [10, 1, [0, 2, 4, 6, 8, 10]],
    [1_234_567, 1, [0, 500_000, 1_000_000, 1_500_000]],
    [1000, 1, [0, 200, 400, 600, 800, 1000]],
    [0.0123, 1e-9, [0, 0.005, 0.01, 0.015]],
    [1e-9, 1e-9, [0, 1e-9]],
  ])('up to %p, no finer than %p, has the round numbers %p', (largest, finest, ticks) => {
    const written = (values: readonly number[]) => values.map((value) => value.toFixed(10));

    expect(written(ticksUpTo(largest, finest))).toEqual(written(ticks));
  });

  test('ends at the largest or above it, in five steps at most', () => {
    for (let largest = 1; largest < 20_000; largest += 7) {
      const ticks = ticksUpTo(largest / 1000, 1e-9);
      expect(ticks.length, String(largest)).toBeLessThanOrEqual(6);
      expect(ticks.at(-1)!, String(largest)).toBeGreaterThanOrEqual((largest / 1000) * (1 - 1e-6));
    }
  });
});
