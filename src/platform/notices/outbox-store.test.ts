import { describe, expect } from 'bun:test';
import { test } from '../../../test/support/databases.ts';
import { NOON, openStorage } from '../../../test/support/ledger-fixture.ts';
import { KEY_WARNING_MS, type Notice, waitAfter } from './notice.ts';

const DAY_MS = 86_400_000;
const WAYS = { 'plan.renewed': ['owner', 'webhook'], 'key.expiring': ['webhook'] } as const;
const down = (id: string): Notice => ({ id, type: 'engine.down', atMs: NOON, data: { engine: 'main' } });

describe('a notice', () => {
  test('is there once, however often it is added, and is given to one of many who look at once', async () => {
    await using storage = await openStorage();
    const { outbox } = storage.stores;
    for (let n = 0; n < 3; n++) await outbox.add(down('one'), ['operator', 'webhook']);

    const claims = await Promise.all(Array.from({ length: 6 }, () => outbox.claim(NOON)));

    const given = claims.flat().map(({ notice, channel, attempts }) => [notice.id, channel, attempts]);
    expect(given.toSorted()).toEqual([
      ['one', 'operator', 1],
      ['one', 'webhook', 1],
    ]);
  });

  test('has its turn again, ever later, until it has arrived or is given up', async () => {
    await using storage = await openStorage();
    const { outbox } = storage.stores;
    await outbox.add(down('one'), ['webhook']);
    await outbox.add(down('two'), ['webhook']);
    await outbox.claim(NOON);

    expect(await outbox.claim(NOON + waitAfter(1) - 1)).toEqual([]);
    const again = await outbox.claim(NOON + waitAfter(1));
    await outbox.arrived({ ids: ['one'], channel: 'webhook', gather: null }, NOON);
    await outbox.giveUp({ id: 'two', channel: 'webhook' });

    expect(again.map(({ attempts }) => attempts)).toEqual([2, 2]);
    expect(await outbox.claim(NOON + 365 * DAY_MS)).toEqual([]);
    await outbox.add(down('one'), ['webhook']);
    expect(await outbox.claim(NOON + 365 * DAY_MS)).toEqual([]);
  });

  test('is kept while it waits, and forgotten when it is done and old', async () => {
    await using storage = await openStorage();
    const { outbox } = storage.stores;
    await outbox.add(down('done'), ['webhook']);
    await outbox.add(down('waiting'), ['webhook']);
    await outbox.arrived({ ids: ['done'], channel: 'webhook', gather: null }, NOON);

    expect(await outbox.forget(NOON + 1)).toBe(1);
    expect((await outbox.claim(NOON)).map(({ notice }) => notice.id)).toEqual(['waiting']);
  });

  test('about members is gone as soon as it has left or is given up: its recipient may have asked to be forgotten', async () => {
    await using storage = await openStorage();
    const { outbox } = storage.stores;
    const data = {
      accountId: 'acc_1',
      organisation: 'Acme',
      what: 'closed-own',
      by: 'a@b.example',
      colleagues: 0,
    } as const;
    const owner = { email: 'a@b.example', language: 'cs' } as const;
    for (const id of ['one', 'two']) {
      await outbox.add({ id, type: 'members.changed', atMs: NOON, data, owner }, ['owner']);
    }

    await outbox.arrived({ ids: ['one'], channel: 'owner', gather: null }, NOON);
    await outbox.giveUp({ id: 'two', channel: 'owner' });

    expect(await storage.db.sql.all('SELECT id FROM outbox')).toEqual([]);
  });
});

describe('what time brings', () => {
  test('a plan that goes on is reported once, a first period and one that is long over are not', async () => {
    await using storage = await openStorage();
    const { outbox, plans, maintenance } = storage.stores;
    const { id } = await storage.account({ credit: 0n });
    await plans.choose({ accountId: id, plan: 'pro', actor: 'test', atMs: NOON });
    await outbox.addDue(NOON, WAYS);
    expect(await outbox.claim(NOON)).toEqual([]);

    const laterMs = NOON + 70 * DAY_MS;
    await maintenance.renewPlans(laterMs);
    while ((await outbox.addDue(laterMs, WAYS)) > 0);

    const told = await outbox.claim(laterMs);
    expect(told.map(({ notice, channel }) => [notice.type, channel]).toSorted()).toEqual([
      ['plan.renewed', 'owner'],
      ['plan.renewed', 'webhook'],
    ]);
    expect(told[0]?.notice).toMatchObject({ data: { accountId: id, plan: 'pro' }, owner: { language: 'en' } });
    expect(await outbox.addDue(laterMs, WAYS)).toBe(0);
  });

  test('a key is reported once, a week before its end, and again only when its end is moved', async () => {
    await using storage = await openStorage();
    const { outbox } = storage.stores;
    const { keyId } = await storage.account({ credit: 0n });
    const ends = (atMs: number) =>
      storage.db.sql.run('UPDATE api_keys SET expires_at_ms = ? WHERE id = ?', atMs, keyId);
    const createdMs = NOON - 30 * DAY_MS;
    await storage.db.sql.run('UPDATE api_keys SET created_at_ms = ? WHERE id = ?', createdMs, keyId);
    await ends(NOON + KEY_WARNING_MS + 1);

    expect(await outbox.addDue(NOON, WAYS)).toBe(0);
    expect(await outbox.addDue(NOON + 1, WAYS)).toBe(1);
    expect(await outbox.addDue(NOON + 2, WAYS)).toBe(0);
    await ends(NOON + KEY_WARNING_MS - 5);
    expect(await outbox.addDue(NOON + 3, WAYS)).toBe(1);
    expect(await outbox.claim(NOON + 3)).toHaveLength(2);
  });

  test.each([
    ['was revoked', 'revoked_at_ms = 1'],
    ['was replaced', 'replaced_by = id'],
    ['was made for less than a week', `created_at_ms = ${NOON - 1}`],
    ['has ended', `expires_at_ms = ${NOON}`],
  ])('a key that %s is not reported', async (_, change) => {
    await using storage = await openStorage();
    const { keyId } = await storage.account({ credit: 0n });
    const soon = NOON + DAY_MS;
    await storage.db.sql.run('UPDATE api_keys SET created_at_ms = 0, expires_at_ms = ? WHERE id = ?', soon, keyId);
    await storage.db.sql.run(`UPDATE api_keys SET ${change} WHERE id = ?`, keyId);

    expect(await storage.stores.outbox.addDue(NOON, WAYS)).toBe(0);
  });
});
