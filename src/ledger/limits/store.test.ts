/** Limits as they are set, read with a key, and removed with a member. */
import { expect } from 'bun:test';
import { test } from '../../../test/support/databases.ts';
import { NOON, openStorage } from '../../../test/support/ledger-fixture.ts';
import { limitsIn, removeLimitsOfMembers, setLimits } from './store.ts';

const OF_REQUESTS = { unit: 'requests', window: 'day', max: 5n } as const;
const OF_TOKENS = { unit: 'tokens', window: 'day', max: 5n } as const;

test('a limit that is only raised keeps its id, and one that goes never comes back under it', async () => {
  await using storage = await openStorage();
  const { id } = await storage.account();
  const idsOf = async () => (await storage.stores.limits.list(id, NOON)).map((limit) => `${limit.id} ${limit.max}`);
  await storage.stores.limits.set(id, [OF_REQUESTS, OF_TOKENS]);
  const [requests, tokens] = await idsOf();

  await storage.stores.limits.set(id, [{ ...OF_REQUESTS, max: 9n }, OF_TOKENS]);
  expect(await idsOf()).toEqual([requests!.replace(/5$/, '9'), tokens!]);
  await storage.stores.limits.set(id, [OF_TOKENS]);
  await storage.stores.limits.set(id, [{ ...OF_REQUESTS, model: 'm' }, OF_REQUESTS, OF_TOKENS]);

  const all = await idsOf();
  expect(all).toHaveLength(3);
  expect(all).toContain(tokens!);
  expect(all).not.toContain(requests!);
});

test('the limits of one member go, and those of all', async () => {
  await using storage = await openStorage();
  const { id: accountId } = await storage.account();
  const member = (ownerId: string) => ({ accountId, owner: 'member', ownerId, setBy: 'customer' }) as const;
  const owners = async () => (await storage.stores.limits.list(accountId, NOON)).map(({ ownerId }) => ownerId).sort();
  await storage.stores.limits.set(accountId, [OF_TOKENS]);
  for (const who of ['anna', 'ben', 'cleo']) await setLimits(storage.db.sql, member(who), [OF_REQUESTS]);

  await removeLimitsOfMembers(storage.db.sql, accountId, 'ben');
  expect(await owners()).toEqual([accountId, 'anna', 'cleo'].sort());
  await removeLimitsOfMembers(storage.db.sql, accountId);

  expect(await owners()).toEqual([accountId]);
});

test('the limits of a key are read in one order, each owner by itself', async () => {
  const limits = 'key tokens day 5 ,account CZK day 7 ,key requests day 5 m,key requests day 4 ';

  expect(limitsIn({ limits }, 'key')).toStrictEqual([
    { unit: 'requests', window: 'day', max: 4n },
    { unit: 'requests', window: 'day', model: 'm', max: 5n },
    { unit: 'tokens', window: 'day', max: 5n },
  ]);
  expect(limitsIn({ limits }, 'account')).toStrictEqual([{ unit: 'CZK', window: 'day', max: 7n }]);
  expect(limitsIn({ limits: null }, 'key')).toEqual([]);
});
