import type { Clock, Ids, Log } from '../core/ports.ts';
import { createFirstInvitation, invitationLink } from '../features/organisations/invitation-service.ts';
import type { Stores } from './stores/stores.ts';

type FirstOperatorParts = {
  readonly stores: Pick<Stores, 'owners' | 'invitations'>;
  readonly fingerprint: (token: string) => string;
  readonly clock: Clock;
  readonly log: Log;
};

/** There is no default password: the first operator is the person who can read the log of the first start. */
export async function inviteFirstOperator(
  origin: string,
  { stores, fingerprint, clock, log }: FirstOperatorParts,
  ids: Ids,
): Promise<void> {
  if (await stores.owners.hasOperator()) return;
  const { token } = await createFirstInvitation({ invitations: stores.invitations, fingerprint, ids, clock });
  const link = invitationLink(origin, token);
  log.warn({ link }, `there is no operator yet: open this link once to become the operator: ${link}`);
}
