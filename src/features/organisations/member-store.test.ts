/** Members in the database: what the audit proves of them, and the way back. */
import { expect } from 'bun:test';
import { test } from '../../../test/support/databases.ts';
import { NOON, openStorage, type Storage } from '../../../test/support/ledger-fixture.ts';
import type { MemberChange } from './members.ts';

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
  return stores.actionLog.act({ id: `act_${acts}`, actor: 'anna', reason: 'test', atMs: NOON, action });
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
