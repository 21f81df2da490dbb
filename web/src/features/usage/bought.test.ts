import { expect, test } from 'bun:test';
import { boughtWith } from './bought.ts';

test('a reason that names an order leads to it', () => {
  expect(boughtWith('order ord_abc, invoice 2026-00001')).toEqual({ id: 'ord_abc', invoice: '2026-00001' });
});

test.each([
  '',
  'Goodwill',
  'order ord_abc',
  'order ord_abc, invoice',
  'order something, invoice 7',
  'our order ord_a, invoice 1',
])('"%s" is a reason in words', (reason) => {
  expect(boughtWith(reason)).toBeUndefined();
});
