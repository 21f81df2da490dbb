import { describe, expect } from 'bun:test';
import { test } from '../../../test/support/databases.ts';
import { keepLeases, NO_TIMERS } from '../../../test/support/leased-stores.ts';
import { NOON, openStorage, PRICE } from '../../../test/support/ledger-fixture.ts';
import { DEFAULT_PLANS } from '../../domain/plan.ts';
import { createStores } from '../stores.ts';

describe('leases of a server that is gone', () => {
  test('go back at once, and those of others stay', async () => {
    await using storage = await openStorage();
    const { id: accountId, keyId } = await storage.account({ credit: 10n ** 12n });
    const priceVersion = await storage.publish();
    const stores = createStores(storage.db, DEFAULT_PLANS);
    const [gone, here] = [await keepLeases(stores, NO_TIMERS), await keepLeases(stores, NO_TIMERS)];
    const order = { accountId, keyId, model: 'm', priceVersion, price: PRICE, inputTokensMax: 5, outputTokensMax: 5 };
    const worst = 5n * PRICE.input + 5n * PRICE.output;
    const held = async () => BigInt((await stores.ledger.balanceOf(accountId, NOON)).held);
    for (const [n, { ledger }] of [gone, here, gone].entries()) {
      await ledger.hold({ ...order, requestId: `req_${n}`, atMs: NOON });
    }
    expect(await held()).toBeGreaterThanOrEqual(3n * worst);

    expect(await stores.leases.drop(gone.ledger.serverId)).toBe(true);
    expect(await stores.leases.drop(gone.ledger.serverId)).toBe(false);

    expect(await held()).toBe(worst);
    expect(here.ledger.openHolds().count).toBe(1);
    expect((await storage.audit()).problems).toEqual([]);
  });
});
