import { describe, expect, test } from 'bun:test';
import { type Draft, EMPTY_DRAFT } from './draft.ts';
import { createShelf, KEPT_MAX, titleOf } from './kept.ts';
import { storageOf } from './storage.fixture.ts';

const asking = (content: string): Draft => ({ ...EMPTY_DRAFT, turns: [{ id: '1', role: 'user', content }] });

describe('conversations in the browser', () => {
  test('are kept newest first, each for the person who had it', () => {
    const storage = storageOf();
    const shelf = createShelf(storage, 'eva');
    shelf.keep('a', asking('First?'), 1);
    shelf.keep('b', asking('Second?\nmore'), 2);

    expect(shelf.list()).toEqual([
      { id: 'b', atMs: 2, title: 'Second?' },
      { id: 'a', atMs: 1, title: 'First?' },
    ]);
    expect(shelf.read('a')).toEqual(asking('First?'));
    expect(createShelf(storage, 'adam').list()).toEqual([]);
    expect(createShelf(storage, 'adam').read('a')).toBeUndefined();
  });

  test('are gone when they are removed or emptied', () => {
    const shelf = createShelf(storageOf(), 'eva');
    shelf.keep('a', asking('First?'), 1);
    shelf.keep('b', asking('Second?'), 2);
    shelf.keep('a', EMPTY_DRAFT, 3);
    shelf.remove('b');

    expect(shelf.list()).toEqual([]);
  });

  test('give way to newer ones, by number and by room', () => {
    const many = createShelf(storageOf(), 'eva');
    for (let at = 0; at < KEPT_MAX + 5; at += 1) many.keep(`id${at}`, asking('Hi'), at);
    expect(many.list().length).toBe(KEPT_MAX);
    expect(many.read('id4')).toBeUndefined();
    expect(many.read('id5')).toBeDefined();

    const full = createShelf(storageOf(3000), 'eva');
    for (let at = 0; at < 9; at += 1) full.keep(`id${at}`, asking('x'.repeat(600)), at);
    expect(full.list().map(({ id }) => id)).toEqual(['id8', 'id7', 'id6']);
    full.keep('large', asking('x'.repeat(9000)), 9);
    expect(full.list()).toEqual([]);
  });

  test('of a person who is gone are not written any more', () => {
    const storage = storageOf();
    let isHere = true;
    const shelf = createShelf(storage, 'eva', () => isHere);
    shelf.keep('a', asking('First?'), 1);
    isHere = false;
    shelf.remove('a');
    shelf.keep('a', asking('A late answer'), 2);

    expect(storage.length).toBe(0);
  });

  test('that cannot be read are left out', () => {
    const storage = storageOf();
    storage.setItem('boreal.playground.eva.broken', '{');

    expect(createShelf(storage, 'eva').list()).toEqual([]);
  });

  test('are called by what was asked first, or by the system prompt', () => {
    expect(titleOf(asking('x'.repeat(100)))).toBe(`${'x'.repeat(59)}…`);
    expect(titleOf({ ...EMPTY_DRAFT, system: 'Be brief.' })).toBe('Be brief.');
    expect(titleOf(EMPTY_DRAFT)).toBe('');
  });
});
