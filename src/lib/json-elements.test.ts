import { describe, expect, test } from 'bun:test';
import { JsonElements, TooLong } from './json-elements.ts';

const BOUNDS = { elementMax: 1000, restMax: 1000 };

function read(text: string, size: number) {
  const elements = new JsonElements('requests', BOUNDS);
  const found: string[] = [];
  for (let at = 0; at < text.length; at += size) found.push(...elements.take(text.slice(at, at + size)));
  return { found: found.map((one) => one.trim()), rest: elements.rest };
}

const OBJECTS = [{ a: '],[}{",\\', b: [1, [2, { c: [] }]] }, { requests: [1, 2] }, 'text, ]', 5, null];

describe.each([1, 2, 3, 7, 1000])('in pieces of %i characters', (size) => {
  test('each element comes whole, and the rest is the object without them', () => {
    const text = JSON.stringify({ before: ['x', { y: '[' }], requests: OBJECTS, after: { z: ['"'] } });

    const { found, rest } = read(text, size);

    expect(found.map((one) => JSON.parse(one))).toEqual(OBJECTS);
    expect(JSON.parse(rest)).toEqual({ before: ['x', { y: '[' }], requests: [], after: { z: ['"'] } });
  });

  test('an empty array has no elements, and spaces do not matter', () => {
    expect(read('{ "requests" : [ ] }', size).found).toEqual([]);
    expect(read('{ "requests" :\n [ 1 ,\t2 ] }', size).found).toEqual(['1', '2']);
  });

  test('another array is left alone', () => {
    expect(read('{"other":[1,2],"deep":{"requests":[3]}}', size)).toEqual({
      found: [],
      rest: '{"other":[1,2],"deep":{"requests":[3]}}',
    });
  });

  test('an element that is missing is seen as one that is empty', () => {
    expect(read('{"requests":[1,,2]}', size).found).toEqual(['1', '', '2']);
  });
});

test('what is too long is refused', () => {
  expect(() => read(`{"requests":["${'x'.repeat(1001)}"]}`, 10)).toThrow(TooLong);
  expect(() => read(`{"other":"${'x'.repeat(1001)}"}`, 10)).toThrow(TooLong);
});
