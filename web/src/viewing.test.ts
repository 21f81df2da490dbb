import { expect, test } from 'bun:test';
import { asViewed } from './viewing.ts';

test.each([
  ['/api/keys', 'acc_1', null, '/api/keys?as=acc_1'],
  ['/api/requests?model=x', 'acc_1', null, '/api/requests?model=x&as=acc_1'],
  ['/api/keys', null, null, '/api/keys'],
  ['/api/operator/engines', 'acc_1', 'acc_2', '/api/operator/engines'],
  ['/api/keys', null, 'acc_2', '/api/keys?account=acc_2'],
  ['/api/requests?model=x', null, 'acc_2', '/api/requests?model=x&account=acc_2'],
  ['/api/keys', 'acc_1', 'acc_2', '/api/keys?as=acc_1'],
])('%s looked at as %s by a person who acts in %s is %s', (path, accountId, acting, expected) => {
  expect(asViewed(path, accountId, acting)).toBe(expected);
});
