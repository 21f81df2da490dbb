import { createFirstInvitation, invitationLink } from '../features/organisations/invitation-service.ts';
import type { Platform } from '../platform/platform.ts';
import type { Stores } from './stores/stores.ts';

/**
 * There is no default password: the first operator is the person who can read what the first start says. Returns the link;
 * nothing where there is an operator.
 */
export async function inviteFirstOperator(
  platform: Platform,
  { owners, invitations }: Pick<Stores, 'owners' | 'invitations'>,
): Promise<string | undefined> {
  if (await owners.hasOperator()) return undefined;
  const { token } = await createFirstInvitation(platform, invitations);
  return invitationLink(platform.origin(), token, 'operator');
}
