import type { Clock, Ids, Log } from '../domain/ports.ts';
import { createFirstInvitation, invitationLink } from '../service/invitations.ts';
import type { Stores } from '../store/stores.ts';

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
