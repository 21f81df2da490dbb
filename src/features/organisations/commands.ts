/** `invite create`. */
import { EMAIL } from '../../platform/commands/account.ts';
import { type ActNeeds, act } from '../../platform/commands/action.ts';
import { type Command, type Options, optional, UsageError } from '../../platform/commands/command.ts';
import type { NewInvitation } from './invitation.ts';
import { createInvitation, invitationLink } from './invitation-service.ts';

const DAYS_DEFAULT = 7;
const DAYS_MAX = 365;

export const inviteCreate: Command<ActNeeds> = {
  usage: 'invite create [--email E] [--role customer|operator] [--days N] [--json]',
  about: 'Creates an invitation link to sign up.',
  options: ['email', 'role', 'days'],
  run: async (options, storage) => {
    const add = async (made: NewInvitation) =>
      void (await act(storage, { kind: 'invite', invitation: made }, { reason: 'by command' }));
    const { invitation, token } = await createInvitation(
      storage.platform,
      { add },
      { email: emailOf(options), role: roleOf(options), days: daysOf(options), createdBy: 'command line' },
    );
    const link = invitationLink(storage.platform.origin(), token, invitation.role);
    const { id, role, email } = invitation;
    const expiresAt = new Date(invitation.expiresAtMs).toISOString();
    return {
      json: { id, role, email, expiresAt, link },
      text: `An invitation for ${email ?? 'one person'} (${role}), until ${expiresAt}. The link is shown only now:\n${link}`,
    };
  },
};

function emailOf(options: Options): string | null {
  const email = optional(options, 'email')?.toLowerCase();
  if (email !== undefined && !EMAIL.test(email)) throw new UsageError(`"${email}" is not an e-mail address.`);
  return email ?? null;
}

function roleOf(options: Options): 'customer' | 'operator' {
  const role = optional(options, 'role') ?? 'customer';
  if (role === 'customer' || role === 'operator') return role;
  throw new UsageError('--role must be customer or operator.');
}

function daysOf(options: Options): number {
  const written = optional(options, 'days') ?? String(DAYS_DEFAULT);
  const days = /^\d{1,3}$/.test(written) ? Number(written) : 0;
  if (days >= 1 && days <= DAYS_MAX) return days;
  throw new UsageError(`--days must be a whole number from 1 to ${DAYS_MAX}.`);
}
