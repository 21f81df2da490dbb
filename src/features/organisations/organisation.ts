/** What people do with an organisation: invite, join, change roles, remove, leave, hand over. */
import type { KeyRecord } from '../../core/api-key.ts';
import { ServiceError } from '../../core/errors.ts';
import type { LimitRule } from '../../core/limit.ts';
import { actorOf } from '../../core/management-token.ts';
import type { Attempts, CountAttempt } from '../../core/people.ts';
import type { Accounts, People, Person } from '../../core/ports.ts';
import { type GivenRole, may, seesOwnOnly } from '../../core/roles.ts';
import type { AccountKeys } from '../../core/settings-ports.ts';
import type { ActionLog } from '../../platform/action-log/action.ts';
import type { NoticeToWrite } from '../../platform/notices/notice.ts';
import { requireOwnSignIn, requireProof } from '../../platform/person-proof.ts';
import type { MemberEmail } from './member-emails.ts';
import { createMemberLimits, type Guesser } from './member-limits.ts';
import { type ChangeEmail, logUnsent, type MemberMailParts, noticesOf, sendToInvited } from './member-mail.ts';
import type { Member, MemberBudget, MemberChange, MemberInvitation, Members, MonthUse } from './members.ts';
import { noticesOfPaused } from './paused-keys.ts';

type OrganisationParts = MemberMailParts & {
  readonly members: Members;
  readonly operatorStore: Pick<ActionLog, 'act'>;
  readonly accounts: Pick<Accounts, 'find'>;
  readonly people: Pick<People, 'hasPassword' | 'isPassword'>;
  readonly accountKeys: Pick<AccountKeys, 'list'>;
  /** Tells the caches of keys that this one has ended. */
  readonly forget: (keyId: string) => void;
  readonly attempts: Pick<Attempts, 'giveBack'>;
  readonly countAttempt: CountAttempt;
  readonly fingerprint: (token: string) => string;
  /** Scheme and host of our own pages. */
  readonly origin: () => string;
};

type TeamParts = Pick<OrganisationParts, 'accounts' | 'clock'> & {
  readonly members: Pick<Members, 'of' | 'budgets' | 'monthUse' | 'invitations'>;
};

export type Team = {
  readonly name: string | null;
  readonly members: readonly Member[];
  /** Those that the person may see. */
  readonly budgets: readonly MemberBudget[];
  /** Of all keys; undefined for members who see their own only. */
  readonly use: MonthUse | undefined;
  readonly invitations: readonly MemberInvitation[];
};

type OpenInvitation = {
  readonly invitation: MemberInvitation;
  /** What the organisation is called. */
  readonly organisation: string;
};

type NewMember = {
  readonly email: string;
  readonly role: GivenRole;
  /** A proof of work, where many are asking at once. */
  readonly proof: string | null;
};

export type Organisation = ReturnType<typeof createOrganisation>;

const INVITED_DAYS = 7;
const DAY_MS = 24 * 60 * 60 * 1000;

type InvitationParts = Pick<OrganisationParts, 'ids' | 'clock' | 'fingerprint'>;

/** The token is known here and never again. */
export function newToken({ ids, clock, fingerprint }: InvitationParts) {
  const token = ids.next('');
  return { token, fingerprint: fingerprint(token), expiresAtMs: clock.nowMs() + INVITED_DAYS * DAY_MS };
}

type InvitationOrder = Pick<NewMember, 'email' | 'role'> & { readonly accountId: string; readonly createdBy: string };

export function newInvitation({ accountId, email, role, createdBy }: InvitationOrder, parts: InvitationParts) {
  const { token, fingerprint, expiresAtMs } = newToken(parts);
  const createdAtMs = parts.clock.nowMs();
  const about = { id: parts.ids.next('inv_'), role: 'customer' as const, email, createdBy, createdAtMs, expiresAtMs };
  return { invitation: { ...about, accountId, memberRole: role, sentAtMs: createdAtMs, fingerprint }, token };
}

export const joinLink = (origin: string, token: string): string =>
  `${origin}/join?invitation=${encodeURIComponent(token)}`;

type InvitationMail = Pick<NewMember, 'email' | 'role'> & {
  readonly token: string;
  readonly organisation: string;
  readonly by: string;
  readonly language: 'cs' | 'en';
};

/** The e-mail with the link to join by. */
export const invitationEmail = (
  { origin }: Pick<OrganisationParts, 'origin'>,
  { email, role, token, ...about }: InvitationMail,
): MemberEmail => ({
  ...{ ...about, kind: 'invited', to: email, role, days: INVITED_DAYS },
  link: joinLink(origin(), token),
});

type TeamReader = Pick<Person, 'accountId' | 'memberRole' | 'userId'>;

/** What this person may see of the organisation. */
export async function readTeam(
  { members, accounts, clock }: TeamParts,
  { accountId, memberRole, userId }: TeamReader,
): Promise<Team> {
  const seesOwn = seesOwnOnly(memberRole);
  const budgets = await members.budgets(accountId, clock.nowMs());
  const [account, all, use, invitations] = await Promise.all([
    accounts.find(accountId),
    members.of(accountId),
    // Read after that of members: what was charged in between does not make the rest negative.
    seesOwn ? undefined : members.monthUse(accountId, clock.nowMs()),
    may(memberRole, 'manage-members') ? members.invitations(accountId) : [],
  ]);
  const seen = seesOwn ? budgets.filter((one) => one.userId === userId) : budgets;
  return { name: account?.name ?? null, members: all, budgets: seen, use, invitations };
}

export function createOrganisation(parts: OrganisationParts) {
  const { members, operatorStore, accounts, clock, ids } = parts;
  const limits = createMemberLimits(parts);

  const act = (person: Person, change: MemberChange, reason: string, told: readonly NoticeToWrite[] = []) =>
    operatorStore.act({
      id: ids.next('act_'),
      actor: actorOf(person),
      reason,
      atMs: clock.nowMs(),
      action: { accountId: person.accountId, ...change },
      told,
    });

  async function labelOf(accountId: string): Promise<string> {
    const account = await accounts.find(accountId);
    return account?.name ?? account?.email ?? accountId;
  }

  const team = (person: Person): Promise<Team> => readTeam(parts, person);

  async function memberOf(accountId: string, userId: string): Promise<Member> {
    const found = (await members.of(accountId)).find((one) => one.userId === userId);
    if (!found) throw new ServiceError('not_found', 'This organisation has no such member.');
    return found;
  }

  /** The e-mails are written down with what is done. */
  async function actAndTell(
    person: Person,
    change: MemberChange,
    { reason, emails }: { readonly reason: string; readonly emails: readonly ChangeEmail[] },
  ): Promise<void> {
    await act(person, change, reason, noticesOf(parts, person.accountId, emails));
    logUnsent(parts, emails);
  }

  const keysOf = (accountId: string, userId: string): Promise<readonly KeyRecord[]> => {
    const nowMs = clock.nowMs();
    return parts.accountKeys.list(accountId, { nowMs, dayFromMs: nowMs, ofUserId: userId });
  };

  /** What has become of a member's keys holds here at once, and on other servers as soon as they read the keys again. */
  async function forgetKeys(accountId: string, userId: string): Promise<void> {
    for (const { id } of await keysOf(accountId, userId)) parts.forget(id);
  }

  async function sendInvitation(
    person: Person,
    to: { readonly email: string; readonly role: GivenRole; readonly token: string },
  ) {
    const about = {
      organisation: await labelOf(person.accountId),
      by: person.email,
      language: person.language ?? 'en',
    };
    await sendToInvited(parts, invitationEmail(parts, { ...to, ...about }));
  }

  /** Of a change of role that stops the keys of the member. */
  async function pausedBy(person: Person, userId: string, role: GivenRole): Promise<readonly NoticeToWrite[]> {
    const { accountId } = person;
    const team = await members.of(accountId);
    const before = team.find((one) => one.userId === userId);
    if (!before || !may(before.role, 'spend') || may(role, 'spend')) return [];
    const keys = await keysOf(accountId, userId);
    const organisation = await labelOf(accountId);
    return noticesOfPaused(parts, { by: person, member: { ...before, role }, team, keys, organisation });
  }

  return {
    team,

    rename: async (person: Person, name: string | null): Promise<Team> => {
      await act(person, { kind: 'name-account', name }, 'named the organisation');
      return team(person);
    },

    invite: async (person: Person, { email, role, proof }: NewMember) => {
      await limits.takeMail(person.accountId, email, proof);
      const { accountId } = person;
      const { invitation, token } = newInvitation({ accountId, email, role, createdBy: person.email }, parts);
      await act(person, { kind: 'invite-member', invitation }, 'invited a member');
      await sendInvitation(person, { email, role, token });
      return team(person);
    },

    resend: async (
      person: Person,
      { invitationId, proof }: { readonly invitationId: string; readonly proof: string | null },
    ): Promise<Team> => {
      const open = (await members.invitations(person.accountId)).find(({ id }) => id === invitationId);
      if (!open) throw new ServiceError('not_found', 'This organisation has no such open invitation.');
      await limits.takeMail(person.accountId, open.email, proof);
      const { token, ...link } = newToken(parts);
      await act(person, { kind: 'resend-invitation', invitationId, ...link }, 'sent an invitation again');
      await sendInvitation(person, { email: open.email, role: open.memberRole, token });
      return team(person);
    },

    withdraw: async (person: Person, invitationId: string): Promise<Team> => {
      await act(person, { kind: 'withdraw-invitation', invitationId }, 'withdrew an invitation');
      return team(person);
    },

    /** What a link is an invitation to, for the person who has it. */
    look: async (token: string, from: Guesser): Promise<OpenInvitation> => {
      const counted = await limits.takeGuess(from);
      const invitation = await members.invitationOf(parts.fingerprint(token), clock.nowMs());
      if (!invitation) throw invalidInvitation();
      await parts.attempts.giveBack(counted);
      return { invitation, organisation: await labelOf(invitation.accountId) };
    },

    join: async (person: Person, token: string): Promise<string> => {
      requireOwnSignIn(person);
      const invitation = await members.invitationOf(parts.fingerprint(token), clock.nowMs());
      if (!invitation || invitation.email !== person.email) throw invalidInvitation();
      const { id: invitationId, accountId } = invitation;
      await act(
        { ...person, accountId },
        { kind: 'join', invitationId, userId: person.userId },
        'joined by an invitation',
      );
      return accountId;
    },

    changeRole: async (person: Person, userId: string, role: GivenRole): Promise<Team> => {
      const told = await pausedBy(person, userId, role);
      await act(person, { kind: 'change-member', userId, role }, 'changed a role', told);
      await forgetKeys(person.accountId, userId);
      return team(person);
    },

    limit: async (person: Person, userId: string, limits: readonly LimitRule[]): Promise<Team> => {
      await act(person, { kind: 'limit-member', userId, limits }, 'set the budget of a member');
      return team(person);
    },

    remove: async (person: Person, userId: string): Promise<Team> => {
      const { email: to, language } = await memberOf(person.accountId, userId);
      const about = { organisation: await labelOf(person.accountId), by: person.email, colleagues: 0 };
      await actAndTell(
        person,
        { kind: 'remove-member', userId },
        { reason: 'removed a member', emails: [{ ...about, what: 'removed', to, language: language ?? 'en' }] },
      );
      await forgetKeys(person.accountId, userId);
      return team(person);
    },

    leave: async (person: Person): Promise<void> => {
      if (person.memberRole === 'owner') {
        throw new ServiceError('invalid_request', 'The owner cannot leave: hand the organisation over first.');
      }
      await act(person, { kind: 'remove-member', userId: person.userId }, 'left the organisation');
      await forgetKeys(person.accountId, person.userId);
    },

    handOver: async (
      person: Person,
      { userId, password }: { readonly userId: string; readonly password?: string | undefined },
    ) => {
      const { accountId } = person;
      await requireProof(parts, person, password);
      const next = await memberOf(accountId, userId);
      const about = { organisation: await labelOf(accountId), colleagues: 0 };
      await actAndTell(
        person,
        { kind: 'hand-over', fromUserId: person.userId, userId },
        {
          reason: 'handed the organisation over',
          emails: [
            { ...about, what: 'owner-now', to: next.email, language: next.language ?? 'en', by: person.email },
            { ...about, what: 'owner-before', to: person.email, language: person.language ?? 'en', by: next.email },
          ],
        },
      );
      return team({ ...person, memberRole: 'admin' });
    },
  };
}

const invalidInvitation = (): ServiceError =>
  new ServiceError(
    'invitation_invalid',
    'This invitation was used or withdrawn, has expired, or is for another address.',
  );
