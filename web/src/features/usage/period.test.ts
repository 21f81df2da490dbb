import { describe, expect, test } from 'bun:test';
import { addDays, dayOf, isDay, type Range, rangeOf, startOfDay, stepOf } from './period.ts';

const HOUR_MS = 3_600_000;
const PRAGUE = 'Europe/Prague';
const at = (text: string) => Date.parse(text);
const hoursOf = ({ fromMs, toMs }: Range) => (toMs - fromMs) / HOUR_MS;
const daysOf = ({ fromMs, toMs }: Range, zone: string) => [dayOf(fromMs, zone), dayOf(toMs - 1, zone)];

describe('days', () => {
  test.each([
    [PRAGUE, '2026-07-01', '2026-06-30T22:00:00Z'],
    [PRAGUE, '2026-01-01', '2025-12-31T23:00:00Z'],
    [PRAGUE, '2026-03-29', '2026-03-28T23:00:00Z'],
    [PRAGUE, '2026-03-30', '2026-03-29T22:00:00Z'],
    [PRAGUE, '2026-10-25', '2026-10-24T22:00:00Z'],
    [PRAGUE, '2026-10-26', '2026-10-25T23:00:00Z'],
    ['UTC', '2026-11-15', '2026-11-15T00:00:00Z'],
    ['Asia/Kolkata', '2026-11-15', '2026-11-14T18:30:00Z'],
    ['Pacific/Kiritimati', '2026-11-15', '2026-11-14T10:00:00Z'],
    ['Pacific/Pago_Pago', '2026-11-15', '2026-11-15T11:00:00Z'],
  ])('in %s the day %s begins at %s', (zone, day, begins) => {
    expect(startOfDay(day, zone)).toBe(at(begins));
    expect(dayOf(at(begins), zone)).toBe(day);
    expect(dayOf(at(begins) - 1, zone)).toBe(addDays(day, -1));
  });

  test('a day whose midnight is skipped begins at one o’clock', () => {
    const start = startOfDay('2018-11-04', 'America/Sao_Paulo');

    expect(start).toBe(at('2018-11-04T03:00:00Z'));
    expect(dayOf(start - 1, 'America/Sao_Paulo')).toBe('2018-11-03');
    expect(dayOf(start, 'America/Sao_Paulo')).toBe('2018-11-04');
  });

  test('a day whose midnight comes twice begins at the first', () => {
    const start = startOfDay('2026-11-01', 'America/Havana');

    expect(start).toBe(at('2026-11-01T04:00:00Z'));
    expect(startOfDay('2026-11-02', 'America/Havana') - start).toBe(25 * HOUR_MS);
  });

  test.each([
    ['2026-02-29', false],
    ['2024-02-29', true],
    ['2026-13-01', false],
    ['yesterday', false],
    ['', false],
    ['9999-01-01', false],
  ])('%p is a day: %p', (text, is) => {
    expect(isDay(text)).toBe(is);
  });
});

describe('periods', () => {
  const now = at('2026-03-30T10:20:30Z');

  test('the last 24 hours end with the running hour', () => {
    const range = rangeOf({ period: '24h' }, now, PRAGUE);

    expect(range).toEqual({ fromMs: at('2026-03-29T11:00:00Z'), toMs: at('2026-03-30T11:00:00Z') });
    expect(stepOf(range)).toBe('hour');
  });

  test('seven days over the change to summer time have one hour less', () => {
    const range = rangeOf({ period: '7d' }, now, PRAGUE);

    expect(hoursOf(range)).toBe(7 * 24 - 1);
    expect(stepOf(range)).toBe('day');
    expect(daysOf(range, PRAGUE)).toEqual(['2026-03-24', '2026-03-30']);
  });

  test('thirty days are thirty days, today included', () => {
    expect(daysOf(rangeOf({ period: '30d' }, now, PRAGUE), PRAGUE)).toEqual(['2026-03-01', '2026-03-30']);
  });

  test('this month goes to the end of today, last month is whole', () => {
    expect(rangeOf({ period: 'month' }, now, PRAGUE)).toEqual({
      fromMs: at('2026-02-28T23:00:00Z'),
      toMs: at('2026-03-30T22:00:00Z'),
    });
    expect(rangeOf({ period: 'last-month' }, now, PRAGUE)).toEqual({
      fromMs: at('2026-01-31T23:00:00Z'),
      toMs: at('2026-02-28T23:00:00Z'),
    });
  });

  test('last month in January is December', () => {
    const range = rangeOf({ period: 'last-month' }, at('2026-01-02T00:00:00Z'), 'UTC');
    expect(range).toEqual({ fromMs: at('2025-12-01T00:00:00Z'), toMs: at('2026-01-01T00:00:00Z') });
  });

  test('custom days hold both ends', () => {
    const range = rangeOf({ period: 'custom', from: '2026-10-25', to: '2026-10-25' }, now, PRAGUE);

    expect(hoursOf(range)).toBe(25);
    expect(stepOf(range)).toBe('hour');
  });

  test('custom days are mended: swapped, missing, absurdly far apart', () => {
    const range = (from?: string, to?: string) => rangeOf({ period: 'custom', from, to }, now, 'UTC');

    expect(range('2026-03-05', '2026-03-01')).toEqual(range('2026-03-01', '2026-03-05'));
    expect(daysOf(range(), 'UTC')).toEqual(['2026-03-24', '2026-03-30']);
    expect(hoursOf(range('2000-01-01', '2026-03-01'))).toBe(366 * 24);
  });

  test('every day of a year in every odd zone begins after the one before, and never lasts more than 25 hours', () => {
    for (const zone of [PRAGUE, 'Asia/Kathmandu', 'Australia/Lord_Howe', 'America/Havana', 'Africa/Cairo']) {
      const starts = Array.from({ length: 366 }, (_, i) => startOfDay(addDays('2026-01-01', i), zone));
      const lengths = starts.slice(1).map((start, i) => (start - starts[i]!) / HOUR_MS);
      expect(Math.min(...lengths), zone).toBeGreaterThanOrEqual(23);
      expect(Math.max(...lengths), zone).toBeLessThanOrEqual(25);
    }
  });
});
