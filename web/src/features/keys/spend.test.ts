import { describe, expect, test } from 'bun:test';
import { PER_MINUTE_MAX } from '../../../../src/core/limits.ts';
import { sumCzk } from '../../czk.ts';
import { amountOf, MINUTE_MAX, minuteProblems, shareOf, tokensOf } from './spend.ts';

describe('sums of amounts', () => {
  test('they are exact where floats are not', () => {
    expect(sumCzk(['0.1', '0.2'])).toBe('0.3');
    expect(sumCzk(['9007199254740993', '0.000000001'])).toBe('9007199254740993.000000001');
  });

  test('nothing at all is zero, and corrections may be negative', () => {
    expect(sumCzk([])).toBe('0');
    expect(sumCzk(['1', '-1.5'])).toBe('-0.5');
  });
});

describe('how much of a limit is spent', () => {
  test('it is a share of the limit, and may pass it', () => {
    expect(shareOf('25', '100')).toBe(0.25);
    expect(shareOf('0.000000001', '100')).toBe(0);
    expect(shareOf('150', '100')).toBe(1.5);
  });

  test('a limit of nothing is full', () => {
    expect(shareOf('0', '0')).toBe(1);
  });
});

describe('an amount as people type it', () => {
  test.each([
    ['100', '100'],
    ['12.50', '12.50'],
    ['12,50', '12.50'],
    [' 1 000 ', '1000'],
    ['1\u00a0000,5 Kč', '1000.5'],
    ['007', '7'],
    ['0,01 czk', '0.01'],
  ])('%j is %s', (typed, amount) => {
    expect(amountOf(typed)).toBe(amount);
  });

  test.each(['', '0', '0,00', '-5', '1.2.3', '1,000.50', '1e3', 'ten', '12.', '1234567890', '0.0000000001'])(
    '%j is no amount',
    (typed) => {
      expect(amountOf(typed)).toBeUndefined();
    },
  );
});

describe('tokens as people type them', () => {
  test.each([
    ['500', 500],
    ['500 000', 500_000],
    ['2\u00a0000\u00a0000', 2_000_000],
    ['2,000,000', 2_000_000],
    ['1000000000000', 1_000_000_000_000],
  ])('%j is %i', (typed, tokens) => {
    expect(tokensOf(typed)).toBe(tokens);
  });

  test.each(['', '0', '-5', '1.5', '1,5', '20,00', '1e3', 'many', '1000000000001'])(
    '%j is no number of tokens',
    (typed) => {
      expect(tokensOf(typed)).toBeUndefined();
    },
  );
});

describe('limits of a minute', () => {
  const TEXTS = { requestsWrong: 'requests?', tokensWrong: 'tokens?' };
  const problemsOf = (requests: string, tokens: string) => {
    const values = new FormData();
    values.set('requestsPerMinute', requests);
    values.set('tokensPerMinute', tokens);
    return Object.values(minuteProblems(values, TEXTS)).filter(Boolean);
  };

  test('they are at most what the server takes', () => {
    expect(MINUTE_MAX).toEqual(PER_MINUTE_MAX);
    expect(problemsOf('100 000', '1 000 000 000')).toEqual([]);
    expect(problemsOf('100 001', '1 000 000 001')).toEqual(['requests?', 'tokens?']);
  });

  test.each(['0', '-1', '1.5', 'many'])('%s is none; nothing is no limit', (typed) => {
    expect(problemsOf(typed, '')).toEqual(['requests?']);
    expect(problemsOf('', typed)).toEqual(['tokens?']);
  });
});
