/** Leases that are provably wrong are repaired beside running servers, and that is written down. */
import { describe, expect } from 'bun:test';
import { test } from '../../../test/support/databases.ts';
import { keepLeases, NO_TIMERS } from '../../../test/support/leased-stores.ts';
import { NOON, openStorage, PRICE } from '../../../test/support/ledger-fixture.ts';
import { testPlatform } from '../../../test/support/test-platform.ts';
import type { HoldRequest } from '../../core/ledger.ts';
import { DEFAULT_PLANS } from '../../core/plan.ts';
import { createStores } from '../stores/stores.ts';
import { leaseRepair } from './leases.ts';

const WORST = 5n * PRICE.input + 5n * PRICE.output;

/** Three accounts that a server serves, and the command beside it. */
/** A limit of each kind that is leased. */
const LIMITED = {
  keyLimit: { amount: WORST * 10n, window: 'month' },
  keyTokens: { tokens: 1000n, window: 'month' },
  accountLimit: WORST * 10n,
} as const;

async function served() {
  const storage = await openStorage();
  const priceVersion = await storage.publish();
  const server = await keepLeases(createStores(storage.db, DEFAULT_PLANS), NO_TIMERS);
  const orders: HoldRequest[] = [];
  for (let n = 0; n < 3; n += 1) {
    const { id: accountId, keyId } = await storage.account({ credit: WORST * 10n, ...LIMITED });
    const order = { accountId, keyId, model: 'm', priceVersion, price: PRICE, inputTokensMax: 5, outputTokensMax: 5 };
    orders.push({ ...order, requestId: `req_${n}`, atMs: NOON });
    await server.ledger.hold(orders[n]!);
  }
  const { stores } = storage;
  const repair = () => leaseRepair.run({ reason: 'test' }, { stores, platform: testPlatform(stores) });
  const potOf = async (n: number) => {
    const pot = await storage.db.sql.one('SELECT id FROM pots WHERE account_id = ?', orders[n]!.accountId);
    return String(pot!.id);
  };
  return { storage, server, orders, repair, potOf, [Symbol.asyncDispose]: () => storage[Symbol.asyncDispose]() };
}

describe('boreal lease repair', () => {
  test('makes pots hold what is leased, says what it did, and leaves what is right alone', async () => {
    await using opened = await served();
    const { storage, server, orders, repair, potOf } = opened;
    await storage.db.sql.run('UPDATE pots SET held = held - 7 WHERE id = ?', await potOf(0));
    await storage.db.sql.run('UPDATE pots SET held = held + 5 WHERE id = ?', await potOf(1));
    expect((await storage.audit()).problems).toHaveLength(2);

    const done = await repair();
    const again = await repair();

    const pot = async (n: number, by: bigint) => ({
      pot: await potOf(n),
      held: String(WORST + by),
      leased: String(WORST),
    });
    expect(done).toMatchObject({
      json: {
        accounts: [
          { id: orders[0]!.accountId, pots: [await pot(0, -7n)], servers: [], left: [] },
          { id: orders[1]!.accountId, pots: [await pot(1, 5n)], servers: [], left: [] },
        ],
      },
      failed: false,
    });
    expect(again).toMatchObject({ json: { accounts: [] }, text: 'Every pot holds what servers have leased of it.' });
    const logged = await storage.stores.actionLog.actions({ rowsMax: 10 });
    expect(logged.map(({ kind, reason }) => [kind, reason])).toEqual(Array(2).fill(['repair-leases', 'test']));
    for (const { requestId } of orders) await server.ledger.release({ requestId, reason: 'engine-failed', atMs: NOON });
    await server.ledger.drained();
    await server.sync(0);
    expect(await storage.db.sql.all('SELECT id FROM pots WHERE held > 0')).toEqual([]);
    expect((await storage.audit()).problems).toEqual([]);
  });

  test('ends leases of a server that is not entered, on pots and on limits', async () => {
    await using opened = await served();
    const { storage, orders, repair, potOf } = opened;
    const limits = await storage.db.sql.all('SELECT id FROM limits WHERE account_id = ?', orders[2]!.accountId);
    expect(limits).toHaveLength(3);
    for (const id of [await potOf(2), ...limits.map((row) => String(row.id))]) {
      await storage.db.sql.run("INSERT INTO leases (server_id, pot_id, amount) VALUES ('srv_ghost', ?, 3)", id);
    }
    await storage.db.sql.run('UPDATE pots SET held = held + 3 WHERE id = ?', await potOf(2));

    const done = await repair();

    expect(done.json).toEqual({
      accounts: [{ id: orders[2]!.accountId, pots: [], servers: ['srv_ghost'], left: [] }],
    });
    expect(await storage.db.sql.all("SELECT pot_id FROM leases WHERE server_id = 'srv_ghost'")).toEqual([]);
    expect((await storage.audit()).problems).toEqual([]);
  });

  test('says where more is leased than is in the pot, which is right when servers have given it back', async () => {
    await using opened = await served();
    const { storage, orders, repair, potOf } = opened;
    await storage.db.sql.run('UPDATE leases SET amount = ? WHERE pot_id = ?', WORST * 11n, await potOf(0));

    const done = await repair();

    const left = [{ pot: await potOf(0), held: String(WORST * 10n), leased: String(WORST * 11n) }];
    expect(done).toMatchObject({ json: { accounts: [{ id: orders[0]!.accountId, left }] }, failed: true });
  });
});
