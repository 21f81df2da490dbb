import { expect } from 'bun:test';
import { test } from '../../test/support/databases.ts';
import { NOON, openStorage } from '../../test/support/ledger-fixture.ts';
import { nanos } from '../core/money.ts';
import { readBalance } from './balance.ts';

test('a balance has the pots that have not ended by then, and what is owed; without any it is nothing', async () => {
  await using storage = await openStorage();
  const { id } = await storage.account({ credit: 50n });
  await storage.stores.plans.choose({ accountId: id, plan: 'pro', actor: 'test', atMs: NOON });
  const { endsAtMs } = (await storage.stores.plans.current(id, NOON))!;
  const kindsAt = async (nowMs: number) => (await readBalance(storage.db.sql, id, nowMs)).pots.map(({ kind }) => kind);

  expect(await kindsAt(endsAtMs - 1)).toEqual(['plan', 'credit']);
  expect(await kindsAt(endsAtMs)).toEqual(['credit']);
  const owing = 'INSERT INTO debts (id, account_id, amount_nanos, repaid_nanos, reason, actor, at_ms)';
  for (const [debt, repaid] of [
    [30, 10],
    [5, 0],
  ]) {
    await storage.db.sql.run(`${owing} VALUES (?, ?, ?, ?, '', '', 0)`, `debt_${debt}`, id, debt!, repaid!);
  }
  expect((await readBalance(storage.db.sql, id, NOON)).debt).toBe(nanos(25n));
  expect(await readBalance(storage.db.sql, 'nobody', NOON)).toEqual({
    ...{ pots: [], credit: 0n, held: 0n, spent: 0n, debt: 0n },
  } as never);
});
