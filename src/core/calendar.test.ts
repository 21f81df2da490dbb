import { describe, expect, test } from 'bun:test';
import {
  dayStartsMs,
  hourStartMs,
  localDateOf,
  midnightMs,
  monthOf,
  monthsBetween,
  sameDayNextMonth,
  weekHourOf,
} from './calendar.ts';

const at = (iso: string): number => Date.parse(iso);

describe('local dates in Prague', () => {
  test('change at local midnight, in winter and in summer', () => {
    expect(localDateOf(at('2026-11-14T22:59:59.999Z'))).toEqual({ year: 2026, month: 11, day: 14 });
    expect(localDateOf(at('2026-11-14T23:00:00Z'))).toEqual({ year: 2026, month: 11, day: 15 });
    expect(localDateOf(at('2027-06-30T21:59:59.999Z'))).toEqual({ year: 2027, month: 6, day: 30 });
    expect(localDateOf(at('2027-06-30T22:00:00Z'))).toEqual({ year: 2027, month: 7, day: 1 });
  });

  test('weekdays begin with Monday, and hours are those of the clock', () => {
    expect(weekHourOf(at('2026-11-16T00:30:00Z'))).toEqual({ weekday: 0, hour: 1 });
    expect(weekHourOf(at('2026-11-22T22:59:00Z'))).toEqual({ weekday: 6, hour: 23 });
    expect(weekHourOf(at('2026-11-22T23:00:00Z'))).toEqual({ weekday: 0, hour: 0 });
    expect(weekHourOf(at('2027-06-30T22:00:00Z'))).toEqual({ weekday: 3, hour: 0 });
    expect(weekHourOf(at('2026-03-01T11:00:00Z'))).toEqual({ weekday: 6, hour: 12 });
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
    expect(monthsBetween(at('2026-11-15T12:00:00Z'), at('2026-12-31T23:00:00Z'))).toEqual([
      ...['2027-01', '2026-12', '2026-11'],
    ]);
    expect(monthsBetween(at('2026-11-15T12:00:00Z'), at('2026-11-30T22:59:59.999Z'))).toEqual(['2026-11']);
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

describe('the days of a span', () => {
  const daysIn = (zone: string, from: string, to: string): string[] =>
    dayStartsMs({ fromMs: at(from), toMs: at(to) }, zone).map((ms) => new Date(ms).toISOString().slice(0, 16));

  test('do not miss the midnight after a span that begins shortly before it', () => {
    expect(daysIn('Europe/Prague', '2026-11-14T22:45:00Z', '2026-11-15T12:00:00Z')).toEqual([
      '2026-11-14T22:45',
      '2026-11-14T23:00',
      '2026-11-15T12:00',
    ]);
  });

  test('begin at local midnight, in winter and in summer; the first begins where the span does', () => {
    expect(daysIn('Europe/Prague', '2027-03-26T23:00:00Z', '2027-03-29T22:00:00Z')).toEqual([
      '2027-03-26T23:00',
      '2027-03-27T23:00',
      '2027-03-28T22:00',
      '2027-03-29T22:00',
    ]);
    expect(daysIn('Europe/Prague', '2026-10-24T10:30:00Z', '2026-10-26T10:00:00Z')).toEqual([
      '2026-10-24T10:30',
      '2026-10-24T22:00',
      '2026-10-25T23:00',
      '2026-10-26T10:00',
    ]);
  });

  test('begin where the zone says, also half an hour off, and where midnight is skipped', () => {
    expect(daysIn('Asia/Kolkata', '2026-11-14T18:30:00Z', '2026-11-16T00:00:00Z')).toEqual([
      '2026-11-14T18:30',
      '2026-11-15T18:30',
      '2026-11-16T00:00',
    ]);
    // In Cairo clocks go from midnight to one o'clock on the last Friday of April.
    expect(daysIn('Africa/Cairo', '2026-04-22T22:00:00Z', '2026-04-25T00:00:00Z')).toEqual([
      '2026-04-22T22:00',
      '2026-04-23T22:00',
      '2026-04-24T21:00',
      '2026-04-25T00:00',
    ]);
  });

  test('are one for each date, in every zone, over a whole year', () => {
    const span = { fromMs: at('2026-01-01T12:00:00Z'), toMs: at('2027-01-01T12:00:00Z') };
    for (const zone of ['UTC', 'Europe/Prague', 'America/Santiago', 'Australia/Lord_Howe', 'Asia/Kathmandu']) {
      const dates = new Intl.DateTimeFormat('sv-SE', { timeZone: zone });
      const days = dayStartsMs(span, zone)
        .slice(0, -1)
        .map((ms) => dates.format(ms));
      expect(new Set(days).size, zone).toBe(days.length);
      expect(days.length, zone).toBe(366);
    }
  });
});
