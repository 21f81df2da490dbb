/** Leases go back: each once, by its row as it is then, and one pot that is wrong harms no other account. */
import { describe, expect } from 'bun:test';
import { test } from '../../test/support/databases.ts';
import { keepLeases, NO_TIMERS } from '../../test/support/leased-stores.ts';
import { NOON, openStorage, PRICE, type Storage } from '../../test/support/ledger-fixture.ts';
import { DEFAULT_PLANS } from '../core/plan.ts';
import { createServingStores } from '../server/stores/serving-stores.ts';
import { createStores } from '../server/stores/stores.ts';
import type { LeaseKeeper } from './lease-keeper.ts';

const WORST = 5n * PRICE.input + 5n * PRICE.output;
const NOTHING_BACK = { parts: [], accountIds: [], limitIds: [], answered: [] };

async function storageWith(accounts: number) {
  const storage = await openStorage();
  const priceVersion = await storage.publish();
  const order = { model: 'm', priceVersion, price: PRICE, inputTokensMax: 5, outputTokensMax: 5, atMs: NOON };
  const orders = [];
  for (let n = 0; n < accounts; n += 1) {
    const { id: accountId, keyId } = await storage.account({ credit: WORST * 10n });
    orders.push({ ...order, accountId, keyId });
  }
  const stores = createServingStores(createStores(storage.db, DEFAULT_PLANS), { mayGoWellLater: () => false });
  return {
    storage,
    stores,
    orders,
    keep: () => keepLeases(stores, NO_TIMERS),
    heldOf: (accountId: string) => heldOf(storage, accountId),
    potOf: async (accountId: string) => {
      const pot = await storage.db.sql.one('SELECT id FROM pots WHERE account_id = ?', accountId);
      return String(pot!.id);
    },
    [Symbol.asyncDispose]: () => storage[Symbol.asyncDispose](),
  };
}

async function heldOf({ db }: Storage, accountId: string): Promise<bigint> {
  const pot = await db.sql.one('SELECT held FROM pots WHERE account_id = ?', accountId);
  return BigInt(pot!.held!);
}

/** One request that has come and gone: what was leased for it is free. */
async function serve({ ledger }: LeaseKeeper, order: Parameters<LeaseKeeper['ledger']['hold']>[0]): Promise<void> {
  await ledger.hold(order);
  await ledger.release({ requestId: order.requestId, reason: 'engine-failed', atMs: NOON });
  await ledger.drained();
}

describe('a lease that is given back twice', () => {
  test('goes back once: in parts and whole, in any order, and the leases of other servers stay', async () => {
    await using opened = await storageWith(1);
    const { stores, orders, keep, heldOf, potOf, storage } = opened;
    const { accountId } = orders[0]!;
    const part = { potId: await potOf(accountId), amount: WORST };
    const [server, other] = [await keep(), await keep()];
    await other.ledger.hold({ ...orders[0]!, requestId: 'req_other' });
    const { serverId } = server.ledger;
    const inParts = { ...NOTHING_BACK, serverId, parts: [part] };
    const whole = { ...NOTHING_BACK, serverId, accountIds: [accountId] };

    for (const [n, orderOfTwo] of [
      [inParts, inParts],
      [whole, inParts],
      [inParts, whole],
      [whole, whole],
    ].entries()) {
      await server.ledger.hold({ ...orders[0]!, requestId: `req_${n}` });
      for (const back of orderOfTwo) await stores.leases.giveBack(back);
      server.ledger.accounts.clear();

      expect(await heldOf(accountId)).toBe(WORST);
      expect((await storage.audit()).problems).toEqual([]);
    }
  });
});

describe('a pot that holds less than is leased of it', () => {
  const wrong = ({ db }: Storage, accountId: string) =>
    db.sql.run('UPDATE pots SET held = held - 1 WHERE account_id = ?', accountId);

  test('fails its own account, in words that are true, and no other one', async () => {
    await using opened = await storageWith(3);
    const { orders, keep, heldOf, storage } = opened;
    const server = await keep();
    for (const [n, order] of orders.entries()) await serve(server, { ...order, requestId: `req_${n}` });
    const [first, second, third] = orders.map(({ accountId }) => accountId);
    await wrong(storage, second!);

    await server.sync(0);

    expect([await heldOf(first!), await heldOf(second!), await heldOf(third!)]).toEqual([0n, WORST - 1n, 0n]);
    expect(await server.ledger.hold({ ...orders[0]!, requestId: 'req_next' })).toMatchObject({ outputTokensMax: 5 });
    const refused = server.ledger.hold({ ...orders[1]!, requestId: 'req_refused' }) as Promise<unknown>;
    const again = server.sync(0);
    await expect(refused).rejects.toThrow(
      'The database of the service refused this, and nothing was changed; please tell the operator.',
    );
    await again;
    await storage.db.sql.run('UPDATE pots SET held = held + 1 WHERE account_id = ?', second!);
    await server.sync(0);
    expect(await heldOf(second!)).toBe(0n);
    expect((await storage.audit()).problems).toEqual([]);
  });

  test('keeps no lease of a dead server from coming back', async () => {
    await using opened = await storageWith(2);
    const { stores, orders, keep, heldOf, storage } = opened;
    const [dead, other] = [await keep(), await keep()];
    for (const [n, order] of orders.entries()) await dead.ledger.hold({ ...order, requestId: `req_${n}` });
    await other.ledger.hold({ ...orders[0]!, requestId: 'req_other' });
    await storage.db.sql.run('UPDATE pots SET held = 0');

    expect(await stores.leases.drop(dead.ledger.serverId)).toBe(true);

    expect([await heldOf(orders[0]!.accountId), await heldOf(orders[1]!.accountId)]).toEqual([WORST, 0n]);
    expect((await storage.audit()).problems).toEqual([]);
  });
});
