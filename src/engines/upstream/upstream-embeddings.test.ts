import { expect, test } from 'bun:test';
import { seeded } from '../../../test/support/random.ts';
import { EmbeddingsReader, listsOf } from './upstream-embeddings.ts';

const ORDER = { inputs: ['one', 'two', 'three'], encoding: 'float' } as const;
const VECTORS = [[0.5, -1e-7, 3], [4, 5, 6], 'AACAPwAAAEAAAEBA'];
const USAGE = { prompt_tokens: 4, total_tokens: 4 };

const dataOf = (vectors: readonly unknown[]) =>
  vectors.map((embedding, index) => ({ object: 'embedding', index, embedding }));

/** The answer as it comes in pieces of chance lengths. */
function read(text: string, seed: number) {
  const random = seeded(seed);
  const reader = new EmbeddingsReader();
  for (let at = 0; at < text.length; ) {
    const end = at + random.integer(1, 12);
    reader.add(text.slice(at, end));
    at = end;
  }
  return reader.end(ORDER);
}

test('vectors are read the same however their answer is cut into pieces and laid out', () => {
  // Words that look like a vector are in texts, too.
  const answer = { model: '"embedding":[1,2] \\"embedding":[', data: dataOf(VECTORS), usage: USAGE, embedding: [[7]] };
  const expected = VECTORS.map((vector, index) => ({ type: 'vector', index, vector }));
  for (let seed = 1; seed <= 100; seed++) {
    const { embedding: _, ...rest } = answer;
    const text = JSON.stringify(rest, null, seed % 3);

    const events = read(seed % 2 === 0 ? text : text.replaceAll('"embedding":', '"embedding" \n : '), seed);

    expect(events.slice(0, 3) as unknown, `seed ${seed}`).toEqual(expected);
    expect(events.slice(3)).toMatchObject([{ type: 'usage', usage: { inputTokens: 4 } }, { type: 'end' }]);
  }
});

test.each([
  ['a number', dataOf([1, [1], [1]])],
  ['a list of lists', dataOf([[[1]], [1], [1]])],
  ['a text that is not base64', dataOf(['a]b', [1], [1]])],
  ['texts in a list', dataOf([['a]b'], [1], [1]])],
  ['an empty list', dataOf([[], [], []])],
  ['missing', dataOf([[1], [1]])],
  ['twice', [...dataOf([[1], [1]]), ...dataOf([[1]])]],
  ['of different lengths', dataOf([[1], [1], [1, 2]])],
])('a vector that is %s breaks the answer', (_, data) => {
  expect(() => read(JSON.stringify({ data, usage: USAGE }), 1)).toThrow();
});

test('an answer that ends inside a vector is broken', () => {
  expect(() => read(JSON.stringify({ data: dataOf(VECTORS) }).slice(0, 60), 1)).toThrow();
});

test('many numbers are passed on in several lists, and few in one', () => {
  const events = (length: number) =>
    Array.from({ length: 10 }, (_, index) => ({ type: 'vector', index, vector: new Array(length).fill(0) }) as const);

  expect(listsOf(events(100))).toEqual([events(100)]);
  expect(listsOf(events(10_000)).map((list) => list.length)).toEqual([2, 2, 2, 2, 2]);
});
