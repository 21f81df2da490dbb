/** Credit that another server has leased may be free. As long as that server says nothing, it is not known to be used up. */
import { expect } from 'bun:test';
import { test } from '../../test/support/databases.ts';
import { NO_TIMERS } from '../../test/support/leased-stores.ts';
import { NOON, openStorage, PRICE, usageOf } from '../../test/support/ledger-fixture.ts';
import type { HoldRequest } from '../core/ledger.ts';
import { createIds } from '../platform/clock.ts';
import { createStores } from '../server/stores/stores.ts';
import { openLeases } from './lease-keeper.ts';

const OFFERS = { pro: { tokens: 1n }, ultra: { tokens: 2n } };
/** A server that answers when the test says so; otherwise it looks for recalls by itself. */
const SILENT = { ...NO_TIMERS, recallMs: NO_TIMERS.syncMs };
const NO_LOG = { info() {}, warn() {}, error() {} };

test('a request may be repeated while another server keeps a lease in silence, and is served after its answer', async () => {
  await using storage = await openStorage();
  const { id: accountId, keyId } = await storage.account({ credit: 1_000_000n });
  const stores = createStores(storage.db, OFFERS);
  // Time passes whenever a server waits, so that no test does.
  let nowMs = 0;
  const clock = { nowMs: () => NOON, monotonicMs: () => nowMs };
  const pause = async (ms: number) => {
    nowMs += 10 * ms;
  };
  const parts = { leases: stores.leases, reader: stores.ledger, ids: createIds(), log: NO_LOG, times: SILENT };
  const silent = await openLeases({ ...parts, clock, pause });
  const asking = await openLeases({ ...parts, clock, pause });
  const about = { accountId, keyId, model: 'm', priceVersion: await storage.publish(), price: PRICE, atMs: NOON };
  const inputTokensMax = Number(700_000n / PRICE.input);
  const order = (requestId: string): HoldRequest => ({ ...about, requestId, inputTokensMax, outputTokensMax: 1 });
  await silent.ledger.hold(order('first'));
  await silent.ledger.settle({ requestId: 'first', usage: usageOf(1, 1), outcome: 'finished', atMs: NOON });

  const [refused] = await Promise.allSettled([Promise.resolve(asking.ledger.hold(order('second')))]);
  await silent.sync(0);
  const served = await asking.ledger.hold(order('third'));

  expect(refused).toMatchObject({ status: 'rejected', reason: { code: 'store_unavailable' } });
  expect(String((refused as PromiseRejectedResult).reason.message)).toContain('one of its servers did not answer');
  expect(served).toMatchObject({ outputTokensMax: 1 });
  await silent.close();
  await asking.close();
});

test('a request may be repeated while another server does not know how much it has leased, and is served when it does', async () => {
  await using storage = await openStorage();
  const { id: accountId, keyId } = await storage.account({ credit: 1_000_000n });
  const { leases, ledger: reader } = createStores(storage.db, OFFERS);
  let nowMs = 0;
  let isWordLost = false;
  let doubtful: Awaited<ReturnType<typeof openLeases>>;
  const parts = { reader, ids: createIds(), log: NO_LOG, times: SILENT };
  const clock = { nowMs: () => NOON, monotonicMs: () => nowMs };
  const pause = async (ms: number) => {
    nowMs += 10 * ms;
    await doubtful.answerRecall();
  };
  const extendTogether: typeof leases.extendTogether = async (requests) => {
    const grants = await leases.extendTogether(requests);
    if (isWordLost) throw new Error('The connection was lost behind the commit.');
    return grants;
  };
  const extend: typeof leases.extend = async (request) => (await extendTogether([request]))[0]!;
  doubtful = await openLeases({ ...parts, leases: { ...leases, extend, extendTogether }, clock, pause });
  const asking = await openLeases({ ...parts, leases, clock, pause });
  const about = { accountId, keyId, model: 'm', priceVersion: await storage.publish(), price: PRICE, atMs: NOON };
  const order = (requestId: string, nanos: bigint): HoldRequest => ({
    ...{ ...about, requestId, outputTokensMax: 1 },
    inputTokensMax: Number(nanos / PRICE.input),
  });
  await doubtful.ledger.hold(order('running', 100_000n));
  isWordLost = true;
  const [lost] = await Promise.allSettled([doubtful.ledger.hold(order('lost', 600_000n))]);
  isWordLost = false;

  const [refused] = await Promise.allSettled([Promise.resolve(asking.ledger.hold(order('second', 700_000n)))]);
  await doubtful.ledger.release({ requestId: 'running', reason: 'engine-failed', atMs: NOON });
  await doubtful.ledger.drained();
  await doubtful.sync(0);
  const served = await asking.ledger.hold(order('third', 700_000n));

  expect(lost.status).toBe('rejected');
  expect(refused).toMatchObject({ status: 'rejected', reason: { code: 'store_unavailable' } });
  expect(served).toMatchObject({ outputTokensMax: 1 });
  await doubtful.close();
  await asking.close();
});
