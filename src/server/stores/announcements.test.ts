import { expect } from 'bun:test';
import { test } from '../../../test/support/databases.ts';
import { NOON, openStorage, PRICE } from '../../../test/support/ledger-fixture.ts';
import type { Action } from '../../platform/action-log/action.ts';

const FROM_MS = NOON + 60_000;

test('the revision of announcements is another one whenever one of them has changed, and only then', async () => {
  await using storage = await openStorage();
  const { actionLog, announcements } = storage.stores;
  const { id: accountId } = await storage.account({ credit: 100n });
  const terms = { name: 'Friends', percent: 50, models: {} };
  const actions: readonly Action[] = [
    { kind: 'price', model: 'm', price: PRICE, fromMs: FROM_MS },
    { kind: 'plan-terms', plan: 'pro', terms: { tokens: 5n }, fromMs: FROM_MS },
    { kind: 'withdraw-plan', plan: 'pro', version: 1 },
    { kind: 'offer', item: 'amounts', terms: { kind: 'amounts', czk: ['100'] }, after: 0, fromMs: FROM_MS },
    { kind: 'withdraw-offer', item: 'amounts', version: 1 },
    { kind: 'currency-rate', currency: 'EUR', rate: 25_000_000_000n, fromMs: FROM_MS },
    { kind: 'buying-price', engine: 'near', model: 'm', currency: 'EUR', price: PRICE, fromMs: FROM_MS },
    { kind: 'price-group', group: 'friends', terms, after: 0, fromMs: FROM_MS },
    { kind: 'join-price-group', accountId, group: 'friends', terms: null, fromMs: FROM_MS },
    { kind: 'model-engines', name: 'm', value: null, fromMs: FROM_MS, revision: 0 },
    { kind: 'withdraw-engine-change', version: 1, revision: 1 },
    { kind: 'sign-up', mode: 'closed' },
    { kind: 'sign-up', mode: 'open' },
    { kind: 'sign-up', mode: null },
    { kind: 'settings', values: { 'service.name': 'Boreal' } },
    { kind: 'settings', values: { 'service.name': 'North' } },
    { kind: 'reload', object: 'configuration', result: { ok: true } },
    { kind: 'grant', accountId, amount: 1n },
  ] as never;
  let [said, revision] = [await announcements.read(), await announcements.revision()];

  for (const [n, action] of actions.entries()) {
    await actionLog.act({ id: `act_${n}`, actor: 'olga@example.com', reason: 'test', atMs: NOON, action });
    const [nextSaid, nextRevision] = [await announcements.read(), await announcements.revision()];
    const isNew = !Bun.deepEquals(nextSaid, said);

    expect(nextRevision !== revision, action.kind).toBe(isNew);
    expect(isNew, action.kind).toBe(action.kind !== 'grant');
    [said, revision] = [nextSaid, nextRevision];
  }
});
