/** Accounts are asked for together, and what is wrong with one of them is no matter of the others. */
import { expect, test } from 'bun:test';
import { ServiceError } from '../core/errors.ts';
import { LeaseExtensions } from './lease-extensions.ts';
import type { LeaseGrant, LeaseRequest } from './lease-ports.ts';

const requestOf = (accountId: string, serverId = 'A') => ({ accountId, serverId }) as LeaseRequest;
const grantOf = ({ accountId }: LeaseRequest) => accountId as unknown as LeaseGrant;

/** A database that fails as the test says; an account called `locked` is left out of every group. */
function start(failureOf: (group: readonly LeaseRequest[]) => Error | undefined = () => undefined) {
  const groups: string[] = [];
  const alone: string[] = [];
  const extensions = new LeaseExtensions({
    extendTogether: async (group: readonly LeaseRequest[]) => {
      groups.push(`${group[0]!.serverId} ${group.length}`);
      const failure = failureOf(group);
      if (failure) throw failure;
      return group.map((one) => (one.accountId === 'locked' ? null : grantOf(one)));
    },
    extend: async (request: LeaseRequest) => {
      alone.push(request.accountId);
      if (request.accountId === 'wrong') throw new Error('There is no account wrong.');
      return grantOf(request);
    },
  } as never);
  return { groups, alone, ask: (id: string, serverId?: string) => extensions.ask(requestOf(id, serverId)) };
}

const outcomesOf = async (all: readonly Promise<LeaseGrant>[]) =>
  (await Promise.allSettled(all)).map((one) => (one.status === 'fulfilled' ? String(one.value) : 'failed'));

test('accounts that come while one is asked for are the next group, at most 128, of one server', async () => {
  const { ask, groups } = start();
  const names = Array.from({ length: 140 }, (_, n) => `acc_${n}`);

  const all = [ask('first'), ...names.map((id) => ask(id)), ask('last', 'B'), ask('again')];

  expect(await outcomesOf(all)).toEqual(['first', ...names, 'last', 'again']);
  expect(groups).toEqual(['A 1', 'A 128', 'A 12', 'B 1', 'A 1']);
});

test('an account that is locked is asked for alone', async () => {
  const { ask, groups, alone } = start();

  expect(await outcomesOf([ask('first'), ask('locked'), ask('other')])).toEqual(['first', 'locked', 'other']);
  expect([groups, alone]).toEqual([['A 1', 'A 2'], ['locked']]);
});

test('what is wrong with one fails that one alone', async () => {
  const { ask, alone } = start((group) => (group.length > 1 ? new Error('Something is wrong.') : undefined));

  expect(await outcomesOf([ask('first'), ask('wrong'), ask('other')])).toEqual(['first', 'failed', 'other']);
  expect(alone).toEqual(['wrong', 'other']);
});

test('an account that was asked for alone already is not asked for again', async () => {
  const { ask, alone } = start(() => new Error('Something is wrong.'));

  expect(await outcomesOf([ask('first')])).toEqual(['failed']);
  expect(alone).toEqual([]);
});

test('a database that is out of reach fails all that wait, and is not asked for each', async () => {
  const away = new ServiceError('store_unavailable', 'It is away.', { isPassing: true });
  const { ask, alone } = start((group) => (group.length > 1 ? away : undefined));

  expect(await outcomesOf([ask('first'), ask('one'), ask('two')])).toEqual(['first', 'failed', 'failed']);
  expect(alone).toEqual([]);
});
