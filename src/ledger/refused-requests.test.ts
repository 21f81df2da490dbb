/** Requests that are refused use nothing, so they keep nothing leased, however often clients repeat them. */
import { expect } from 'bun:test';
import { test } from '../../test/support/databases.ts';
import { NO_TIMERS } from '../../test/support/leased-stores.ts';
import { NOON, openStorage, PRICE, usageOf } from '../../test/support/ledger-fixture.ts';
import type { HoldRequest } from '../core/ledger.ts';
import { nanos } from '../core/money.ts';
import { createIds } from '../platform/clock.ts';
import { createStores } from '../server/stores/stores.ts';
import { openLeases } from './lease-keeper.ts';

const OFFERS = { pro: { tokens: 1n }, ultra: { tokens: 2n } };
const IDLE_MS = 900;
const NO_LOG = { info() {}, warn() {}, error() {} };

test.each([
  ['suspended', 10],
  ['too poor', 10_000_000],
] as const)('clients of an account that is %s keep no lease by asking again and again', async (why, inputTokensMax) => {
  await using storage = await openStorage();
  const { id: accountId, keyId } = await storage.account({ credit: 50_000_000n });
  const stores = createStores(storage.db, OFFERS);
  let nowMs = 0;
  const clock = { nowMs: () => NOON, monotonicMs: () => nowMs };
  const parts = { leases: stores.leases, reader: stores.ledger, ids: createIds(), log: NO_LOG, times: NO_TIMERS };
  const { ledger, sync, close } = await openLeases({ ...parts, clock });
  const about = { accountId, keyId, model: 'm', priceVersion: await storage.publish(), price: PRICE, atMs: NOON };
  const order = (requestId: string, input: number): HoldRequest => ({
    ...{ ...about, requestId, inputTokensMax: input, outputTokensMax: 100 },
  });
  const heldOf = async () => (await stores.ledger.balanceOf(accountId, NOON)).held;
  await ledger.hold(order('first', 10));
  await ledger.settle({ requestId: 'first', usage: usageOf(1, 1), outcome: 'finished', atMs: NOON });
  expect(await heldOf()).toBeGreaterThan(nanos(0n));
  if (why === 'suspended') await storage.db.sql.run('UPDATE accounts SET suspended_at_ms = 1 WHERE id = ?', accountId);
  await sync(IDLE_MS);

  for (let i = 0; i < 4; i++) {
    nowMs += 300;
    // The account is being asked about while its leases are looked at, as with clients that never pause.
    const asking = Promise.resolve(ledger.hold(order(`again-${i}`, inputTokensMax)));
    const [asked] = await Promise.allSettled([asking, sync(IDLE_MS)]);
    expect(asked.status).toBe('rejected');
  }

  expect(await heldOf()).toBe(nanos(0n));
  await close();
});
