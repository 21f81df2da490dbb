import { describe, expect, test } from 'bun:test';
import {
  isCounted,
  isSameKind,
  type LimitRule,
  leftOf,
  minuteMax,
  whyUnserved,
  windowEndMs,
  windowSince,
} from './limit.ts';

const at = (iso: string): number => Date.parse(iso);

test('what is left of a limit is never below nothing, where it was lowered as well', () => {
  expect(leftOf({ max: 100n, used: 60n, held: 30n })).toBe(10n);
  expect(leftOf({ max: 100n, used: 60n, held: 40n })).toBe(0n);
  expect(leftOf({ max: 50n, used: 60n, held: 40n })).toBe(0n);
});

test('the lowest limit of a minute counts, of its unit and its model', () => {
  const limits: LimitRule[] = [
    { unit: 'requests', window: 'minute', max: 7n },
    { unit: 'requests', window: 'minute', max: 5n },
    { unit: 'requests', window: 'minute', max: 6n },
    { unit: 'requests', window: 'minute', max: 4n, model: 'm' },
    { unit: 'requests', window: 'hour', max: 3n },
    { unit: 'tokens', window: 'minute', max: 2n },
  ];

  expect(minuteMax(limits, 'requests')).toBe(5);
  expect(minuteMax(limits, 'requests', 'm')).toBe(4);
  expect(minuteMax(limits, 'tokens')).toBe(2);
  expect(minuteMax(limits, 'tokens', 'm')).toBeUndefined();
});

test('a limit counts requests for its model, or for any', () => {
  expect([isCounted({}, 'm'), isCounted({ model: 'm' }, 'm'), isCounted({ model: 'n' }, 'm')]).toEqual([
    true,
    true,
    false,
  ]);
});

test('limits are of one kind by unit, window and model', () => {
  const one = { unit: 'tokens', window: 'day', model: 'm' } as const;

  expect(isSameKind(one, { ...one })).toBe(true);
  expect(isSameKind(one, { ...one, unit: 'CZK' })).toBe(false);
  expect(isSameKind(one, { ...one, window: 'week' })).toBe(false);
  expect(isSameKind(one, { ...one, model: undefined })).toBe(false);
});

test('credit is limited from an hour up, tokens and requests from a minute', () => {
  expect(whyUnserved({ unit: 'CZK', window: 'minute' })).toBe('a limit of CZK is served from an hour up');
  expect(whyUnserved({ unit: 'CZK', window: 'hour' })).toBeUndefined();
  expect(whyUnserved({ unit: 'tokens', window: 'minute' })).toBeUndefined();
});

describe('a window', () => {
  test.each([
    // A Sunday, and the day on which summer time ends.
    ['2026-10-25T10:30:00Z', 'hour', '2026-10-25T10:00Z', '2026-10-25T11:00:00Z'],
    ['2026-10-25T10:30:00Z', 'day', '2026-10-25', '2026-10-25T23:00:00Z'],
    ['2026-10-25T10:30:00Z', 'week', '2026-10-19', '2026-10-25T23:00:00Z'],
    ['2026-10-25T10:30:00Z', 'month', '2026-10-01', '2026-10-31T23:00:00Z'],
    // A Monday in Prague that is a Sunday in UTC.
    ['2027-02-28T23:30:00Z', 'day', '2027-03-01', '2027-03-01T23:00:00Z'],
    ['2027-02-28T23:30:00Z', 'week', '2027-03-01', '2027-03-07T23:00:00Z'],
  ] as const)('that has %s, of an %s, begins with %s and ends with %s', (moment, window, since, end) => {
    expect(windowSince(window, at(moment))).toBe(since);
    expect(windowEndMs(window, at(moment))).toBe(at(end));
  });

  test.each(['minute', 'total'] as const)('%s has no beginning and no end in the calendar', (window) => {
    expect([windowSince(window, 0), windowEndMs(window, 0)]).toEqual([null, null]);
  });
});
