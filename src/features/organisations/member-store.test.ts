/** Members in the database: what the audit proves of them, and the way back. */
import { expect } from 'bun:test';
import { test } from '../../../test/support/databases.ts';
import { NOON, openStorage, type Storage } from '../../../test/support/ledger-fixture.ts';
import { migrate, readMigrations, schemaOf } from '../../platform/database/migrate.ts';
import { migrateBack } from '../../platform/database/migrate-back.ts';
import type { MemberChange } from './members.ts';

const BEFORE = 30;

async function signUp({ stores }: Storage, name: string): Promise<void> {
  const email = `${name}@example.com`;
  const times = { createdAt: NOON, updatedAt: NOON };
  await stores.authRows.create('user', { id: name, email, name, emailVerified: 1, role: 'customer', ...times });
  await stores.owners.adopt({ userId: name, email, newId: `acc_${name}`, atMs: NOON });
}

let acts = 0;
const act = ({ stores }: Storage, change: MemberChange) => {
  const action = { accountId: 'acc_anna', ...change };
  acts += 1;
  return stores.operator.act({ id: `act_${acts}`, actor: 'anna', reason: 'test', atMs: NOON, action });
};

/** Dan is a member of Anna's account, by an invitation. */
async function withMember(storage: Storage): Promise<void> {
  await signUp(storage, 'anna');
  await signUp(storage, 'dan');
  const times = { createdAtMs: NOON, sentAtMs: NOON, expiresAtMs: NOON + 1000 };
  const about = { role: 'customer', email: 'dan@example.com', createdBy: 'anna', memberRole: 'developer' } as const;
  const invitation = { id: 'inv_1', fingerprint: 'hash', accountId: 'acc_anna', ...about, ...times };
  await act(storage, { kind: 'invite-member', invitation });
  await act(storage, { kind: 'join', invitationId: 'inv_1', userId: 'dan' });
}

test('the audit finds an account whose members have no owner', async () => {
  await using storage = await openStorage();
  await withMember(storage);
  await act(storage, { kind: 'hand-over', fromUserId: 'anna', userId: 'dan' });
  const before = await storage.audit();

  await storage.db.sql.run("UPDATE accounts SET user_id = NULL WHERE id = 'acc_anna'");

  expect([before.problems, before.checked.L19]).toEqual([[], 1]);
  expect((await storage.audit()).problems).toEqual([
    'L19: the account acc_anna has members, and no owner beside them.',
  ]);
});

test('the schemas can be taken back while every account is an organisation of one', async () => {
  await using alone = await openStorage();
  await signUp(alone, 'anna');
  await using team = await openStorage();
  await withMember(team);
  const target = { to: BEFORE, migrations: readMigrations() };

  await migrateBack(alone.db, target);
  const schema = await schemaOf(alone.db.sql);
  await migrate(alone.db, target.migrations, NOON);

  expect(schema).toBeLessThanOrEqual(BEFORE);
  expect(await alone.stores.owners.accountsOf('anna')).toMatchObject([{ accountId: 'acc_anna', role: 'owner' }]);
  await expect(migrateBack(team.db, target)).rejects.toThrow('Schema 31 cannot be taken back');
  expect(await team.stores.owners.accountsOf('dan')).toHaveLength(2);
});

test('a key of a member cannot be taken back to a schema that knows no members', async () => {
  await using storage = await openStorage();
  await signUp(storage, 'anna');
  const key = { id: 'key_own', accountId: 'acc_anna', userId: 'anna', name: 'own', hint: 'abcd', createdAtMs: NOON };
  await storage.stores.accountKeys.add(
    { key: { ...key, allowedModels: [], allowedRanges: [], limits: [] }, fingerprint: 'f' },
    200,
  );

  const back = migrateBack(storage.db, { to: BEFORE, migrations: readMigrations() });

  await expect(back).rejects.toThrow('Schema 32 cannot be taken back');
});
