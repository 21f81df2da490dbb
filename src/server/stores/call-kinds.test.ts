import { expect, test } from 'bun:test';
import { kindOf } from './call-kinds.ts';

test('a call waits for the disk unless it is known to need less', () => {
  expect(kindOf('usages', 'page')).toBe('read');
  expect(kindOf('leases', 'extend')).toBe('write');
  expect(kindOf('credits', 'grant')).toBe('durable');
  expect(kindOf('credits', 'a method of tomorrow')).toBe('durable');
});
