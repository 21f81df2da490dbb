import { expect, test } from 'bun:test';
import { createVault } from '../../platform/vault.ts';
import { createKeptResponses } from './kept-responses.ts';
import type { SealedResponse, StoredResponses } from './stored-response-store.ts';

const HOUR = 3_600_000;
const NEW = { id: 'resp_1', createdAtMs: 1000, input: [{ type: 'message' }], responseJson: '{"id":"resp_1"}' };

/** Rows in memory, which can be made to fail. */
function rows() {
  const kept = new Map<string, SealedResponse & { expiresAtMs: number }>();
  const state = { isBroken: false };
  const store: StoredResponses = {
    put: async (_, { keptMax: __, ...sealed }) => {
      if (state.isBroken) throw new Error('The disk is full.');
      kept.set(sealed.id, sealed);
    },
    find: async (_, id) => kept.get(id),
    findResponses: async (_, ids) => ids.flatMap((id) => kept.get(id) ?? []),
    remove: async (_, id) => kept.delete(id),
    list: async (_, after) => (after ? [] : [...kept.values()]),
  };
  return { store, state, kept };
}

function keeping(store: StoredResponses, { secret = 'a secret', keepMs = HOUR } = {}) {
  const errors: string[] = [];
  const log = { info() {}, warn() {}, error: (_: object, message: string) => void errors.push(message) };
  const clock = { nowMs: () => 1000, monotonicMs: () => 0 };
  return { errors, ...createKeptResponses({ vault: createVault(secret), clock, log }, { store, keepMs, keptMax: 10 }) };
}

test('a response is read as it was kept, until its time is over', async () => {
  const { store, kept } = rows();
  const responses = keeping(store);

  expect(await responses.keep('acc_1', NEW)).toBe(true);

  expect(await responses.find('acc_1', 'resp_1')).toEqual({
    id: 'resp_1',
    input: [{ type: 'message' }],
    response: { id: 'resp_1' },
  });
  expect(kept.get('resp_1')!.expiresAtMs).toBe(1000 + HOUR);
});

test('what cannot be written is not kept, and the operator hears of it', async () => {
  const { store, state } = rows();
  const responses = keeping(store);
  state.isBroken = true;

  expect(await responses.keep('acc_1', NEW)).toBe(false);
  expect(responses.errors).toEqual(['a response could not be kept']);
});

test('what was kept under another secret is as good as gone, alone and among others', async () => {
  const { store } = rows();
  await keeping(store, { secret: 'an old secret' }).keep('acc_1', NEW);
  const responses = keeping(store);
  await responses.keep('acc_1', { ...NEW, id: 'resp_2', responseJson: '{"id":"resp_2"}' });

  expect(await responses.find('acc_1', 'resp_1')).toBeUndefined();
  expect([...(await responses.findResponses('acc_1', ['resp_1', 'resp_2'])).keys()]).toEqual(['resp_2']);
  const pages = await Array.fromAsync(responses.all('acc_1'));
  expect(pages.flat().map(({ id }) => id)).toEqual(['resp_2']);
  expect(responses.errors[0]).toContain('was the secret changed?');
});

test('what is too long is not kept, and nothing is where the operator wants none', async () => {
  const { store, kept } = rows();
  const long = `"${'x'.repeat(2 * 1024 * 1024)}"`;

  expect(await keeping(store).keep('acc_1', { ...NEW, responseJson: long })).toBe(false);
  expect(keeping(store).hasRoomFor(2 * 1024 * 1024)).toBe(true);
  expect(keeping(store).hasRoomFor(2 * 1024 * 1024 + 1)).toBe(false);
  expect(keeping(store, { keepMs: 0 }).hasRoomFor(1)).toBe(false);
  expect(kept.size).toBe(0);
});
