import { expect } from 'bun:test';
import { test } from '../../test/support/databases.ts';
import { NOON, openStorage } from '../../test/support/ledger-fixture.ts';
import { DEFAULT_PLANS } from '../core/plan.ts';
import { readKeyFunds } from './key-funds.ts';

test('the funds of a key have its plan from the first to the last moment of each period', async () => {
  await using storage = await openStorage();
  const { id: accountId, keyId } = await storage.account({ credit: 50n });
  const { plans } = storage.stores;
  await plans.choose({ accountId, plan: 'pro', actor: 'test', atMs: NOON });
  const { endsAtMs, potId } = (await plans.current(accountId, NOON))!;
  const planAt = async (nowMs: number) => {
    const read = storage.db.transaction((sql) => readKeyFunds(sql, { keyId, offers: DEFAULT_PLANS, nowMs }));
    const { renewal, balance } = await read;
    return [renewal, balance.pots.map(({ id }) => id).filter((id) => id.startsWith('plan'))];
  };

  const first = [{ potId, plan: 'pro' }, [potId]];
  expect([await planAt(NOON), await planAt(endsAtMs - 1)]).toEqual([first, first]);
  const next = `plan-${accountId}-${endsAtMs}`;
  expect(await planAt(endsAtMs)).toEqual([{ potId: next, plan: 'pro' }, [next]]);
});
