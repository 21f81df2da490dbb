/** Changes of engines as rows: which hold when, what is left of keys, and the way back. */
import { expect } from 'bun:test';
import { test } from '../../../test/support/databases.ts';
import { NOON, openStorage, type Storage } from '../../../test/support/ledger-fixture.ts';
import type { EngineSettings } from '../../core/engine-changes.ts';
import { changesAt } from './changes-at.ts';

const SETTINGS: EngineSettings = {
  baseUrl: 'http://10.0.0.1/v1',
  model: 'm',
  maxTokensField: 'max_tokens',
  ...{ connectMs: 1, firstByteMs: 1, idleMs: 1, totalMs: 1, concurrencyMax: null },
};

let orders = 0;
async function set({ stores }: Storage, about: { value: EngineSettings | null; fromMs?: number; sealedKey?: string }) {
  const { engineRevision: revision } = await stores.announcements.read();
  const { value, fromMs = NOON, sealedKey = null } = about;
  const action = { kind: 'engine-settings', name: 'fast', value, sealedKey, key: 'given', fromMs, revision } as const;
  return stores.actionLog.act({ id: `act-${++orders}`, actor: 'test', reason: 'test', atMs: NOON, action });
}
const changesOf = async ({ stores }: Storage) => (await stores.announcements.read()).engineChanges;

test('a change follows the one before; its key goes with it, that of a planned one stays, and the log has none', async () => {
  await using storage = await openStorage();
  await set(storage, { value: SETTINGS, sealedKey: 'sealed-one' });
  await set(storage, { value: { ...SETTINGS, model: 'later' }, fromMs: NOON + 10, sealedKey: 'sealed-later' });
  await set(storage, { value: { ...SETTINGS, model: 'two' }, sealedKey: 'sealed-two' });

  const changes = await changesOf(storage);
  const modelAt = (atMs: number) => changesAt(changes, atMs).map(({ value }) => (value as EngineSettings).model);

  expect(changes.map((change) => change.kind === 'engine' && change.sealedKey)).toEqual([
    ...[null, 'sealed-later', 'sealed-two'],
  ]);
  expect([modelAt(NOON - 1), modelAt(NOON), modelAt(NOON + 10)]).toEqual([[], ['two'], ['later']]);
  expect(JSON.stringify(await storage.stores.actionLog.actions({ rowsMax: 9 }))).not.toContain('sealed-');
});

test('a new key goes on to planned changes that keep the key, and to no other address', async () => {
  await using storage = await openStorage();
  await set(storage, { value: SETTINGS, sealedKey: 'sealed-old' });
  await set(storage, { value: { ...SETTINGS, idleMs: 2 }, fromMs: NOON + 10, sealedKey: 'sealed-old' });
  await set(storage, { value: { ...SETTINGS, idleMs: 3 }, fromMs: NOON + 20, sealedKey: 'sealed-other' });
  const elsewhere = { ...SETTINGS, baseUrl: 'http://10.0.0.2/v1' };
  await set(storage, { value: elsewhere, fromMs: NOON + 30, sealedKey: 'sealed-old' });

  await set(storage, { value: SETTINGS, sealedKey: 'sealed-new' });

  const keys = (await changesOf(storage)).map((change) => change.kind === 'engine' && change.sealedKey);
  expect(keys).toEqual([null, 'sealed-new', 'sealed-other', 'sealed-old', 'sealed-new']);
});

test('what was decided by looking at other changes is refused, and the same order once more is not done again', async () => {
  await using storage = await openStorage();
  const { actionLog } = storage.stores;
  const about = { name: 'fast', value: SETTINGS, sealedKey: null, key: 'none', fromMs: NOON, revision: 0 } as const;
  const order = { actor: 'test', reason: 'test', atMs: NOON, action: { kind: 'engine-settings', ...about } } as const;

  const done = [await actionLog.act({ id: 'first', ...order }), await actionLog.act({ id: 'first', ...order })];

  expect(done.map(({ isRepeated }) => isRepeated)).toEqual([false, true]);
  await expect(actionLog.act({ id: 'second', ...order })).rejects.toMatchObject({ code: 'changed_meanwhile' });
  expect(await changesOf(storage)).toHaveLength(1);
});
