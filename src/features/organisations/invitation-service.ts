/** Invitations: who may sign up where sign-up is not open, and how the first operator gets in. */
import type { Invitation, Invitations, Role } from '../../core/people.ts';
import type { Clock, Ids } from '../../core/ports.ts';

export type InvitationOrder = {
  readonly role: Role;
  readonly email: string | null;
  readonly days: number;
  readonly createdBy: string;
};

type InvitationParts = {
  readonly invitations: Invitations;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly fingerprint: (token: string) => string;
};

/** The token is known here and never again: the database holds only its fingerprint. */
type MadeInvitation = { readonly invitation: Invitation; readonly token: string };

const DAY_MS = 24 * 60 * 60 * 1000;
const FIRST_START = 'first start';
const FIRST_DAYS = 7;

export async function createInvitation(
  order: InvitationOrder,
  parts: Omit<InvitationParts, 'invitations'> & { readonly invitations: Pick<Invitations, 'add'> },
): Promise<MadeInvitation> {
  const made = make(order, parts);
  await parts.invitations.add({ ...made.invitation, fingerprint: parts.fingerprint(made.token) });
  return made;
}

/** For a service that has no operator yet. An older unused link is no longer valid. */
export async function createFirstInvitation(parts: InvitationParts): Promise<MadeInvitation> {
  const made = make({ role: 'operator', email: null, days: FIRST_DAYS, createdBy: FIRST_START }, parts);
  await parts.invitations.replaceFirst({ ...made.invitation, fingerprint: parts.fingerprint(made.token) });
  return made;
}

/** The page that takes an invitation. It tells those who become operators so; what they become is in the invitation. */
export const invitationLink = (origin: string, token: string, role: Role): string =>
  `${origin}/welcome?invitation=${encodeURIComponent(token)}${role === 'operator' ? '&role=operator' : ''}`;

function make(
  { role, email, days, createdBy }: InvitationOrder,
  { clock, ids }: Pick<InvitationParts, 'clock' | 'ids'>,
): MadeInvitation {
  const createdAtMs = clock.nowMs();
  const expiresAtMs = createdAtMs + days * DAY_MS;
  return {
    token: ids.next(''),
    invitation: { id: ids.next('inv_'), role, email, createdBy, createdAtMs, expiresAtMs },
  };
}
