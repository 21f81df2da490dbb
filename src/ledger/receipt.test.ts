import { expect, test } from 'bun:test';
import { paidParts, partsFromText, partsToText } from './receipt.ts';

test('parts come back from the text in which they are kept', () => {
  const parts = [
    { potId: 'plan', amount: 10n ** 18n, tokens: 7n },
    { potId: 'package', amount: 5n },
  ];

  expect(partsFromText(partsToText(parts))).toEqual(parts);
});

test('the credit is the last that paid, where it paid anything; a request that was free names it alone', () => {
  const row = (paid: readonly (readonly string[])[], cost: bigint) =>
    paidParts({ paid_parts: JSON.stringify(paid), cost_nanos: cost, credit_pot_id: 'credit' });
  const [part, credit] = [{ potId: 'plan', amount: 5n }, (amount: bigint) => ({ potId: 'credit', amount })];

  expect(row([['plan', '5']], 0n)).toEqual([part]);
  expect(row([['plan', '5']], 1n)).toEqual([part, credit(1n)]);
  expect(row([], 2n)).toEqual([credit(2n)]);
  expect(row([], 0n)).toEqual([credit(0n)]);
});
