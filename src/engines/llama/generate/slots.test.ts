import { describe, expect, test } from 'bun:test';
import { QueueFull, ShareUsed, SlotPool } from './slots.ts';

const NEVER = new AbortController().signal;
type Sequence = { readonly name: string; read: readonly number[] };
const common = (sequence: Sequence, tokens: readonly number[]): number => {
  let i = 0;
  while (i < tokens.length && sequence.read[i] === tokens[i]) i += 1;
  return i;
};
const pool = (names: readonly string[], queueMax = 10) =>
  new SlotPool<Sequence>(
    names.map((name) => ({ name, read: [] })),
    {
      queueMax,
      knownTokens: common,
      forget: async (sequence) => {
        sequence.read = [];
      },
    },
  );
const tokensOf = (text: string): readonly number[] => [...text].map((c) => c.charCodeAt(0));
const ask = (text: string, accountId = 'a', signal = NEVER) => ({
  tokens: tokensOf(text),
  accountId,
  signal,
});

/** Lets an account read a text in a slot of its own, one after another. */
async function read(slots: SlotPool<Sequence>, texts: readonly string[], accountId = 'a'): Promise<void> {
  const held = [];
  for (const text of texts) {
    const slot = await slots.acquire(ask('', accountId));
    slot.sequence.read = tokensOf(text);
    held.push(slot);
  }
  for (const slot of held) slot.release();
}

describe('a slot', () => {
  test('is the free one that has read the most of the prompt', async () => {
    const slots = pool(['one', 'two', 'three']);
    await read(slots, ['zzz', 'abx', 'abc']);

    expect((await slots.acquire(ask('abcd'))).sequence.name).toBe('three');
    expect((await slots.acquire(ask('abcd'))).sequence.name).toBe('two');
  });

  test('of another account is the one that was free for longest, and has forgotten everything', async () => {
    const slots = pool(['one', 'two']);
    await read(slots, ['secret', 'another'], 'a');

    const first = await slots.acquire(ask('another', 'b'));

    expect(first.sequence).toEqual({ name: 'one', read: [] });
    first.release();
    // What is left of the first account is still its own.
    expect((await slots.acquire(ask('another', 'a'))).sequence).toEqual({ name: 'two', read: tokensOf('another') });
  });

  test('that could not forget is given back, and is not taken for one of the account that asked', async () => {
    const slots = new SlotPool<Sequence>([{ name: 'one', read: [] }], {
      queueMax: 1,
      knownTokens: common,
      forget: () => Promise.reject(new Error('It cannot forget.')),
    });
    await read(slots, ['secret'], 'a');

    await expect(slots.acquire(ask('secret', 'b'))).rejects.toThrow('It cannot forget.');
    await expect(slots.acquire(ask('secret', 'b'))).rejects.toThrow('It cannot forget.');

    expect(slots.freeCount).toBe(1);
    expect((await slots.acquire(ask('secret', 'a'))).sequence.read).toEqual(tokensOf('secret'));
  });

  test('is kept free for other accounts: one gets seven of eight', async () => {
    const slots = pool(['1', '2', '3', '4', '5', '6', '7', '8']);
    const held = await Promise.all(Array.from({ length: 7 }, () => slots.acquire(ask('x', 'a'))));

    const eighth = slots.acquire(ask('x', 'a'));
    const other = await slots.acquire(ask('x', 'b'));

    expect(slots.waitingCount).toBe(1);
    other.release();
    expect(slots.freeCount).toBe(1);
    expect(slots.waitingCount).toBe(1);
    held[0]!.release();
    expect((await eighth).sequence.name).toBe('8');
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

  test('ends the newest that gives way for one that would wait, and serves that one first', async () => {
    const places = pool(['one', 'two']);
    const ended: string[] = [];
    const served: string[] = [];
    const patient = (name: string) => ({ ...ask('x', name), rank: 3, giveWay: () => void ended.push(name) });
    await places.acquire(patient('old'));
    const young = await places.acquire(patient('young'));
    const waits = places.acquire(patient('late')).then(() => served.push('late'));
    expect(ended).toEqual([]);

    const urgent = places.acquire(ask('x', 'a')).then((slot) => {
      served.push('a');
      slot.release();
    });
    expect(ended).toEqual(['young']);
    young.release();
    await urgent;
    await waits;

    expect(served).toEqual(['a', 'late']);
  });

  test('is bounded', async () => {
    const places = pool(['one'], 1);
    const first = await places.acquire(ask('x'));
    const second = places.acquire(ask('x'));

    await expect(places.acquire(ask('x', 'b'))).rejects.toBeInstanceOf(QueueFull);
    await expect(places.acquire(ask('x'))).rejects.toBeInstanceOf(ShareUsed);

    first.release();
    await second;
  });

  test('that one account has filled makes room for another, at the cost of the first', async () => {
    const slots = pool(['one'], 3);
    const running = await slots.acquire(ask('x', 'a'));
    const [first, second, third] = [0, 1, 2].map(() => slots.acquire(ask('x', 'a')));

    const other = slots.acquire(ask('x', 'b'));

    await expect(third).rejects.toBeInstanceOf(ShareUsed);
    await expect(third).rejects.toMatchObject({ waitMs: 1000 });
    running.release();
    for (const served of [first, other, second]) (await served)?.release();
    expect(slots.freeCount).toBe(1);
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
