import { expect, test } from 'bun:test';
import { asViewed } from './viewing.ts';

test.each([
  ['/api/keys', 'acc_1', '/api/keys?as=acc_1'],
  ['/api/requests?model=x', 'acc_1', '/api/requests?model=x&as=acc_1'],
  ['/api/keys', null, '/api/keys'],
  ['/api/operator/engines', 'acc_1', '/api/operator/engines'],
])('%s looked at as %s is %s', (path, accountId, expected) => {
  expect(asViewed(path, accountId)).toBe(expected);
});
