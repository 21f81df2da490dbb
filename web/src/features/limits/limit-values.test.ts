import { describe, expect, test } from 'bun:test';
import { LIMIT_UNITS, LIMIT_WINDOWS, whyUnserved } from '../../../../src/core/limit.ts';
import { sumCzk } from '../../czk.ts';
import { amountOf, countOf, isSameLimits, limitProblem, limitsIn, shareOf, windowsFor } from './limit-values.ts';

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
    expect(countOf(typed)).toBe(tokens);
  });

  test.each(['', '0', '-5', '1.5', '1,5', '20,00', '1e3', 'many', '1000000000001'])(
    '%j is no number of tokens',
    (typed) => {
      expect(countOf(typed)).toBeUndefined();
    },
  );
});

describe('limits as a form has them', () => {
  const TEXTS = { wrongAmount: 'amount?', wrongCount: 'count?', twice: 'twice?' };
  const form = (...rows: readonly (readonly [max: string, unit: string, window: string, model?: string])[]) => {
    const values = new FormData();
    for (const [max, unit, per, model = ''] of rows) {
      values.append('limitMax', max);
      values.append('limitUnit', unit);
      values.append('limitWindow', per);
      values.append('limitModel', model);
    }
    return values;
  };

  test('they are sent as the server takes them', () => {
    const values = form(['1 000,5 Kč', 'CZK', 'day'], ['20 000', 'tokens', 'minute']);

    expect(limitProblem(values, TEXTS)).toBeUndefined();
    expect(limitsIn(values)).toEqual([
      { max: '1000.5', unit: 'CZK', window: 'day' },
      { max: '20000', unit: 'tokens', window: 'minute' },
    ]);
  });

  test.each([
    ['amount?', [['', 'CZK', 'day']]],
    ['count?', [['12.5', 'tokens', 'day']]],
    [
      'twice?',
      [
        ['5', 'CZK', 'day'],
        ['6', 'CZK', 'day'],
      ],
    ],
  ] as const)('%s is said', (said, rows) => {
    expect(limitProblem(form(...rows), TEXTS)).toBe(said);
  });

  test.each(LIMIT_UNITS)('what the server serves of %s can be chosen', (unit) => {
    const served = LIMIT_WINDOWS.filter((per) => whyUnserved({ unit, window: per }) === undefined);

    expect(windowsFor(unit)).toEqual(served);
  });

  test('a limit of a model is another one', () => {
    const values = form(['5', 'requests', 'hour'], ['6', 'requests', 'hour', 'svc-polaris']);

    expect(limitProblem(values, TEXTS)).toBeUndefined();
    expect(limitsIn(values)).toEqual([
      { max: '5', unit: 'requests', window: 'hour' },
      { max: '6', unit: 'requests', window: 'hour', model: 'svc-polaris' },
    ]);
  });

  test('the same in another order is no change', () => {
    const [one, other] = [
      { max: '5.00', unit: 'CZK', window: 'day' } as const,
      { max: '7', unit: 'tokens', window: 'day' } as const,
    ];

    expect(isSameLimits([one, other], [other, { ...one, max: '5' }])).toBe(true);
    expect(isSameLimits([one], [{ ...one, window: 'week' }])).toBe(false);
  });
});
