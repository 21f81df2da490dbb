import { expect, test } from 'bun:test';
import { test as databaseTest } from '../../test/support/databases.ts';
import { NOON, openStorage, PRICE, usageOf } from '../../test/support/ledger-fixture.ts';
import { paidParts, partsFromText, partsToText, readReceipt } from './receipt.ts';

databaseTest(
  'a receipt has what the request was, what it cost and who paid, and no group where there is none',
  async () => {
    await using storage = await openStorage();
    const { id: accountId, keyId } = await storage.account({ credit: 10n ** 9n });
    const about = { accountId, keyId, model: 'm', priceVersion: await storage.publish(), price: PRICE };
    const { ledger } = storage.stores;
    const usage = usageOf(30, 20);

    await ledger.hold({ ...about, requestId: 'req_1', inputTokensMax: 30, outputTokensMax: 20, atMs: NOON });
    expect(await readReceipt(storage.db.sql, 'req_1')).toBeUndefined();
    await ledger.settle({ requestId: 'req_1', usage, outcome: 'finished', atMs: NOON + 1, firstEventAtMs: NOON });

    const cost = 30n * PRICE.input + 20n * PRICE.output;
    expect(await readReceipt(storage.db.sql, 'req_1')).toEqual({
      ...{ ...about, requestId: 'req_1', outcome: 'finished', usage, cost },
      ...{ paidBy: [{ kind: 'credit', label: 'credit', amount: cost }], admittedAtMs: NOON },
      ...{ firstEventAtMs: NOON, endedAtMs: NOON + 1 },
    } as never);
  },
);

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
