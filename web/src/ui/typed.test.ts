import { describe, expect, test } from 'bun:test';
import { amountFrom, countFrom, priceFrom, secondsFrom, timeFrom, tokensFrom, typedTime, weightFrom } from './typed.ts';

describe('an amount', () => {
  test.each([
    ['100', 'positive', '100'],
    ['1 250,50 Kč', 'positive', '1250.5'],
    ['-2,5', 'any', '-2.5'],
    ['−2,5', 'any', '-2.5'],
    ['-2,5', 'positive', undefined],
    ['0', 'any', undefined],
    ['-0', 'any', undefined],
    ['much', 'any', undefined],
    ['', 'positive', undefined],
  ] as const)('%s (%s) is %s', (typed, sign, expected) => {
    expect(amountFrom(typed, sign)).toBe(expected);
  });
});

test.each([
  ['25', '25'],
  ['6,25', '6.25'],
  ['0', '0'],
  ['1.0001', undefined],
  ['-1', undefined],
])('the price %s is %s', (typed, expected) => {
  expect(priceFrom(typed)).toBe(expected);
});

test.each([
  ['2 000 000', 2_000_000],
  ['2,000,000', 2_000_000],
  ['0', undefined],
  ['-5', undefined],
  ['5e3', undefined],
])('the tokens %s are %s', (typed, expected) => {
  expect(tokensFrom(typed)).toBe(expected);
});

test('a moment is typed and read as the same minute', () => {
  const atMs = Date.UTC(2026, 10, 15, 12, 30);

  expect(timeFrom(typedTime(atMs))).toBe(atMs);
  expect(timeFrom('')).toBeUndefined();
});

test.each([
  ['5', 5000],
  ['0,5', 500],
  ['86400', 86_400_000],
  ['0', undefined],
  ['86401', undefined],
  ['', undefined],
  ['soon', undefined],
] as const)('%s seconds are %s ms', (typed, expected) => {
  expect(secondsFrom(typed)).toBe(expected);
});

test('how many at once is a whole number above zero, and a weight has its bounds', () => {
  expect(['1', '64', '0', '1.5', 'x', ''].map(countFrom)).toEqual([1, 64, undefined, undefined, undefined, undefined]);
  expect(['1', '0,5', '1000', '0', '1001', 'x'].map(weightFrom)).toEqual([
    ...[1, 0.5, 1000, undefined, undefined, undefined],
  ]);
});
