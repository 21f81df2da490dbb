import { describe, expect } from 'bun:test';
import { test } from '../../test/support/databases.ts';
import { keepLeases, NO_TIMERS } from '../../test/support/leased-stores.ts';
import { NOON, openStorage, PRICE, type Storage } from '../../test/support/ledger-fixture.ts';
import { ServiceError } from '../core/errors.ts';
import { DEFAULT_PLANS } from '../core/plan.ts';
import { systemClock } from '../platform/clock.ts';
import { createStores } from '../server/stores/stores.ts';
import type { Leases } from './lease-ports.ts';

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

describe('a server whose database fails now and then', () => {
  test('says that it lives, even where leases cannot go back or others cannot be dropped', async () => {
    await using storage = await openStorage();
    const { id: accountId, keyId } = await storage.account({ credit: 10n ** 12n });
    const order = { ...(await orderOf(storage)), accountId, keyId };
    const stores = createStores(storage.db, DEFAULT_PLANS);
    let heard = 0;
    const fails = () => Promise.reject(new Error('the database fails'));
    const leases: Leases = {
      ...stores.leases,
      giveBack: fails,
      dropSilent: fails,
      sync: async (about) => {
        heard += 1;
        return { ...(await stores.leases.sync(about)), silentMsMax: 30_000, silentServers: ['srv_gone'] };
      },
    };
    const { ledger, sync } = await keepLeases({ ...stores, leases }, NO_TIMERS);
    await ledger.hold({ ...order, requestId: 'req_1' });
    await ledger.release({ requestId: 'req_1', reason: 'engine-failed', atMs: NOON });
    await ledger.drained();
    ledger.life.admitsUntilMs = Number.NEGATIVE_INFINITY;
    const heardBefore = heard;

    await expect(sync(0)).rejects.toThrow('the database fails');

    expect(heard).toBe(heardBefore + 1);
    expect(ledger.life.admitsUntilMs).toBeGreaterThan(systemClock.monotonicMs());
  });

  test('gives back what it may have leased before it asks again, without a pause between requests', async () => {
    await using storage = await openStorage();
    const worst = 5n * PRICE.input + 5n * PRICE.output;
    const { id: accountId, keyId } = await storage.account({ credit: worst });
    const order = { ...(await orderOf(storage)), accountId, keyId };
    const stores = createStores(storage.db, DEFAULT_PLANS);
    let isFirst = true;
    const leases: Leases = {
      ...stores.leases,
      extendTogether: async (orders) => {
        const grants = await stores.leases.extendTogether(orders);
        if (!isFirst) return grants;
        isFirst = false;
        throw new ServiceError('store_unavailable', 'The answer is lost.', { isPassing: true });
      },
    };
    const { ledger } = await keepLeases({ ...stores, leases }, NO_TIMERS);

    const unheard = ledger.hold({ ...order, requestId: 'req_1' });
    const next = ledger.hold({ ...order, requestId: 'req_2' });

    await expect(unheard).rejects.toThrow('The answer is lost.');
    expect(await next).toMatchObject({ outputTokensMax: 5 });
    expect(BigInt((await stores.ledger.balanceOf(accountId, NOON)).held)).toBe(worst);
    expect((await storage.audit()).problems).toEqual([]);
  });
});

const orderOf = async (storage: Storage) => ({
  model: 'm',
  priceVersion: await storage.publish(),
  price: PRICE,
  inputTokensMax: 5,
  outputTokensMax: 5,
  atMs: NOON,
});
