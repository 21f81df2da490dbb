import { expect, test } from 'bun:test';
import { readUpTo } from './read-up-to.ts';

test('a body as long as allowed is one piece', async () => {
  expect(await readUpTo(bodyOf('ab', 'cd'), 4)).toEqual(Buffer.from('abcd'));
  expect(await readUpTo(null, 4)).toEqual(Buffer.from(''));
});

test('a longer body is no piece, and is read no further', async () => {
  const body = bodyOf('ab', 'cde', 'never');

  expect(await readUpTo(body, 4)).toBeUndefined();
  expect(await Array.fromAsync(body)).toEqual([]);
});

async function* bodyOf(...texts: readonly string[]): AsyncGenerator<Uint8Array, void> {
  for (const text of texts) yield Buffer.from(text);
}
