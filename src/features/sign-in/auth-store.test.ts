import { describe, expect } from 'bun:test';
import { test } from '../../../test/support/databases.ts';
import { openStorage } from '../../../test/support/ledger-fixture.ts';
import type { AuthCondition, AuthValue } from './auth-rows.ts';
import { createAuthStore } from './auth-store.ts';

async function rows() {
  const storage = await openStorage();
  const store = createAuthStore(storage.db);
  const add = (id: string, identifier: string, expiresAt: number) =>
    store.create('verification', { id, identifier, value: '0', expiresAt, createdAt: 1, updatedAt: 1 });
  for (const [id, identifier, expiresAt] of [
    ['a', 'One', 10],
    ['b', 'two', 20],
    ['c', 'two', 30],
  ] as const) {
    await add(id, identifier, expiresAt);
  }
  return { store, [Symbol.asyncDispose]: () => storage[Symbol.asyncDispose]() };
}

const where = (
  field: string,
  operator: string,
  value: AuthCondition['value'],
  rest: Partial<AuthCondition> = {},
): AuthCondition => ({ field, operator, value, connector: 'AND', mode: 'sensitive', ...rest });

describe('conditions', () => {
  test.each<[string, readonly AuthCondition[], readonly string[]]>([
    ['equal', [where('identifier', 'eq', 'two')], ['b', 'c']],
    ['equal in any case', [where('identifier', 'eq', 'oNE', { mode: 'insensitive' })], ['a']],
    ['not equal', [where('identifier', 'ne', 'two')], ['a']],
    ['less, or equal', [where('expiresAt', 'lte', 20)], ['a', 'b']],
    ['more', [where('expiresAt', 'gt', 20)], ['c']],
    ['one of', [where('id', 'in', ['a', 'c'])], ['a', 'c']],
    ['one of none', [where('id', 'in', [])], []],
    ['none of', [where('id', 'not_in', ['a', 'c'])], ['b']],
    ['both', [where('identifier', 'eq', 'two'), where('expiresAt', 'lt', 30)], ['b']],
    ['either', [where('id', 'eq', 'a', { connector: 'OR' }), where('id', 'eq', 'b', { connector: 'OR' })], ['a', 'b']],
    ['nothing asked', [], ['a', 'b', 'c']],
  ])('%s', async (_, conditions, expected) => {
    await using storage = await rows();

    const found = await storage.store.find({
      model: 'verification',
      where: conditions,
      limit: 10,
      sortBy: { field: 'id', direction: 'asc' },
    });

    expect(found.map(({ id }) => id as string)).toEqual([...expected]);
    expect(await storage.store.count('verification', conditions)).toBe(expected.length);
  });

  test('null is asked for as null', async () => {
    await using storage = await rows();
    const row: Record<string, AuthValue> = {
      name: 'x',
      emailVerified: 0,
      role: 'customer',
      createdAt: 1,
      updatedAt: 1,
    };
    await storage.store.create('user', { ...row, id: 'n', email: 'n@example.com', language: null });
    await storage.store.create('user', { ...row, id: 'c', email: 'c@example.com', language: 'cs' });

    const without = await storage.store.find({ model: 'user', where: [where('language', 'eq', null)], limit: 9 });
    const having = await storage.store.find({ model: 'user', where: [where('language', 'ne', null)], limit: 9 });

    expect([without, having].map((found) => found.map(({ id }) => id))).toEqual([['n'], ['c']]);
  });

  test('a name or an operator that is not on the list never reaches the database', async () => {
    await using storage = await rows();
    const asked = (model: string, condition: AuthCondition) =>
      storage.store.find({ model, where: [condition], limit: 1 });

    await expect(asked('accounts', where('id', 'eq', 'a'))).rejects.toThrow('no table');
    await expect(asked('constructor', where('id', 'eq', 'a'))).rejects.toThrow('no table');
    await expect(asked('verification', where('1 = 1 --', 'eq', 'a'))).rejects.toThrow('no column');
    await expect(asked('verification', where('id', '= id OR', 'a'))).rejects.toThrow('not supported');
    await expect(storage.store.create('verification', { 'id) --': 'x' })).rejects.toThrow('no column');
  });
});

describe('one row', () => {
  test('is taken by one of many', async () => {
    await using storage = await rows();

    const taken = await Promise.all(
      Array.from({ length: 5 }, () => storage.store.takeOne('verification', [where('identifier', 'eq', 'two')])),
    );

    // Who wants a row that another is just taking may go without one, but no row is taken twice.
    const ids = taken.flatMap((row) => (row ? [row.id] : []));
    expect(ids.length).toBeGreaterThan(0);
    expect(new Set(ids).size).toBe(ids.length);
    expect(await storage.store.count('verification', [])).toBe(3 - ids.length);
  });

  test('is changed while it fulfils the condition, and counters lose nothing', async () => {
    await using storage = await rows();
    const count = () =>
      storage.store.updateOne({
        model: 'verification',
        where: [where('id', 'eq', 'a'), where('expiresAt', 'lt', 13)],
        set: {},
        increment: { expiresAt: 1 },
      });

    const changed = await Promise.all(Array.from({ length: 6 }, count));

    // The order of the two does not matter.
    const counts = changed.map((row) => row?.expiresAt).toSorted();
    expect(counts).toEqual([11, 12, 13, undefined, undefined, undefined]);
  });
});
