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

  test('lose their pictures before anything else where there is no room', () => {
    const withPicture = (text: string, picture: string): Draft => {
      const turns = [{ id: '1', role: 'user' as const, content: text, pictures: [picture] }];
      return { ...EMPTY_DRAFT, turns, other: { model: 'svc-frost', turns } };
    };
    const withoutOne = (text: string): Draft => ({
      ...asking(text),
      other: { model: 'svc-frost', turns: asking(text).turns },
    });
    const shelf = createShelf(storageOf(2700), 'eva');
    shelf.keep('a', withPicture('First?', 'x'.repeat(600)), 1);
    shelf.keep('b', withPicture('Second?', 'y'.repeat(800)), 2);
    expect(shelf.read('b')).toEqual(withPicture('Second?', 'y'.repeat(800)));
    expect(shelf.read('a')).toEqual(withoutOne('First?'));

    shelf.keep('c', withPicture('Third?', 'z'.repeat(9000)), 3);

    expect(shelf.list().map(({ id }) => id)).toEqual(['c', 'b', 'a']);
    expect(['c', 'b'].map(shelf.read)).toEqual([withoutOne('Third?'), withoutOne('Second?')]);
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
