import { expect, test } from 'bun:test';
import { czkFromTyped, czkOf, isZeroCzk, nanosOf, priceOf, sumCzk } from './czk.ts';

test.each([
  ['0', 0n],
  ['1', 1_000_000_000n],
  ['12.5', 12_500_000_000n],
  ['0.000000001', 1n],
  ['-0.02', -20_000_000n],
  ['123456789012.123456789', 123_456_789_012_123_456_789n],
])('%s is read and written without losing a digit', (text, nanos) => {
  expect(nanosOf(text)).toBe(nanos);
  expect(czkOf(nanos)).toBe(text);
});

test.each(['', '1,5', '1.', '.5', '1e3', '0.0000000001', 'NaN'])('%p is no amount', (text) => {
  expect(() => nanosOf(text)).toThrow('Not an amount');
});

test('a sum is exact where floats are not', () => {
  expect(sumCzk(['0.1', '0.2'])).toBe('0.3');
  expect(sumCzk(['90071992.54740993', '0.000000001'])).toBe('90071992.547409931');
  expect(sumCzk([])).toBe('0');
});

test('tokens cost their share of the price of a million', () => {
  expect(czkOf(priceOf(1234, '6.25'))).toBe('0.0077125');
  expect(czkOf(priceOf(1, '0.001'))).toBe('0.000000001');
  expect(priceOf(0, '240')).toBe(0n);
});

test('zero is zero however it is written', () => {
  expect([isZeroCzk('0'), isZeroCzk('0.00'), isZeroCzk('0.000000001')]).toEqual([true, true, false]);
});

test.each([
  ['100', '100'],
  ['1 250,50', '1250.5'],
  ['1\u00a0250.50 Kč', '1250.5'],
  ['12,5 czk', '12.5'],
  ['-5', undefined],
  ['1,2,3', undefined],
  ['a lot', undefined],
  ['', undefined],
])('%p as typed is %p', (typed, amount) => {
  expect(czkFromTyped(typed)).toBe(amount);
});
