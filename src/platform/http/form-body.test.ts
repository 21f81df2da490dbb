import { describe, expect, test } from 'bun:test';
import { parseFormBody } from './form-body.ts';

const read = (value: unknown) => parseFormBody(new TextEncoder().encode(JSON.stringify(value)));

describe('what a page sends', () => {
  test('is read as it is, with every other character that people or programs write', () => {
    const body = {
      name: 'Žluťoučký \u0001 \\u0000 \ud83d\udc0e \u202e',
      list: ['a', { deep: 'b' }],
      none: null,
      count: 0,
    };

    expect(read(body)).toEqual(body);
  });

  test.each([
    [{ name: 'a\0b' }, 'name'],
    [{ fine: 'a', list: ['a', '\0'] }, 'list'],
    [{ response: { id: 'a', inner: { id: '\0' } } }, 'response'],
  ])('is refused with a NUL in it, however deep: %j', (body, param) => {
    expect(() => read(body)).toThrow(`${param} must not contain the character NUL.`);
  });
});
