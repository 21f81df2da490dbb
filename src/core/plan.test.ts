import { describe, expect, test } from 'bun:test';
import {
  anchorDayOf,
  changeTo,
  DEFAULT_PLANS,
  monthsIn,
  periodFrom,
  periodsDue,
  periodsEndMs,
  plansInOrder,
  planWindowAt,
} from './plan.ts';

const at = (iso: string): number => Date.parse(iso);
const subscription = (anchorDay: number, nextPlan: 'pro' | 'ultra' | null = 'pro') => ({
  accountId: 'a',
  plan: 'pro' as const,
  nextPlan,
  anchorDay,
});

test('Ultra grants two million tokens a period', () => {
  expect(DEFAULT_PLANS.ultra.tokens).toBe(2_000_000n);
});

test('plans are in their order, and by their names where it is the same', () => {
  const plans = { b: { order: 2 }, ultra: {}, c: { order: 1 }, a: { order: 2 } };

  expect(plansInOrder(plans)).toEqual(['c', 'a', 'b', 'ultra']);
});

test('windows of five hours are counted from the hour in which the period began, others are of the calendar', () => {
  const startsAtMs = at('2026-11-15T10:30:00Z');
  const window = (kind: '5h' | 'day' | 'week', iso: string) => {
    const { fromMs, toMs } = planWindowAt(kind, { startsAtMs, atMs: at(iso) });
    return [fromMs, toMs].map((ms) => new Date(ms).toISOString().slice(0, 16));
  };

  expect(window('5h', '2026-11-15T10:30:00Z')).toEqual(['2026-11-15T10:00', '2026-11-15T15:00']);
  expect(window('5h', '2026-11-15T14:59:59.999Z')).toEqual(['2026-11-15T10:00', '2026-11-15T15:00']);
  expect(window('5h', '2026-11-16T01:00:00Z')).toEqual(['2026-11-16T01:00', '2026-11-16T06:00']);
  expect(window('day', '2026-11-16T01:00:00Z')).toEqual(['2026-11-15T23:00', '2026-11-16T23:00']);
  expect(window('week', '2026-11-17T01:00:00Z')).toEqual(['2026-11-15T23:00', '2026-11-22T23:00']);
});

describe('a change of plan', () => {
  test('is named by what it means for who asks', () => {
    expect(changeTo('pro', undefined, DEFAULT_PLANS)).toBe('subscribe');
    expect(changeTo('ultra', 'pro', DEFAULT_PLANS)).toBe('upgrade');
    expect(changeTo('pro', 'ultra', DEFAULT_PLANS)).toBe('downgrade');
    expect(changeTo('pro', 'pro', DEFAULT_PLANS)).toBe('keep');
  });

  test('goes by the order of the plans, whatever they hold; to one of the same order is no upgrade', () => {
    const plans = { small: { order: 3, tokens: 9n }, large: { order: 4, tokens: 1n }, other: { order: 4, tokens: 9n } };

    expect(changeTo('large', 'small', plans)).toBe('upgrade');
    expect(changeTo('small', 'large', plans)).toBe('downgrade');
    expect(changeTo('other', 'large', plans)).toBe('downgrade');
  });
});

describe('a period', () => {
  test('runs from its first moment to local midnight on the anchor day of the next month', () => {
    const start = at('2026-11-15T10:30:00Z');

    expect(periodFrom({ startsAtMs: start, plan: 'pro', anchorDay: anchorDayOf(start) })).toEqual({
      plan: 'pro',
      startsAtMs: start,
      endsAtMs: at('2026-12-14T23:00:00Z'),
    });
  });

  test('that begins on the 31st ends on the last day of February and the next on the 31st of March', () => {
    const first = periodFrom({ startsAtMs: at('2027-01-31T08:00:00Z'), plan: 'pro', anchorDay: 31 });
    const second = periodFrom({ startsAtMs: first.endsAtMs, plan: 'pro', anchorDay: 31 });

    expect(first.endsAtMs).toBe(at('2027-02-27T23:00:00Z'));
    expect(second.endsAtMs).toBe(at('2027-03-30T22:00:00Z'));
  });

  test('in the last second of a day belongs to that day', () => {
    expect(anchorDayOf(at('2027-01-31T22:59:58Z'))).toBe(31);
    expect(anchorDayOf(at('2027-01-31T23:00:00Z'))).toBe(1);
  });
});

describe('a year', () => {
  test('is twelve months from the anchor: begun on 29 February it ends on the 28th, where the card is charged again', () => {
    const startsAtMs = at('2028-02-29T08:00:00Z');

    expect([monthsIn('year'), monthsIn('month'), monthsIn(undefined)]).toEqual([12, 1, 1]);
    expect(periodsEndMs({ startsAtMs, plan: 'pro', anchorDay: 29 }, 12)).toBe(at('2029-02-27T23:00:00Z'));
    expect(periodsEndMs({ startsAtMs, plan: 'pro', anchorDay: 29 }, 48)).toBe(at('2032-02-28T23:00:00Z'));
  });
});

describe('periods that are due', () => {
  test('are none before the end and one at the very moment of it', () => {
    const end = at('2026-12-14T23:00:00Z');

    expect(periodsDue(subscription(15), { endedAtMs: end, nowMs: end - 1 })).toEqual([]);
    expect(periodsDue(subscription(15), { endedAtMs: end, nowMs: end })).toEqual([
      { plan: 'pro', startsAtMs: end, endsAtMs: at('2027-01-14T23:00:00Z') },
    ]);
  });

  test('follow each other without gap or overlap, for any anchor, over years and summer times', () => {
    for (let anchor = 1; anchor <= 31; anchor++) {
      const due = periodsDue(subscription(anchor), {
        endedAtMs: at('2026-11-14T23:00:00Z'),
        nowMs: at('2031-11-14T23:00:00Z'),
      });

      expect(due.length).toBeGreaterThanOrEqual(60);
      for (const [i, period] of due.entries()) {
        expect(period.endsAtMs).toBeGreaterThan(period.startsAtMs);
        if (i > 0) expect(period.startsAtMs).toBe(due[i - 1]!.endsAtMs);
        if (i > 0) expect(period.endsAtMs - period.startsAtMs).toBeGreaterThan(27.9 * 86_400_000);
        if (i > 0) expect(period.endsAtMs - period.startsAtMs).toBeLessThan(31.1 * 86_400_000);
      }
    }
  });

  test('are of the plan that was chosen next, and none after a cancel', () => {
    const end = at('2026-12-14T23:00:00Z');

    expect(periodsDue(subscription(15, 'ultra'), { endedAtMs: end, nowMs: end })[0]?.plan).toBe('ultra');
    expect(periodsDue(subscription(15, null), { endedAtMs: end, nowMs: end + 10 ** 10 })).toEqual([]);
  });
});
