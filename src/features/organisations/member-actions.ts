/**
 * Changes of who belongs to an account. The row of the account is locked by then. An account cannot lose its owner here:
 * the owner is no row of `members`, so removing or changing a member never finds one, and a hand-over writes the new owner
 * in the place of the old.
 */
import { ServiceError } from '../../core/errors.ts';
import { removeLimitsOfMembers } from '../../ledger/limits/store.ts';
import { limitsOf } from '../../ledger/limits/uses.ts';
import type { State } from '../../platform/action-log/action.ts';
import { accountRules } from '../../platform/action-log/action-rules.ts';
import { ruleToView } from '../../platform/api/limit-to-view.ts';
import { number, type Sql, text } from '../../platform/database/database.ts';
import { removeCard } from '../shop/index.ts';
import { insertInvitation } from './invitation-store.ts';
import { giveBudgetBack, keepBudget, setBudget } from './member-budgets.ts';
import { MEMBERS_MAX, type MemberChange } from './members.ts';

type ChangeOf<Kind extends MemberChange['kind']> = MemberChange & { readonly kind: Kind };
type At = { readonly accountId: string; readonly atMs: number };

/** A step of another feature when a member is removed, in the same transaction. */
type Removed = (sql: Sql, member: At & { readonly userId: string }) => Promise<unknown>;

export const memberActions = (forgets: readonly Removed[]) =>
  accountRules<MemberChange>(
    {
      'name-account': (sql, { name }, { accountId }) =>
        sql.run('UPDATE accounts SET name = ? WHERE id = ?', name, accountId),

      'invite-member': invite,

      'resend-invitation': async (sql, { invitationId, fingerprint, expiresAtMs }, { accountId, atMs }) => {
        const sent = await sql.run(
          `UPDATE invitations SET fingerprint = ?, expires_at_ms = ?, sent_at_ms = ?
       WHERE id = ? AND account_id = ? AND used_at_ms IS NULL`,
          fingerprint,
          expiresAtMs,
          atMs,
          invitationId,
          accountId,
        );
        if (sent === 0) throw noInvitation();
      },

      'withdraw-invitation': async (sql, { invitationId }, { accountId }) => {
        const withdrawn = await sql.run(
          'DELETE FROM invitations WHERE id = ? AND account_id = ? AND used_at_ms IS NULL',
          invitationId,
          accountId,
        );
        if (withdrawn === 0) throw noInvitation();
      },

      join,

      'change-member': async (sql, { userId, role }, { accountId }) => {
        const changed = await sql.run(
          'UPDATE members SET role = ? WHERE account_id = ? AND user_id = ?',
          role,
          accountId,
          userId,
        );
        if (changed === 0) throw noMember();
      },

      'limit-member': async (sql, { userId, limits }, { accountId }) => {
        const member = await sql.one(
          'SELECT 1 AS found FROM members WHERE account_id = ? AND user_id = ?',
          accountId,
          userId,
        );
        if (!member) throw noMember();
        await setBudget(sql, { accountId, userId }, limits);
      },

      'remove-member': async (sql, { userId }, at) => {
        await keepBudget(sql, { ...at, userId });
        if ((await removeMember(sql, userId, at)) === 0) throw noMember();
        await sql.run(
          'INSERT INTO left_members (account_id, email, at_ms) SELECT ?, email, ? FROM auth_users WHERE id = ? ON CONFLICT DO NOTHING',
          at.accountId,
          at.atMs,
          userId,
        );
        await endKeysOf(sql, userId, at);
        for (const forget of forgets) await forget(sql, { ...at, userId });
      },

      'hand-over': handOver,
    },
    { requires: requireOpen, details: detailsOf, state: memberState },
  );

async function requireOpen(sql: Sql, accountId: string): Promise<void> {
  const account = await sql.one('SELECT status FROM accounts WHERE id = ?', accountId);
  if (!account) throw new ServiceError('not_found', 'There is no such account.');
  if (account.status === 'closed') throw new ServiceError('account_blocked', 'This account is closed.');
}

/** An address has one open invitation to an account: a second one takes the place of the first. */
async function invite(sql: Sql, { invitation }: ChangeOf<'invite-member'>, { accountId, atMs }: At): Promise<void> {
  const { id, email, memberRole } = invitation;
  const known = await sql.one(
    `SELECT u.id FROM auth_users u WHERE u.email = ? AND (u.id = (SELECT user_id FROM accounts WHERE id = ?)
       OR u.id IN (SELECT user_id FROM members WHERE account_id = ?))`,
    email,
    accountId,
    accountId,
  );
  if (known) throw new ServiceError('invalid_request', 'This person is a member already.', { param: 'email' });
  await sql.run('DELETE FROM invitations WHERE account_id = ? AND email = ? AND used_at_ms IS NULL', accountId, email);
  await refuseTooMany(sql, accountId);
  await sql.run('DELETE FROM left_members WHERE account_id = ? AND email = ?', accountId, email);
  await insertInvitation(sql, invitation);
  await sql.run(
    'UPDATE invitations SET account_id = ?, member_role = ?, sent_at_ms = ? WHERE id = ?',
    accountId,
    memberRole,
    atMs,
    id,
  );
}

/** Members and open invitations, without the one of that address. */
export async function countPlaces(sql: Sql, accountId: string, withoutEmail = ''): Promise<number> {
  const row = await sql.one(
    `SELECT (SELECT COUNT(*) FROM members WHERE account_id = ?)
       + (SELECT COUNT(*) FROM invitations WHERE account_id = ? AND used_at_ms IS NULL AND email <> ?) AS n`,
    accountId,
    accountId,
    withoutEmail,
  );
  return number(row!, 'n');
}

export async function refuseTooMany(sql: Sql, accountId: string): Promise<void> {
  if ((await countPlaces(sql, accountId)) < MEMBERS_MAX) return;
  const sentence = `An organisation has at most ${MEMBERS_MAX} members and open invitations: remove or withdraw one first.`;
  throw new ServiceError('invalid_request', sentence, { param: 'email' });
}

/** Only the person with that address; a sign-up has used the invitation before, a person who was known has not. */
async function join(sql: Sql, { invitationId, userId }: ChangeOf<'join'>, { accountId, atMs }: At): Promise<void> {
  const row = await sql.one(
    `UPDATE invitations SET used_at_ms = COALESCE(used_at_ms, ?), joined_at_ms = ?
     WHERE id = ? AND account_id = ? AND joined_at_ms IS NULL AND (used_at_ms IS NOT NULL OR expires_at_ms > ?)
       AND email = (SELECT email FROM auth_users WHERE id = ? AND email_verified = 1) RETURNING member_role`,
    atMs,
    atMs,
    invitationId,
    accountId,
    atMs,
    userId,
  );
  if (!row)
    throw new ServiceError(
      'invitation_invalid',
      'This invitation was used or withdrawn, has expired, or is for another address.',
    );
  await insertMember(sql, { accountId, userId, role: text(row, 'member_role'), atMs });
}

type NewMember = At & { readonly userId: string; readonly role: string };

/** The owner is no member, and a member stays what they are. */
export async function insertMember(sql: Sql, { accountId, userId, role, atMs }: NewMember): Promise<void> {
  await sql.run(
    `INSERT INTO members (account_id, user_id, role, joined_at_ms) SELECT ?, ?, ?, ?
     WHERE NOT EXISTS (SELECT 1 FROM accounts WHERE id = ? AND user_id = ?) ON CONFLICT DO NOTHING`,
    accountId,
    userId,
    role,
    atMs,
    accountId,
    userId,
  );
  await giveBudgetBack(sql, { accountId, userId });
}

const removeMember = (sql: Sql, userId: string, { accountId }: At): Promise<number> =>
  sql.run('DELETE FROM members WHERE account_id = ? AND user_id = ?', accountId, userId);

/** Work that must go on without a member runs with a key of the organisation. */
const endKeysOf = (sql: Sql, userId: string, { accountId, atMs }: At): Promise<number> =>
  sql.run(
    "UPDATE api_keys SET revoked_at_ms = COALESCE(revoked_at_ms, ?) WHERE account_id = ? AND user_id = ? AND kind = 'api'",
    atMs,
    accountId,
    userId,
  );

async function handOver(sql: Sql, change: ChangeOf<'hand-over'>, at: At): Promise<void> {
  const { fromUserId, userId } = change;
  const { accountId, atMs } = at;
  if ((await removeMember(sql, userId, at)) === 0) throw noMember();
  await removeLimitsOfMembers(sql, accountId, userId);
  const given = await sql.run(
    `UPDATE accounts SET user_id = ?, email = CASE
       WHEN EXISTS (SELECT 1 FROM accounts o JOIN auth_users u ON u.email = o.email WHERE u.id = ? AND o.id <> accounts.id)
       THEN id ELSE (SELECT email FROM auth_users WHERE id = ?) END
     WHERE id = ? AND user_id = ?`,
    userId,
    userId,
    userId,
    accountId,
    fromUserId,
  );
  if (given === 0) throw new ServiceError('role_not_allowed', 'This account has another owner by now.');
  await sql.run(
    "INSERT INTO members (account_id, user_id, role, joined_at_ms) VALUES (?, ?, 'admin', ?)",
    accountId,
    fromUserId,
    atMs,
  );
  // Who agreed to charges of the card was another owner.
  await removeCard(sql, accountId, atMs);
}

/** The wish as the log has it: without the fingerprint, by which a link could be found. */
function detailsOf({ accountId: _, ...change }: MemberChange & Pick<At, 'accountId'>): object {
  if (change.kind === 'invite-member') {
    const { id, email, memberRole, expiresAtMs } = change.invitation;
    return { invitation: id, email, role: memberRole, expiresAtMs };
  }
  if (change.kind === 'resend-invitation') {
    return { invitation: change.invitationId, expiresAtMs: change.expiresAtMs };
  }
  if (change.kind === 'limit-member') {
    return { userId: change.userId, limits: change.limits.map(ruleToView) };
  }
  const { kind: __, ...details } = change;
  return details;
}

/** The account before and after as the log has it: its name, its owner, and the person that the change is about. */
async function memberState(sql: Sql, change: MemberChange & Pick<At, 'accountId'>): Promise<State> {
  const { accountId } = change;
  const account = await sql.one(
    'SELECT a.name, u.email FROM accounts a LEFT JOIN auth_users u ON u.id = a.user_id WHERE a.id = ?',
    accountId,
  );
  const about = 'userId' in change ? { userId: change.userId } : { userId: '' };
  const member = await sql.one(
    'SELECT u.email, m.role FROM members m JOIN auth_users u ON u.id = m.user_id WHERE m.account_id = ? AND m.user_id = ?',
    accountId,
    about.userId,
  );
  const invitationId =
    change.kind === 'invite-member' ? change.invitation.id : 'invitationId' in change ? change.invitationId : '';
  const invitation = await sql.one('SELECT email, member_role FROM invitations WHERE id = ?', invitationId);
  return {
    name: account?.name ?? null,
    owner: account?.email ?? null,
    ...(member && { member: member.email, role: member.role }),
    ...(member && ['limit-member', 'join'].includes(change.kind) && { limits: await limitsToLog(sql, change, about) }),
    ...(invitation && { invited: invitation.email, as: invitation.member_role }),
  };
}

const limitsToLog = async (sql: Sql, { accountId }: Pick<At, 'accountId'>, { userId }: { readonly userId: string }) =>
  (await limitsOf(sql, { accountId, ownerId: userId, nowMs: 0 })).map(ruleToView);

const noMember = (): ServiceError => new ServiceError('not_found', 'This organisation has no such member.');
const noInvitation = (): ServiceError =>
  new ServiceError('not_found', 'This organisation has no such open invitation.');
