import { expect, test } from 'bun:test';
import { type Answers, Peer, PeerGone } from './peer.ts';

/** Two peers that hear each other, through the same JSON as between processes. */
function connected(answersOfOne: Answers, answersOfOther: Answers) {
  const one: Peer = new Peer((message) => other.hear(JSON.parse(JSON.stringify(message))), answersOfOne);
  const other: Peer = new Peer((message) => one.hear(JSON.parse(JSON.stringify(message))), answersOfOther);
  return { one, other };
}

test('either side asks, and each answer goes to the side that asked for it', async () => {
  const { one, other } = connected(
    { name: () => 'one' },
    { double: async (n: number) => n * 2, name: async () => 'other' },
  );

  const answers = await Promise.all([one.ask('double', 2), one.ask('name'), other.ask('name'), one.ask('double', 5)]);

  expect(answers).toEqual([4, 'other', 'one', 10]);
});

test('a failure arrives as its sentence, and so does a name without a handler', async () => {
  const { one } = connected(
    {},
    {
      fail: () => {
        throw new Error('no model');
      },
    },
  );

  await expect(one.ask('fail')).rejects.toThrow('no model');
  await expect(one.ask('what')).rejects.toThrow('There is no answer to "what".');
});

test('a caller that waits for a process gets an error when it ends, and later callers at once', async () => {
  const one = new Peer(() => {}, {});
  const waiting = one.ask('anything');

  one.end();

  await expect(waiting).rejects.toBeInstanceOf(PeerGone);
  await expect(one.ask('more')).rejects.toBeInstanceOf(PeerGone);
});
