import { expect } from 'bun:test';
import { test } from '../../../test/support/databases.ts';
import { NOON, openStorage } from '../../../test/support/ledger-fixture.ts';

const DAY_MS = 86_400_000;

test('a plan that goes on is reported once, a first period and one that is long over are not', async () => {
  await using storage = await openStorage();
  const { outbox, plans, maintenance, renewals } = storage.stores;
  const { id } = await storage.account({ credit: 0n });
  await plans.choose({ accountId: id, plan: 'pro', actor: 'test', atMs: NOON });
  await renewals.tell(NOON, ['owner', 'webhook']);
  expect(await outbox.claim(NOON)).toEqual([]);

  const laterMs = NOON + 70 * DAY_MS;
  await maintenance.renewPlans(laterMs);
  while ((await renewals.tell(laterMs, ['owner', 'webhook'])) > 0);

  const told = await outbox.claim(laterMs);
  expect(told.map(({ notice, channel }) => [notice.type, channel]).toSorted()).toEqual([
    ['plan.renewed', 'owner'],
    ['plan.renewed', 'webhook'],
  ]);
  expect(told[0]?.notice).toMatchObject({ data: { accountId: id, plan: 'pro' }, owner: { language: 'en' } });
  expect(await renewals.tell(laterMs, ['owner', 'webhook'])).toBe(0);
});
