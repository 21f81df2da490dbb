import { expect, test } from 'bun:test';
import { createVault } from '../../platform/vault.ts';
import { createConversations } from './conversation-service.ts';
import type { MeasuredItem, SealedConversation, StoredConversations } from './conversation-store.ts';

const HOUR = 3_600_000;
const SAID = { id: 'msg_1', type: 'message', text: 'A secret.' };

/** One conversation in memory, which can be made to fail. */
function rows() {
  const state = { isBroken: false, made: undefined as SealedConversation | undefined, items: [] as MeasuredItem[] };
  const kept: { expiresAtMs?: number } = {};
  const store: StoredConversations = {
    create: async (_, { items, expiresAtMs, bounds: __, ...made }) => {
      state.made = made;
      state.items = [...items];
      kept.expiresAtMs = expiresAtMs;
      return true;
    },
    find: async () => state.made,
    update: async () => true,
    remove: async () => true,
    add: async (_, __, { items, expiresAtMs }) => {
      if (state.isBroken) throw new Error('The disk is full.');
      state.items.push(...items);
      kept.expiresAtMs = expiresAtMs;
      return 'added';
    },
    items: async () => state.items,
    page: async () => state.items,
    item: async (_, __, { itemId }) => state.items.find(({ id }) => id === itemId),
    removeItem: async () => true,
    list: async (_, after) => (after || !state.made ? [] : [state.made]),
  };
  return { store, state, kept };
}

function conversationsOf(store: StoredConversations, { secret = 'a secret', keepMs = HOUR } = {}) {
  const errors: string[] = [];
  const log = { info() {}, warn() {}, error: (_: object, message: string) => void errors.push(message) };
  const clock = { nowMs: () => 1000, monotonicMs: () => 0 };
  const ids = { next: (prefix: string) => `${prefix}1` };
  const bounds = { conversationsMax: 10, charactersMax: 1000 };
  return { errors, ...createConversations({ vault: createVault(secret), clock, log }, { store, ids, keepMs, bounds }) };
}

test('a conversation is read as it was made, for an hour after its last change', async () => {
  const { store, state, kept } = rows();
  const conversations = conversationsOf(store);

  const made = await conversations.create('acc_1', { metadata: { a: 'b' }, items: [SAID] });
  const [sealed] = state.items;

  expect(made).toEqual({ id: 'conv_1', createdAtMs: 1000, metadata: { a: 'b' } });
  expect(await conversations.find('acc_1', 'conv_1')).toEqual(made);
  expect(await conversations.items('acc_1', 'conv_1')).toEqual({ items: [SAID], characters: sealed!.characters });
  expect(sealed!.characters).toBe(JSON.stringify({ type: 'message', text: 'A secret.' }).length);
  expect(kept.expiresAtMs).toBe(1000 + HOUR);
});

test('what a response adds and cannot be written is not there, and the operator hears of it', async () => {
  const { store, state } = rows();
  const conversations = conversationsOf(store);
  await conversations.create('acc_1', { metadata: {}, items: [] });
  state.isBroken = true;

  expect(await conversations.addResponse('acc_1', 'conv_1', { id: 'resp_1', items: [SAID] })).toBe(false);
  expect(conversations.errors).toEqual(['a response could not be added to its conversation']);
});

test('what was written under another secret, or as another item, is as good as gone', async () => {
  const { store, state } = rows();
  await conversationsOf(store, { secret: 'an old secret' }).create('acc_1', { metadata: {}, items: [SAID] });
  const conversations = conversationsOf(store);

  expect(await conversations.find('acc_1', 'conv_1')).toBeUndefined();
  expect(await conversations.items('acc_1', 'conv_1')).toBeUndefined();
  expect(await conversations.item('acc_1', 'conv_1', 'msg_1')).toBeUndefined();
  expect(await Array.fromAsync(conversations.all('acc_1'))).toEqual([]);
  expect(conversations.errors[0]).toContain('was the secret changed?');
  await conversations.create('acc_1', { metadata: {}, items: [SAID] });
  state.items = state.items.map((item) => ({ ...item, id: 'msg_2' }));
  expect(await conversations.item('acc_1', 'conv_1', 'msg_2')).toBeUndefined();
});

test('thousands of items are read in their order', async () => {
  const { store } = rows();
  const conversations = conversationsOf(store);
  const items = Array.from({ length: 1000 }, (_, n) => ({ id: `msg_${n}`, type: 'message', text: `${n}` }));

  await conversations.create('acc_1', { metadata: {}, items });

  expect((await conversations.items('acc_1', 'conv_1'))?.items).toEqual(items);
});
