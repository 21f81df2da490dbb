import { describe, expect, test } from 'bun:test';
import { overviewSpans } from './overview.ts';

const spans = (period: 'today' | '7d' | '30d', at: string) => {
  const { now, before } = overviewSpans(period, Date.parse(at));
  return [now.fromMs, now.toMs, before.fromMs, before.toMs].map((ms) => new Date(ms).toISOString().slice(0, 16));
};

describe('the periods of the overview', () => {
  test('are days of Prague up to the running hour, compared with the same hours before', () => {
    expect(spans('today', '2026-11-16T09:20:00Z')).toEqual([
      '2026-11-15T23:00',
      '2026-11-16T10:00',
      '2026-11-14T23:00',
      '2026-11-15T10:00',
    ]);
    expect(spans('7d', '2026-11-16T09:20:00Z')).toEqual([
      '2026-11-09T23:00',
      '2026-11-16T10:00',
      '2026-11-02T23:00',
      '2026-11-09T10:00',
    ]);
    expect(spans('30d', '2026-11-16T09:20:00Z')[0]).toBe('2026-10-17T22:00');
  });

  test('never overlap, also on the day that has 25 hours', () => {
    // 2026-10-25 in Prague ends at 23:00 UTC; the day before it has an hour less.
    expect(spans('today', '2026-10-25T22:30:00Z')).toEqual([
      '2026-10-24T22:00',
      '2026-10-25T23:00',
      '2026-10-23T22:00',
      '2026-10-24T22:00',
    ]);
  });
});
