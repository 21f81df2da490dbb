import { createFirstInvitation, invitationLink } from '../features/organisations/invitation-service.ts';
import type { Platform } from '../platform/platform.ts';
import type { Stores } from './stores/stores.ts';

/** There is no default password: the first operator is the person who can read the log of the first start. */
export async function inviteFirstOperator(
  platform: Platform,
  { owners, invitations }: Pick<Stores, 'owners' | 'invitations'>,
): Promise<void> {
  if (await owners.hasOperator()) return;
  const { token } = await createFirstInvitation(platform, invitations);
  const link = invitationLink(platform.origin(), token);
  platform.log.warn({ link }, `there is no operator yet: open this link once to become the operator: ${link}`);
}
