import { expect, test } from 'bun:test';
import { prependFirst } from './prepend-first.ts';

function counting(values: readonly number[]) {
  const seen = { isClosed: false };
  async function* source(): AsyncGenerator<number, void> {
    try {
      yield* values;
    } finally {
      seen.isClosed = true;
    }
  }
  return { source: source(), seen };
}

test('the first value comes first, then the rest', async () => {
  const { source } = counting([1, 2, 3]);

  expect(await Array.fromAsync(prependFirst(await source.next(), source))).toEqual([1, 2, 3]);
});

test('a source that has ended already has nothing', async () => {
  const { source } = counting([]);

  expect(await Array.fromAsync(prependFirst(await source.next(), source))).toEqual([]);
});

test('a source of one value ends behind it', async () => {
  const { source } = counting([1]);
  const whole = prependFirst(await source.next(), source);

  expect(await whole.next()).toEqual({ done: false, value: 1 });
  expect((await whole.next()).done).toBe(true);
  expect((await whole.next()).done).toBe(true);
});

test('leaving reaches the source, also before anything was asked for', async () => {
  const { source, seen } = counting([1, 2]);

  await prependFirst(await source.next(), source).return?.();

  expect(seen.isClosed).toBe(true);
});

test('nothing comes after leaving, not even the first value', async () => {
  const { source } = counting([1, 2]);
  const whole = prependFirst(await source.next(), source);

  await whole.return?.();

  expect((await whole.next()).done).toBe(true);
});

test('leaving a loop reaches the source', async () => {
  const { source, seen } = counting([1, 2, 3]);

  for await (const value of prependFirst(await source.next(), source)) if (value === 2) break;

  expect(seen.isClosed).toBe(true);
});

test('a failure of the source comes behind what it gave', async () => {
  async function* failing(): AsyncGenerator<number, void> {
    yield 1;
    throw new Error('lost');
  }
  const source = failing();
  const whole = prependFirst(await source.next(), source);

  expect((await whole.next()).value).toBe(1);
  await expect(whole.next()).rejects.toThrow('lost');
});
