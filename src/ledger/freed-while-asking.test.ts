/** A free rest goes back while the database is asked for more: the request is decided by what there is, and not refused. */
import { expect } from 'bun:test';
import { test } from '../../test/support/databases.ts';
import { NO_TIMERS } from '../../test/support/leased-stores.ts';
import { NOON, openStorage, PRICE, usageOf } from '../../test/support/ledger-fixture.ts';
import type { HoldRequest } from '../core/ledger.ts';
import { createIds } from '../platform/clock.ts';
import { createStores } from '../server/stores/stores.ts';
import { openLeases } from './lease-keeper.ts';

const OFFERS = { pro: { tokens: 1n }, ultra: { tokens: 2n } };
const NO_LOG = { info() {}, warn() {}, error() {} };

test('a request that comes just when the lease of its account is given back is served', async () => {
  await using storage = await openStorage();
  const { id: accountId, keyId } = await storage.account({ credit: 1_000_000n });
  const stores = createStores(storage.db, OFFERS);
  const clock = { nowMs: () => NOON, monotonicMs: () => 0 };
  const parts = { leases: stores.leases, reader: stores.ledger, ids: createIds(), log: NO_LOG, times: NO_TIMERS };
  const { ledger, sync, close } = await openLeases({ ...parts, clock });
  const about = { accountId, keyId, model: 'm', priceVersion: await storage.publish(), price: PRICE, atMs: NOON };
  // More output than the credit covers, so that the database is asked each time.
  const order = (requestId: string): HoldRequest => ({
    ...about,
    requestId,
    inputTokensMax: 1,
    outputTokensMax: 1_000_000,
  });

  for (let n = 0; n < 5; n += 1) {
    const [held] = await Promise.all([Promise.resolve(ledger.hold(order(`request-${n}`))), sync(0)]);
    expect(held.outputTokensMax).toBeGreaterThan(1);
    await ledger.settle({ requestId: `request-${n}`, usage: usageOf(1, 1), outcome: 'finished', atMs: NOON });
  }

  await close();
});
