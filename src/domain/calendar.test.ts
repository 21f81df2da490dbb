import { describe, expect, test } from 'bun:test';
import { hourStartMs, localDateOf, midnightMs, monthOf, sameDayNextMonth } from './calendar.ts';

const at = (iso: string): number => Date.parse(iso);

describe('local dates in Prague', () => {
  test('change at local midnight, in winter and in summer', () => {
    expect(localDateOf(at('2026-11-14T22:59:59.999Z'))).toEqual({ year: 2026, month: 11, day: 14 });
    expect(localDateOf(at('2026-11-14T23:00:00Z'))).toEqual({ year: 2026, month: 11, day: 15 });
    expect(localDateOf(at('2027-06-30T21:59:59.999Z'))).toEqual({ year: 2027, month: 6, day: 30 });
    expect(localDateOf(at('2027-06-30T22:00:00Z'))).toEqual({ year: 2027, month: 7, day: 1 });
  });

  test('midnight is right on the days on which summer time begins and ends, and around them', () => {
    expect(midnightMs({ year: 2027, month: 3, day: 28 })).toBe(at('2027-03-27T23:00:00Z'));
    expect(midnightMs({ year: 2027, month: 3, day: 29 })).toBe(at('2027-03-28T22:00:00Z'));
    expect(midnightMs({ year: 2027, month: 10, day: 31 })).toBe(at('2027-10-30T22:00:00Z'));
    expect(midnightMs({ year: 2027, month: 11, day: 1 })).toBe(at('2027-10-31T23:00:00Z'));
  });

  test('midnight is the first moment of its day, every day for ten years', () => {
    for (let day = 0; day < 3653; day++) {
      const date = localDateOf(Date.UTC(2026, 0, 1, 12) + day * 86_400_000);
      const start = midnightMs(date);

      expect(localDateOf(start)).toEqual(date);
      expect(localDateOf(start - 1)).not.toEqual(date);
    }
  });

  test('a month is named by its local date', () => {
    expect(monthOf(at('2026-12-31T22:59:59.999Z'))).toBe('2026-12');
    expect(monthOf(at('2026-12-31T23:00:00Z'))).toBe('2027-01');
  });
});

test('an hour begins with its first millisecond, in winter and in summer', () => {
  expect(hourStartMs(at('2026-11-15T11:00:00Z'))).toBe(at('2026-11-15T11:00:00Z'));
  expect(hourStartMs(at('2026-11-15T11:59:59.999Z'))).toBe(at('2026-11-15T11:00:00Z'));
  expect(hourStartMs(at('2027-06-30T22:30:00Z'))).toBe(at('2027-06-30T22:00:00Z'));
});

describe('the same day next month', () => {
  test('is clamped to the last day of a shorter month and comes back in a longer one', () => {
    expect(sameDayNextMonth({ year: 2027, month: 1, day: 31 }, 31)).toEqual({ year: 2027, month: 2, day: 28 });
    expect(sameDayNextMonth({ year: 2027, month: 2, day: 28 }, 31)).toEqual({ year: 2027, month: 3, day: 31 });
    expect(sameDayNextMonth({ year: 2027, month: 3, day: 31 }, 31)).toEqual({ year: 2027, month: 4, day: 30 });
    expect(sameDayNextMonth({ year: 2028, month: 1, day: 30 }, 30)).toEqual({ year: 2028, month: 2, day: 29 });
  });

  test('crosses the year', () => {
    expect(sameDayNextMonth({ year: 2026, month: 12, day: 15 }, 15)).toEqual({ year: 2027, month: 1, day: 15 });
  });
});
