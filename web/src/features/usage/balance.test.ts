import { describe, expect, test } from 'bun:test';
import type { StatementView } from '../../../../src/features/usage/contract.ts';
import { balanceOf, isMonth, monthBeside } from './balance.ts';

const movement = (czk: string | null): StatementView['movements'][number] => ({
  atMs: 0,
  kind: 'grant',
  pot: czk === null ? 'package' : 'credit',
  label: '',
  planName: null,
  reason: '',
  order: null,
  czk,
  tokens: czk === null ? 1000 : null,
});

describe('a statement', () => {
  test('shows how the closing credit comes about; tokens are not money', () => {
    const statement: StatementView = {
      month: '2026-10',
      fromMs: 0,
      toMs: 1,
      isFinal: true,
      email: 'you@example.com',
      seller: null,
      invoices: [],
      openingCzk: '0.1',
      closingCzk: '99.799999999',
      chargedCzk: '0.000000001',
      movements: [movement('100'), movement('-0.3'), movement(null)],
      priceGroups: [],
      usage: [],
    };

    expect(balanceOf(statement)).toEqual({
      openingCzk: '0.1',
      movedCzk: '99.7',
      chargedCzk: '-0.000000001',
      closingCzk: '99.799999999',
    });
  });

  test('months follow each other over the year’s end', () => {
    expect(monthBeside('2026-01', -1)).toBe('2025-12');
    expect(monthBeside('2025-12', 1)).toBe('2026-01');
  });

  test.each([
    ['2026-11', true],
    ['2026-13', false],
    ['2026-1', false],
    ['november', false],
  ])('%p is a month: %p', (text, is) => {
    expect(isMonth(text)).toBe(is);
  });
});
