import { describe, expect, test } from 'bun:test';
import { formatFor } from './format.ts';

const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute).getTime();

describe('how long until', () => {
  const { relative } = formatFor('en');

  test('counts days of the calendar from a day on', () => {
    expect(relative(at(18, 9, 59), at(15, 10))).toBe('in 3 days');
    expect(relative(at(18, 23), at(15, 1))).toBe('in 3 days');
    expect(relative(at(16, 23), at(15, 1))).toBe('tomorrow');
    expect(relative(at(13, 1), at(15, 23))).toBe('2 days ago');
  });

  test('counts hours and less within a day', () => {
    expect(relative(at(16, 9), at(15, 10))).toBe('in 23 hours');
    expect(relative(at(15, 9, 30), at(15, 10))).toBe('30 minutes ago');
    expect(relative(at(15, 10), at(15, 10))).toBe('now');
  });

  test('has never happened in the future, however wrong the clock of the viewer is', () => {
    expect(formatFor('en').ago(at(15, 10, 1), at(15, 10))).toBe('now');
    expect(formatFor('en').ago(at(15, 9, 30), at(15, 10))).toBe('30 minutes ago');
  });

  test('agrees with the date beside it in Czech, where there are words for days', () => {
    expect(formatFor('cs').relative(at(17, 9), at(15, 10))).toBe('pozítří');
    expect(formatFor('cs').relative(at(18, 9), at(15, 10))).toBe('za 3 dny');
  });
});

test('large numbers are short and cannot be read as something else', () => {
  expect(formatFor('en').short(2_000_000)).toBe('2M');
  expect(formatFor('cs').short(14_042)).toBe('14\u00a0tis.');
});

test('an amount shows as much of itself as matters, and never looks like nothing', () => {
  const { czk } = formatFor('en');

  expect(czk('1234567.891')).toBe('CZK\u00a01,234,567.89');
  expect(czk('0.496534')).toBe('CZK\u00a00.4965');
  expect(czk('-0.5')).toBe('-CZK\u00a00.50');
  expect(czk('0.00002345')).toBe('CZK\u00a00.00002345');
  expect(czk('0.000000001')).toBe('CZK\u00a00.000000001');
  expect(czk('0')).toBe('CZK\u00a00.00');
  expect(formatFor('cs').czk('0.496534')).toBe('0,4965\u00a0Kč');
  expect(formatFor('cs').money('1212.5', 'EUR')).toBe('1\u00a0212,50\u00a0EUR');
  expect(formatFor('en').money('1212.5', 'EUR')).toBe('1,212.50\u00a0EUR');
  expect(formatFor('cs').money('100', 'CZK')).toBe('100,00\u00a0Kč');
});
