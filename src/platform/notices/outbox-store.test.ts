import { describe, expect } from 'bun:test';
import { test } from '../../../test/support/databases.ts';
import { NOON, openStorage } from '../../../test/support/ledger-fixture.ts';
import { MEMBERS_CHANGED } from '../../features/organisations/notices.ts';
import { type Channel, noticeKind, toWrite, waitAfter } from './notice.ts';

const DAY_MS = 86_400_000;
const DOWN = noticeKind<{ readonly engine: string }>({ type: 'engine.down', channels: ['operator', 'webhook'] });
const down = (id: string, ...channels: Channel[]) =>
  toWrite(DOWN, { id, atMs: NOON, data: { engine: 'main' } }, channels);

describe('a notice', () => {
  test('is there once, however often it is added, and is given to one of many who look at once', async () => {
    await using storage = await openStorage();
    const { outbox } = storage.stores;
    for (let n = 0; n < 3; n++) await outbox.add(down('one', 'operator', 'webhook'));

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
    await outbox.add(down('one', 'webhook'));
    await outbox.add(down('two', 'webhook'));
    await outbox.claim(NOON);

    expect(await outbox.claim(NOON + waitAfter(1) - 1)).toEqual([]);
    const again = await outbox.claim(NOON + waitAfter(1));
    await outbox.arrived({ ids: ['one'], channel: 'webhook', gather: null }, NOON);
    await outbox.giveUp({ id: 'two', channel: 'webhook' });

    expect(again.map(({ attempts }) => attempts)).toEqual([2, 2]);
    expect(await outbox.claim(NOON + 365 * DAY_MS)).toEqual([]);
    await outbox.add(down('one', 'webhook'));
    expect(await outbox.claim(NOON + 365 * DAY_MS)).toEqual([]);
  });

  test('is kept while it waits, and forgotten when it is done and old', async () => {
    await using storage = await openStorage();
    const { outbox } = storage.stores;
    await outbox.add(down('done', 'webhook'));
    await outbox.add(down('waiting', 'webhook'));
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
      await outbox.add(toWrite(MEMBERS_CHANGED, { id, atMs: NOON, data, owner }, ['owner']));
    }

    await outbox.arrived({ ids: ['one'], channel: 'owner', gather: null }, NOON);
    await outbox.giveUp({ id: 'two', channel: 'owner' });

    expect(await storage.db.sql.all('SELECT id FROM outbox')).toEqual([]);
  });
});
