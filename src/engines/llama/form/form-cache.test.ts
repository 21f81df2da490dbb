import { expect, test } from 'bun:test';
import { FormCache } from './form-cache.ts';

const form = (chars: number) => ({ grammar: 'x'.repeat(chars), steps: 1 });
const MIB = 2 ** 20;

test('an account that has much drops its own oldest, and nothing of another', () => {
  const cache = new FormCache();
  cache.add('other', 'b', form(1000));
  for (const name of ['1', '2', '3', '4']) cache.add(name, 'a', form(MIB / 2 - 1000));

  expect(['other', '1', '2', '3', '4'].filter((key) => cache.get(key))).toEqual(['other', '3', '4']);
});

test('all accounts together stay below a bound, and what is used stays longest', () => {
  const cache = new FormCache();
  for (let account = 0; account < 8; account++) cache.add(`${account}`, `${account}`, form(MIB - 1000));
  cache.get('0');
  cache.add('8', '8', form(MIB - 1000));

  expect(cache.chars).toBeLessThanOrEqual(8 * MIB);
  expect(cache.get('0')).toBeDefined();
  expect(cache.get('1')).toBeUndefined();
});

test('an entry that is added again is counted once', () => {
  const cache = new FormCache();
  for (let again = 0; again < 50; again++) cache.add('same', 'a', form(100_000));

  expect(cache.chars).toBeLessThan(101_000);
});
