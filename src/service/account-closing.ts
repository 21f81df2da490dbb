/**
 * An owner closes an account: confirms it, then the ledger closes the account and ends its members, then the person is
 * forgotten, unless they belong to another account.
 */
import { ServiceError } from '../domain/errors.ts';
import type { Nanos } from '../domain/money.ts';
import type { Clock, People, Person } from '../domain/ports.ts';
import type { Closing } from '../domain/settings-ports.ts';
import { requireProof } from './person-proof.ts';

export type ClosingParts = {
  readonly closing: Closing;
  readonly people: Pick<People, 'hasPassword' | 'isPassword' | 'remove'>;
  readonly clock: Clock;
};

type Proof = { readonly email: string; readonly password?: string | undefined };

/**
 * Returns the credit that was written off. The ledger comes first: should forgetting the person fail, they can still sign
 * in and ask again, and the second time closes nothing.
 */
export async function closeAccount(
  { closing, people, clock }: ClosingParts,
  person: Person,
  proof: Proof,
): Promise<Nanos> {
  const { accountId } = person;
  if (proof.email.trim().toLowerCase() !== person.email.toLowerCase()) {
    throw new ServiceError('invalid_request', 'email must be the address of this account.', { param: 'email' });
  }
  await requireProof({ people, clock }, person, proof.password);
  const writtenOff = await closing.close({ accountId, actor: 'owner', atMs: clock.nowMs() });
  await people.remove(person);
  return writtenOff;
}
