import { describe, expect, test } from 'bun:test';
import { QueueFull, SlotPool } from './slots.ts';

const NEVER = new AbortController().signal;
type Sequence = { readonly name: string; readonly read: readonly number[] };
const common = (sequence: Sequence, tokens: readonly number[]): number => {
  let i = 0;
  while (i < tokens.length && sequence.read[i] === tokens[i]) i += 1;
  return i;
};
const pool = (names: readonly string[], queueMax = 10) =>
  new SlotPool<Sequence>(
    names.map((name) => ({ name, read: [...name].map((c) => c.charCodeAt(0)) })),
    { queueMax, knownTokens: common },
  );
const ask = (text: string, accountId = 'a', signal = NEVER) => ({
  tokens: [...text].map((c) => c.charCodeAt(0)),
  accountId,
  signal,
});

describe('a place', () => {
  test('is the free one that has read the most of the prompt', async () => {
    const places = pool(['zzz', 'abx', 'abc']);

    expect((await places.acquire(ask('abcd'))).sequence.name).toBe('abc');
    expect((await places.acquire(ask('abcd'))).sequence.name).toBe('abx');
  });

  test('given back twice is given back once', async () => {
    const places = pool(['one']);
    const slot = await places.acquire(ask('x'));

    slot.release();
    slot.release();

    expect(places.freeCount).toBe(1);
  });
});

describe('the queue', () => {
  test('serves accounts in turn, however many requests one of them has', async () => {
    const places = pool(['one']);
    const first = await places.acquire(ask('x'));
    const served: string[] = [];
    const waiting = ['a', 'a', 'a', 'b', 'c'].map(async (account, i) => {
      const slot = await places.acquire(ask('x', account));
      served.push(`${account}${i}`);
      slot.release();
    });

    first.release();
    await Promise.all(waiting);

    expect(served).toEqual(['a0', 'b3', 'c4', 'a1', 'a2']);
  });

  test('is bounded', async () => {
    const places = pool(['one'], 1);
    const first = await places.acquire(ask('x'));
    const second = places.acquire(ask('x'));

    await expect(places.acquire(ask('x'))).rejects.toBeInstanceOf(QueueFull);

    first.release();
    await second;
  });

  test('forgets who leaves it', async () => {
    const places = pool(['one'], 1);
    const first = await places.acquire(ask('x'));
    const leaving = new AbortController();
    const second = places.acquire(ask('x', 'b', leaving.signal));

    leaving.abort(new Error('gone'));

    await expect(second).rejects.toThrow('gone');
    expect(places.waitingCount).toBe(0);
    first.release();
    expect(places.freeCount).toBe(1);
  });

  test('is not entered by who has left already', () => {
    const places = pool(['one']);

    expect(() => places.acquire(ask('x', 'a', AbortSignal.abort(new Error('gone'))))).toThrow('gone');
  });
});
