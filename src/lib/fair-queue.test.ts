import { expect, test } from 'bun:test';
import { seeded } from '../../test/support/random.ts';
import { FairQueue } from './fair-queue.ts';

const anything = () => true;

function filled(sizeMax: number, counts: Readonly<Record<string, number>>): FairQueue<string> {
  const queue = new FairQueue<string>(sizeMax);
  for (const [account, count] of Object.entries(counts)) {
    for (let n = 1; n <= count; n++) queue.add(account, `${account}${n}`);
  }
  return queue;
}

function takeAll(queue: FairQueue<string>): readonly string[] {
  const taken: string[] = [];
  for (let item = queue.take(anything); item; item = queue.take(anything)) taken.push(item);
  return taken;
}

test('accounts take turns, and within one the first comes first', () => {
  const queue = filled(10, { a: 3, b: 1, c: 2 });

  expect(takeAll(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3']);
  expect(queue.size).toBe(0);
});

test('an account with a hundred requests does not starve one with a single request', () => {
  const queue = filled(1000, { busy: 100 });
  queue.take(anything);

  queue.add('quiet', 'quiet1');

  expect([queue.take(anything), queue.take(anything)]).toContain('quiet1');
});

test('what does not fit stays, and lets others pass', () => {
  const queue = filled(10, { a: 2, b: 1 });

  expect(queue.take((item) => item !== 'a1')).toBe('a2');
  expect(takeAll(queue)).toEqual(['b1', 'a1']);
});

test('who has given up waiting is not served', () => {
  const queue = filled(10, { a: 2, b: 1 });

  expect(queue.remove('a', 'a1')).toBe(true);
  expect(queue.remove('a', 'a1')).toBe(false);
  expect(queue.remove('nobody', 'a1')).toBe(false);
  expect(takeAll(queue)).toEqual(['a2', 'b1']);
});

test('a full room turns away the newest of the account with most there, not the newcomer', () => {
  const queue = filled(4, { a: 4 });

  expect(queue.add('b', 'b1')).toBe('a4');
  expect(queue.add('b', 'b2')).toBe('a3');
  expect(queue.add('b', 'b3')).toBe('b3');
  expect(queue.size).toBe(4);
});

test('lower ranks come first, each by turns between accounts', () => {
  const queue = new FairQueue<string>(10);
  for (const [account, item, rank] of [
    ['a', 'a last', 3],
    ['a', 'a third', 2],
    ['a', 'a second', 1],
    ['b', 'b second', 1],
    ['a', 'a second again', 1],
    ['a', 'a first', 0],
    ['b', 'b third', 2],
  ] as const) {
    queue.add(account, item, rank);
  }

  expect(queue.countOf('a')).toBe(5);
  expect(takeAll(queue)).toEqual([
    ...['a first', 'a second', 'b second', 'a second again', 'a third', 'b third', 'a last'],
  ]);
});

test('an endless first rank leaves every fourth turn to the second, and none to those behind', () => {
  const queue = new FairQueue<string>(100);
  queue.add('c', 'batch', 3);
  queue.add('b', 'flex', 2);
  for (let n = 1; n <= 3; n++) queue.add('b', `default ${n}`, 1);
  for (let n = 1; n <= 9; n++) queue.add('a', `priority ${n}`, 0);

  expect(takeAll(queue)).toEqual([
    ...['priority 1', 'priority 2', 'priority 3', 'default 1', 'priority 4', 'priority 5', 'priority 6', 'default 2'],
    ...['priority 7', 'priority 8', 'priority 9', 'default 3', 'flex', 'batch'],
  ]);
});

test('no rank behind the one that is asked for is taken', () => {
  const queue = new FairQueue<string>(10);
  queue.add('a', 'flex', 2);

  expect(queue.take(anything, 1)).toBeUndefined();
  expect(queue.take(anything, 2)).toBe('flex');
});

test('a full room turns away the last rank first, and never a lower one for a higher', () => {
  const queue = new FairQueue<string>(2);
  queue.add('a', 'a flex', 2);
  queue.add('b', 'b default', 1);

  expect(queue.add('c', 'c batch', 3)).toBe('c batch');
  expect(queue.add('b', 'b default again', 1)).toBe('a flex');
  expect(queue.add('c', 'c flex', 2)).toBe('c flex');
  expect(queue.add('c', 'c default', 1)).toBe('b default again');
  expect(takeAll(queue)).toEqual(['b default', 'c default']);
});

test('without room no request waits', () => {
  expect(new FairQueue<string>(0).add('a', 'a1')).toBe('a1');
});

test('whatever happens, every request is served, turned away or gone exactly once, and never more wait than there is room', () => {
  const seed = Number(process.env.SEED ?? 20261115);
  const random = seeded(seed);
  const queue = new FairQueue<string>(8);
  const left = new Map<string, string>();
  const over: string[] = [];
  const added: string[] = [];

  for (let step = 0; step < 5000; step++) {
    const account = random.pick(['a', 'b', 'c', 'd']);
    const action = random.integer(0, 3);
    const item = `${account} ${step}`;
    const gone =
      action < 2 ? queue.add(account, item, random.integer(0, 3)) : action === 2 ? queue.take(anything) : undefined;
    if (action < 2) added.push(item);
    if (action < 2) left.set(item, account);
    if (gone) over.push(gone);
    if (action === 3 && left.size > 0) {
      const [one, owner] = random.pick([...left]);
      if (queue.remove(owner, one)) over.push(one);
      left.delete(one);
    }
    expect(queue.size, `SEED=${seed}`).toBeWithin(0, 9);
  }

  expect([...over, ...takeAll(queue)].sort(), `SEED=${seed}`).toEqual(added.sort());
});
