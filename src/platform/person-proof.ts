/** Ending or giving away an account takes more than a session, which may be an unlocked computer, or stolen. */

import { ServiceError } from '../core/errors.ts';
import type { People } from '../core/people.ts';
import { FRESH_MS, type Person } from '../core/person.ts';
import type { Platform } from './platform.ts';

/** Refuses, unless the person is at the keyboard: by the password, or without one by a sign-in of a moment ago. */
export async function requireProof(
  { people, clock }: Pick<Platform, 'clock'> & { readonly people: Pick<People, 'hasPassword' | 'isPassword'> },
  person: Person,
  password: string | undefined,
): Promise<void> {
  requireOwnSignIn(person);
  if (await people.hasPassword(person.userId)) {
    if (password && (await people.isPassword(person.userId, password))) return;
    const sentence = password ? 'The password is not right.' : 'The password is missing.';
    throw new ServiceError('wrong_password', sentence, { param: 'password' });
  }
  const openedAtMs = person.session?.openedAtMs ?? Number.NEGATIVE_INFINITY;
  if (clock.nowMs() - openedAtMs <= FRESH_MS) return;
  throw new ServiceError('sign_in_again', 'This takes a fresh sign-in: please sign in again.');
}

/** The provider of an organisation can sign in as its people: that says nothing beyond the organisation. */
export function requireOwnSignIn({ session }: Pick<Person, 'session'>): void {
  if (session?.by !== 'organisation') return;
  throw new ServiceError(
    'own_sign_in_required',
    'You have signed in at the provider of your organisation: sign in yourself for this.',
  );
}
