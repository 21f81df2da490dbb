/** Invitations to an organisation: sent, sent again, withdrawn, looked at and used. */

import { ServiceError } from '../../core/errors.ts';
import type { Attempts, CountAttempt } from '../../core/people.ts';
import type { Person } from '../../core/person.ts';
import type { GivenRole } from '../../core/roles.ts';
import type { Accounts } from '../../ledger/accounts.ts';
import { actFor } from '../../platform/action-log/act-for.ts';
import { requireOwnSignIn } from '../../platform/person-proof.ts';
import type { Platform } from '../../platform/platform.ts';
import type { MemberEmail } from './member-emails.ts';
import { createMemberLimits, type Guesser } from './member-limits.ts';
import { sendToInvited } from './member-mail.ts';
import type { MemberChange, MemberInvitation, Members } from './members.ts';
import { labelOf } from './team.ts';

type InvitationStores = {
  readonly members: Pick<Members, 'invitations' | 'invitationOf'>;
  readonly accounts: Pick<Accounts, 'find'>;
  readonly attempts: Pick<Attempts, 'giveBack'>;
  readonly countAttempt: CountAttempt;
};

type NewMember = {
  readonly email: string;
  readonly role: GivenRole;
  /** A proof of work, where many are asking at once. */
  readonly proof: string | null;
};

type OpenInvitation = {
  readonly invitation: MemberInvitation;
  /** The organisation's name. */
  readonly organisation: string;
};

const INVITED_DAYS = 7;
const DAY_MS = 24 * 60 * 60 * 1000;

type Making = Pick<Platform, 'ids' | 'clock' | 'fingerprint'>;

/** The token is known here and never again. */
export function newToken({ ids, clock, fingerprint }: Making) {
  const token = ids.next('');
  return { token, fingerprint: fingerprint(token), expiresAtMs: clock.nowMs() + INVITED_DAYS * DAY_MS };
}

type Invited = Pick<NewMember, 'email' | 'role'> & { readonly accountId: string; readonly createdBy: string };

export function newInvitation(platform: Making, { accountId, email, role, createdBy }: Invited) {
  const { token, fingerprint, expiresAtMs } = newToken(platform);
  const createdAtMs = platform.clock.nowMs();
  const about = {
    id: platform.ids.next('inv_'),
    role: 'customer' as const,
    email,
    createdBy,
    createdAtMs,
    expiresAtMs,
  };
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
  { origin }: Platform,
  { email, role, token, organisation, by, language }: InvitationMail,
): MemberEmail => ({
  kind: 'invited',
  to: email,
  language,
  organisation,
  by,
  role,
  days: INVITED_DAYS,
  link: joinLink(origin(), token),
});

export function createMemberInvitations(platform: Platform, stores: InvitationStores) {
  const { members, accounts, attempts } = stores;
  const limits = createMemberLimits(platform.fingerprint, stores.countAttempt);

  const act = (person: Person, change: MemberChange, reason: string) => actFor(platform, person, change, { reason });

  async function send(person: Person, invited: Omit<NewMember, 'proof'>, token: string): Promise<void> {
    const organisation = await labelOf(accounts, person.accountId);
    const about = { organisation, by: person.email, language: person.language ?? 'en' };
    await sendToInvited(platform, invitationEmail(platform, { ...about, ...invited, token }));
  }

  async function invite(person: Person, { email, role, proof }: NewMember): Promise<void> {
    const { accountId } = person;
    await limits.takeMail(accountId, email, proof);
    const { invitation, token } = newInvitation(platform, { accountId, email, role, createdBy: person.email });
    await act(person, { kind: 'invite-member', invitation }, 'invited a member');
    await send(person, { email, role }, token);
  }

  async function resend(person: Person, invitationId: string, proof: string | null): Promise<void> {
    const open = (await members.invitations(person.accountId)).find(({ id }) => id === invitationId);
    if (!open) throw new ServiceError('not_found', 'This organisation has no such open invitation.');
    await limits.takeMail(person.accountId, open.email, proof);
    const { token, ...link } = newToken(platform);
    await act(person, { kind: 'resend-invitation', invitationId, ...link }, 'sent an invitation again');
    await send(person, { email: open.email, role: open.memberRole }, token);
  }

  async function withdraw(person: Person, invitationId: string): Promise<void> {
    await act(person, { kind: 'withdraw-invitation', invitationId }, 'withdrew an invitation');
  }

  const found = (token: string) => members.invitationOf(platform.fingerprint(token), platform.clock.nowMs());

  /** The invitation behind a link, for the person who has it. */
  async function look(token: string, from: Guesser): Promise<OpenInvitation> {
    const counted = await limits.takeGuess(from);
    const invitation = await found(token);
    if (!invitation) throw invalidInvitation();
    await attempts.giveBack(counted);
    return { invitation, organisation: await labelOf(accounts, invitation.accountId) };
  }

  async function join(person: Person, token: string): Promise<string> {
    requireOwnSignIn(person);
    const invitation = await found(token);
    if (!invitation || invitation.email !== person.email) throw invalidInvitation();
    const { id: invitationId, accountId } = invitation;
    const change = { kind: 'join', invitationId, userId: person.userId } as const;
    await act({ ...person, accountId }, change, 'joined by an invitation');
    return accountId;
  }

  return { invite, resend, withdraw, look, join };
}

export type MemberInvitations = ReturnType<typeof createMemberInvitations>;

const invalidInvitation = (): ServiceError =>
  new ServiceError(
    'invitation_invalid',
    'This invitation was used or withdrawn, has expired, or is for another address.',
  );
