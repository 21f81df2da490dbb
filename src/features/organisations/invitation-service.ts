/** Invitations: who may sign up where sign-up is not open, and how the first operator gets in. */
import type { Platform } from '../../platform/platform.ts';
import type { Invitation, Invitations, Role } from './invitation.ts';

export type WantedInvitation = {
  readonly role: Role;
  readonly email: string | null;
  readonly days: number;
  readonly createdBy: string;
};

type Making = Pick<Platform, 'clock' | 'ids' | 'fingerprint'>;

/** The token is known here and never again: the database holds only its fingerprint. */
type MadeInvitation = { readonly invitation: Invitation; readonly token: string };

const DAY_MS = 24 * 60 * 60 * 1000;
const FIRST_START = 'first start';
const FIRST_DAYS = 7;

export async function createInvitation(
  platform: Making,
  invitations: Pick<Invitations, 'add'>,
  wanted: WantedInvitation,
): Promise<MadeInvitation> {
  const made = make(platform, wanted);
  await invitations.add({ ...made.invitation, fingerprint: platform.fingerprint(made.token) });
  return made;
}

/** For a service that has no operator yet. An older unused link is no longer valid. */
export async function createFirstInvitation(
  platform: Making,
  invitations: Pick<Invitations, 'replaceFirst'>,
): Promise<MadeInvitation> {
  const made = make(platform, { role: 'operator', email: null, days: FIRST_DAYS, createdBy: FIRST_START });
  await invitations.replaceFirst({ ...made.invitation, fingerprint: platform.fingerprint(made.token) });
  return made;
}

/** The page that takes an invitation. It tells those who become operators so; what they become is in the invitation. */
export const invitationLink = (origin: string, token: string, role: Role): string =>
  `${origin}/welcome?invitation=${encodeURIComponent(token)}${role === 'operator' ? '&role=operator' : ''}`;

function make({ clock, ids }: Making, { role, email, days, createdBy }: WantedInvitation): MadeInvitation {
  const createdAtMs = clock.nowMs();
  const expiresAtMs = createdAtMs + days * DAY_MS;
  return {
    token: ids.next(''),
    invitation: { id: ids.next('inv_'), role, email, createdBy, createdAtMs, expiresAtMs },
  };
}
