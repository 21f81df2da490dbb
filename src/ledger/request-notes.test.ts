/** What callers say of their requests is kept beside the ledger: found by whom it was for, archived, and forgotten. */
import { expect } from 'bun:test';
import { test } from '../../test/support/databases.ts';
import { keepLeases, NO_TIMERS } from '../../test/support/leased-stores.ts';
import { NOON, openStorage, PRICE, type Storage, usageOf } from '../../test/support/ledger-fixture.ts';
import type { RequestNote } from '../core/chat.ts';

const NOTES: readonly (RequestNote | undefined)[] = [
  { user: 'jana', metadata: { project: 'aurora' } },
  undefined,
  { user: 'petr' },
  { metadata: { project: 'žíla' } },
];

async function ask(storage: Storage, owner: { readonly id: string; readonly keyId: string }): Promise<void> {
  const server = await keepLeases(storage.stores, NO_TIMERS);
  for (const [n, note] of NOTES.entries()) {
    await server.ledger.hold({
      ...{ accountId: owner.id, keyId: owner.keyId, model: 'm', priceVersion: 'm@1', price: PRICE },
      ...{ requestId: `req_${n}`, inputTokensMax: 100, outputTokensMax: 50, atMs: NOON + n, ...(note && { note }) },
    });
    const ended = { requestId: `req_${n}`, atMs: NOON + n };
    if (n === 2) await server.ledger.release({ ...ended, reason: 'engine-failed' });
    else await server.ledger.settle({ ...ended, usage: usageOf(100, 50), outcome: 'finished' });
  }
  await server.close();
}

test('a note is on the receipt and in the list, which can be of one user', async () => {
  await using storage = await openStorage();
  await storage.publish();
  const owner = await storage.account({ credit: 10n ** 12n });
  await ask(storage, owner);
  const page = (filter: object) =>
    storage.stores.usages.page({ accountId: owner.id, filter, before: null, rowsMax: 10 });

  const all = (await page({})).rows.map(({ note }) => note);
  const ofPetr = (await page({ endUser: 'petr' })).rows.map(({ id }) => id);
  const receipt = await storage.stores.ledger.receiptOf('req_0');

  expect(all).toEqual(NOTES.toReversed());
  expect(ofPetr).toEqual(['req_2']);
  expect((await page({ endUser: 'jan' })).rows).toEqual([]);
  expect(receipt?.note).toEqual(NOTES[0]!);
  expect((await storage.stores.usages.find(owner.id, 'req_3'))?.note).toEqual(NOTES[3]!);
  expect((await storage.audit(NOON + 9)).problems).toEqual([]);
});

test('a closed account has no notes any more, and its requests stay', async () => {
  await using storage = await openStorage();
  await storage.publish();
  const owner = await storage.account({ credit: 10n ** 12n });
  await ask(storage, owner);

  await storage.stores.closing.close({ accountId: owner.id, actor: 'test', atMs: NOON + 60_000 });

  expect(await storage.db.sql.all('SELECT * FROM request_notes')).toEqual([]);
  expect(await storage.stores.ledger.receiptOf('req_0')).toMatchObject({ requestId: 'req_0' });
});
