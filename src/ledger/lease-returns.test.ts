import { expect, test } from 'bun:test';
import { ServiceError } from '../core/errors.ts';
import { createInTurn } from '../lib/in-turn.ts';
import { LeaseReturns } from './lease-returns.ts';
import { LeasedAccounts } from './leased-account.ts';

test('a database that gets out of reach while accounts go back one by one has refused none, and is said to be', async () => {
  const outOfReach = new ServiceError('store_unavailable', 'Gone.', { isPassing: true });
  const answers = [new Error('No.'), outOfReach];
  const logged: unknown[] = [];
  const log = { info() {}, warn() {}, error: (about: object) => void logged.push(about) };
  const leases = { giveBack: async () => Promise.reject(answers.shift()) };
  const returns = new LeaseReturns({ leases, log, inTurn: createInTurn() });
  const accounts = new LeasedAccounts();
  const both = ['acc_1', 'acc_2'].map((id) => accounts.of(id));
  const before = both.map(({ lease }) => lease);

  await expect(returns.end('server', both)).rejects.toBe(outOfReach);

  expect(both.map(({ lease, wasRefused }, at) => [lease === before[at], wasRefused])).toEqual([
    [true, false],
    [true, false],
  ]);
  expect([logged, answers]).toEqual([[], []]);
});

test('an account whose leases were refused stays so when a part of it went back', async () => {
  let isRefused = true;
  const leases = {
    giveBack: async () => {
      if (isRefused) throw new Error('No.');
    },
  };
  const returns = new LeaseReturns({ leases, log: { info() {}, warn() {}, error() {} }, inTurn: createInTurn() });
  const account = new LeasedAccounts().of('acc_1');

  const refused = await returns.end('server', [account]);
  isRefused = false;
  await returns.free('server', [{ account, parts: [], answered: [] }]);

  expect([[...refused.keys()], account.wasRefused, account.lease.isDoubtful]).toEqual([[account], true, false]);
});
