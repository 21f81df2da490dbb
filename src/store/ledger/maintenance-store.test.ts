import { describe, expect } from 'bun:test';
import { test } from '../../../test/support/databases.ts';
import { NOON, openStorage, PRICE } from '../../../test/support/ledger-fixture.ts';
import { createOrderedIds } from '../../ops/clock.ts';

describe('holds of a process that is gone', () => {
  test('are freed by its tag, and those of others stay', async () => {
    await using books = await openStorage();
    const { id: accountId, keyId } = await books.account({ credit: 10n ** 12n });
    const priceVersion = await books.publish();
    const clock = { nowMs: () => NOON, monotonicMs: () => 0 };
    const hold = async (tag: string) => {
      const requestId = createOrderedIds(clock, tag).next('req_');
      const order = { accountId, keyId, model: 'm', priceVersion, price: PRICE, inputTokensMax: 5, outputTokensMax: 5 };
      await books.stores.ledger.hold({ ...order, requestId, atMs: NOON, expiresAtMs: NOON + 60_000 });
    };
    for (const tag of ['gonegone', 'stayhere', 'gonegone']) await hold(tag);

    expect(await books.stores.maintenance.expireHoldsOf('gonegone', NOON)).toBe(2);
    expect(await books.stores.maintenance.expireHoldsOf('gonegone', NOON)).toBe(0);

    expect((await books.stores.ledger.openHolds()).count).toBe(1);
    expect((await books.audit()).problems).toEqual([]);
  });
});
