import { expect } from 'bun:test';
import { test } from '../../test/support/databases.ts';
import { openStorage } from '../../test/support/ledger-fixture.ts';
import { accountsToRepair, repairLeases, wrongLeasesOf } from './lease-repair.ts';

test('faults of leases are named and made right for one account, and those of another stay', async () => {
  await using storage = await openStorage();
  const { sql } = storage.db;
  const [one, other] = [await storage.account({ credit: 100n }), await storage.account({ credit: 100n })];
  const potOf = async ({ id }: { id: string }) =>
    (await sql.one('SELECT id FROM pots WHERE account_id = ?', id))!.id as string;
  const [pot, otherPot] = [await potOf(one), await potOf(other)];
  for (const id of [pot, otherPot]) {
    await sql.run("INSERT INTO leases (server_id, pot_id, amount) VALUES ('gone', ?, 30)", id);
    await sql.run('UPDATE pots SET held = 40 WHERE id = ?', id);
  }
  const wrong = (id: string, leased: string) => ({
    wrongPots: [{ pot: id, held: '40', leased }],
    unknownServers: ['gone'],
  });

  expect(await accountsToRepair(sql)).toEqual([one.id, other.id]);
  expect(await wrongLeasesOf(sql, one.id)).toEqual(wrong(pot, '30'));
  await storage.db.transaction((inside) => repairLeases(inside, one.id));

  expect(await wrongLeasesOf(sql, one.id)).toEqual({ wrongPots: [], unknownServers: [] });
  expect((await sql.one('SELECT held FROM pots WHERE id = ?', pot))!.held).toBe(0n);
  expect([await accountsToRepair(sql), await wrongLeasesOf(sql, other.id)]).toEqual([
    [other.id],
    wrong(otherPot, '30'),
  ]);
});
