import { expect, test } from 'bun:test';
import { type LimitLeft, lowestOf } from './rules.ts';

const limit = (owner: LimitLeft['owner'], left: bigint, unit: LimitLeft['unit'] = 'requests'): LimitLeft => ({
  ...{ id: `${owner} ${left} ${unit}`, owner, unit, window: 'day', left },
});

test.each([
  ['the one with the least left', [limit('key', 3n), limit('account', 2n), limit('member', 4n)], 'account 2 requests'],
  ['of equal ones the nearest to the key, first', [limit('key', 2n), limit('account', 2n)], 'key 2 requests'],
  ['of equal ones the nearest to the key, last', [limit('account', 2n), limit('key', 2n)], 'key 2 requests'],
  ['none of another unit', [limit('key', 2n), limit('account', 1n, 'tokens')], 'key 2 requests'],
  ['the last of many', [limit('key', 3n), limit('member', 2n), limit('account', 1n)], 'account 1 requests'],
])('the limit that refuses first is %s', (_, limits, id) => {
  expect(lowestOf(limits, 'requests')?.id).toBe(id);
});

test('without a limit none refuses', () => {
  expect(lowestOf([], 'CZK')).toBeUndefined();
});
