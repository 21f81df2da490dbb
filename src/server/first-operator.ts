import type { Clock, Ids } from '../core/ports.ts';
import { createFirstInvitation, invitationLink } from '../features/organisations/invitation-service.ts';
import type { Stores } from './stores/stores.ts';

type FirstOperatorParts = {
  readonly stores: Pick<Stores, 'owners' | 'invitations'>;
  readonly fingerprint: (token: string) => string;
  readonly clock: Clock;
};

/**
 * There is no default password: the first operator is the person who can read what the first start says. Returns the link;
 * nothing where there is an operator.
 */
export async function inviteFirstOperator(
  origin: string,
  { stores, fingerprint, clock }: FirstOperatorParts,
  ids: Ids,
): Promise<string | undefined> {
  if (await stores.owners.hasOperator()) return undefined;
  const { token } = await createFirstInvitation({ invitations: stores.invitations, fingerprint, ids, clock });
  return invitationLink(origin, token, 'operator');
}
