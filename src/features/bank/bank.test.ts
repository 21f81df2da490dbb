import { describe, expect, test } from 'bun:test';
import { nanos } from '../../core/money.ts';
import { type Identified, identify, type Movement, type PayableOrder, problemOf } from './bank.ts';
import { isOurAccount } from './bank-account.ts';

const MOVEMENT: Movement = {
  ...{ bookedOn: '2026-11-16', amount: 500n, currency: 'CZK', variableSymbol: '2026000001' },
  ...{ isReversal: false, bankId: null, counterparty: '', name: '', message: '' },
};
const ORDER: PayableOrder = {
  ...{ id: 'ord_1', variableSymbol: '2026000001', accountId: 'acc_1', amount: nanos(500n), status: 'open' },
  ...{ isCancelled: false, isAccountClosed: false, lastDay: '2026-11-20' },
};

describe('a movement', () => {
  test('pays the open order with its symbol and amount', () => {
    expect(problemOf(MOVEMENT, ORDER)).toBeUndefined();
  });

  test.each([
    ['outgoing', { amount: -500n }, {}],
    ['outgoing', { amount: 0n }, {}],
    ['reversal', { isReversal: true }, {}],
    ['wrong-currency', { currency: 'EUR' }, {}],
    ['no-symbol', { variableSymbol: '' }, {}],
    ['wrong-amount', { amount: 499n }, {}],
    ['wrong-amount', { amount: 501n }, {}],
    ['already-paid', {}, { status: 'paid' }],
    ['already-paid', { amount: 1n }, { status: 'refunded' }],
    ['account-closed', {}, { isAccountClosed: true }],
    ['late', { bookedOn: '2026-11-21' }, { status: 'expired' }],
    ['late', {}, { status: 'expired', isCancelled: true }],
  ] as const)('that is %s pays nothing', (problem, movement, order) => {
    expect(problemOf({ ...MOVEMENT, ...movement }, { ...ORDER, ...order })).toBe(problem);
  });

  test('with an unknown symbol pays nothing', () => {
    expect(problemOf(MOVEMENT, undefined)).toBe('unknown-symbol');
  });

  test('that came in time pays an order that has expired before the statement was imported', () => {
    const expired = { ...ORDER, status: 'expired', lastDay: '2026-11-16' } as const;

    expect(problemOf(MOVEMENT, expired)).toBeUndefined();
  });
});

describe('movements of the same content', () => {
  const kept = (...all: readonly Record<string, string>[]): readonly Identified[] =>
    all.map((bankIds, at) => ({ id: `mov_${at}`, bankIds }));
  const reports = (...ids: readonly (string | null)[]) => ids.map((bankId) => ({ bankId }));

  test('are new where none is kept, as many as there are', () => {
    expect(identify(reports(null, null), [], 'csv')).toEqual(['new', 'new']);
    expect(identify(reports('1', '2'), [], 'fio')).toEqual(['new', 'new']);
  });

  test('with one id in one file are one', () => {
    expect(identify(reports('1', '1'), [], 'fio')).toEqual(['new', 'repeated']);
    expect(identify(reports('1', '1'), kept({ fio: '1' }), 'fio')).toEqual([
      { known: 'mov_0', learns: null },
      { known: 'mov_0', learns: null },
    ]);
  });

  test('are found by their id, and another id of the same source is another movement', () => {
    expect(identify(reports('2', '1'), kept({ fio: '1' }), 'fio')).toEqual(['new', { known: 'mov_0', learns: null }]);
  });

  test('of another format are the kept ones, which learn their ids; what is more than those is new', () => {
    expect(identify(reports('a', 'b', 'c'), kept({ fio: '1' }, { fio: '2' }), 'gpc')).toEqual([
      { known: 'mov_0', learns: 'a' },
      { known: 'mov_1', learns: 'b' },
      'new',
    ]);
  });

  test('without ids are as many as were kept', () => {
    expect(identify(reports(null, null), kept({ fio: '1' }), 'csv')).toEqual([{ known: 'mov_0', learns: null }, 'new']);
    expect(identify(reports(null), kept({}, {}), 'csv')).toEqual([{ known: 'mov_0', learns: null }]);
  });

  test.each([null, 'id'])('are told apart in as many steps as there are of them: ids %p', (id) => {
    const COUNT = 5000;
    let steps = 0;
    const all = Array.from({ length: COUNT }, (_, n) => ({
      id: `mov_${n}`,
      get bankIds() {
        steps += 1;
        return { gpc: `${n}` } as Readonly<Record<string, string>>;
      },
    }));
    const written = Array.from({ length: COUNT + 1 }, (_, n) => ({ bankId: id && `${id}${n}` }));

    const identities = identify(written, all, 'csv');

    expect(identities.filter((one) => one === 'new')).toHaveLength(1);
    expect(steps).toBeLessThan(5 * COUNT);
  });
});

describe('the account of a statement', () => {
  const OURS = 'CZ6508000000192000145399';

  test.each([null, OURS, 'CZ65 0800 0000 1920 0014 5399', '0000192000145399', '19-2000145399/0800', '19-2000145399'])(
    '%p is ours',
    (written) => expect(isOurAccount(written, OURS)).toBe(true),
  );

  test('is ours where a bank has shuffled the digits', () => {
    const plain = OURS.slice(8);
    const shuffled: string[] = [];
    const places = [11, 12, 13, 14, 15, 16, 5, 6, 7, 8, 9, 4, 10, 2, 3, 1];
    for (const [at, place] of places.entries()) shuffled[place - 1] = plain[at]!;

    expect(isOurAccount(shuffled.join(''), OURS)).toBe(true);
  });

  test.each(['CZ0720100000001000000005', '0000192000145398', '19-2000145399/2010', '2000145399', 'x', ''])(
    '%p is not',
    (written) => expect(isOurAccount(written, OURS)).toBe(false),
  );

  test('elsewhere is an IBAN or nothing', () => {
    expect(isOurAccount('SK3112000000198742637541', 'SK3112000000198742637541')).toBe(true);
    expect(isOurAccount('0000198742637541', 'SK3112000000198742637541')).toBe(false);
  });
});
