import { expect } from 'bun:test';
import { test } from '../../../test/support/databases.ts';
import { NOON, openStorage } from '../../../test/support/ledger-fixture.ts';
import type { Database } from '../../platform/database/database.ts';
import { createConversationStore } from './conversation-store.ts';

const BOUNDS = { conversationsMax: 10, charactersMax: 1_000_000 };
const TIMES = { nowMs: NOON, expiresAtMs: NOON + 1000 };
const item = (id: string, characters = 10) => ({ id, characters, content: `sealed ${id}` });

async function openStore() {
  const { db, [Symbol.asyncDispose]: dispose } = await openStorage();
  for (const id of ['acc_1', 'acc_2']) await addAccount(db, id);
  return { db, store: createConversationStore(db), [Symbol.asyncDispose]: dispose };
}

const addAccount = (db: Database, id: string) =>
  db.sql.run(
    `INSERT INTO accounts (id, email, status, created_at_ms) VALUES (?, ?, 'active', ?)`,
    id,
    `${id}@example.com`,
    NOON,
  );

const make = (store: Awaited<ReturnType<typeof openStore>>['store'], id: string, expiresAtMs = NOON + 1000) =>
  store.create('acc_1', { id, createdAtMs: NOON, expiresAtMs, metadata: 'sealed', items: [], bounds: BOUNDS });

const rowsIn = async ({ sql }: Database, table: string) =>
  Number((await sql.one(`SELECT COUNT(*) AS count FROM ${table}`))!.count);

test('a response is added once, also where its items were deleted since', async () => {
  await using opened = await openStore();
  const { store, db } = opened;
  await make(store, 'conv_1');
  const added = { ...TIMES, bounds: BOUNDS, items: [item('msg_1'), item('msg_2')], responseId: 'resp_1' };

  const both = await Promise.all([store.add('acc_1', 'conv_1', added), store.add('acc_1', 'conv_1', added)]);
  const between = await store.items('acc_1', 'conv_1', NOON);
  for (const itemId of ['msg_1', 'msg_2']) await store.removeItem('acc_1', 'conv_1', { itemId, ...TIMES });
  const again = await store.add('acc_1', 'conv_1', added);

  expect([...both, again]).toEqual(['added', 'added', 'added']);
  expect(between?.map(({ id }) => id)).toEqual(['msg_1', 'msg_2']);
  expect(await store.items('acc_1', 'conv_1', NOON)).toEqual([]);
  expect(Number((await db.sql.one('SELECT characters FROM conversations'))!.characters)).toBe(0);
  await store.remove('acc_1', 'conv_1', NOON);
  for (const table of ['conversations', 'conversation_items', 'conversation_responses'])
    expect([table, await rowsIn(db, table)]).toEqual([table, 0]);
});

test('the last response may be longer than the room that is left; what comes behind it does not fit', async () => {
  await using opened = await openStore();
  const { store } = opened;
  await make(store, 'conv_1');
  const add = (id: string, characters: number, responseId?: string) =>
    store.add('acc_1', 'conv_1', {
      ...{ ...TIMES, bounds: { ...BOUNDS, charactersMax: 10_000_000 }, items: [item(id, characters)] },
      ...(responseId !== undefined && { responseId }),
    });

  const results = [
    await add('msg_1', 2_097_151),
    await add('msg_2', 2),
    await add('msg_3', 500, 'resp_1'),
    await add('msg_4', 1, 'resp_2'),
    await add('msg_5', 1),
    await add('msg_3', 500, 'resp_1'),
  ];

  expect(results).toEqual(['added', 'full', 'added', 'full', 'full', 'added']);
});

test('nothing of a conversation is there for another account, or when its time is over', async () => {
  await using opened = await openStore();
  const { store } = opened;
  await make(store, 'conv_1');
  await store.add('acc_1', 'conv_1', { ...TIMES, bounds: BOUNDS, items: [item('msg_1')] });
  const page = { order: 'asc' as const, after: null, limit: 10 };

  for (const [accountId, nowMs] of [
    ['acc_2', NOON],
    ['acc_1', NOON + 1000],
  ] as const) {
    const times = { nowMs, expiresAtMs: nowMs + 1000 };
    expect(await store.find(accountId, 'conv_1', nowMs)).toBeUndefined();
    expect(await store.items(accountId, 'conv_1', nowMs)).toBeUndefined();
    expect(await store.page(accountId, 'conv_1', { ...page, nowMs })).toEqual([]);
    expect(await store.item(accountId, 'conv_1', { itemId: 'msg_1', nowMs })).toBeUndefined();
    expect(await store.update(accountId, 'conv_1', { ...times, metadata: 'theirs' })).toBe(false);
    expect(await store.add(accountId, 'conv_1', { ...times, bounds: BOUNDS, items: [item('msg_2')] })).toBe('missing');
    expect(await store.removeItem(accountId, 'conv_1', { itemId: 'msg_1', ...times })).toBe(false);
    expect(await store.remove(accountId, 'conv_1', nowMs)).toBe(false);
  }
  expect(await store.items('acc_1', 'conv_1', NOON)).toHaveLength(1);
});

test('a closed account makes none', async () => {
  await using opened = await openStore();
  const { store, db } = opened;
  await db.sql.run(`UPDATE accounts SET status = 'closed' WHERE id = 'acc_1'`);

  expect(await make(store, 'conv_1')).toBe(false);
  expect(await rowsIn(db, 'conversations')).toBe(0);
});
