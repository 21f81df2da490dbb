/**
 * An owner closes an account: confirms it, then the ledger closes the account and ends its members, then the person is
 * forgotten, unless they belong to another account. Everyone who belonged to it gets an e-mail, which is written
 * down with the closing.
 */

import { invalidField } from '../../core/errors.ts';
import type { Nanos } from '../../core/money.ts';
import type { People } from '../../core/people.ts';
import type { Person } from '../../core/person.ts';
import type { Accounts } from '../../ledger/accounts.ts';
import type { Closing } from '../../ledger/closing.ts';
import { requireProof } from '../../platform/person-proof.ts';
import type { Platform } from '../../platform/platform.ts';
import { type ChangeEmail, logUnsent, type Member, type Members, noticesOf } from '../organisations/index.ts';

export type ClosingStores = {
  readonly closing: Closing;
  readonly members: Pick<Members, 'of'>;
  readonly accounts: Pick<Accounts, 'find'>;
};

type Closer = {
  readonly stores: ClosingStores;
  readonly people: Pick<People, 'hasPassword' | 'isPassword' | 'remove'>;
};

type Proof = {
  readonly email: string;
  readonly password?: string | undefined;
  /** The number of others who lose it, as the owner knows it. */
  readonly colleagues?: number | undefined;
};

/**
 * Returns the credit that was written off. The ledger comes first: should forgetting the person fail, they can still sign
 * in and ask again, and the second time closes nothing.
 */
export async function closeAccount(
  platform: Platform,
  { stores, people }: Closer,
  { person, proof }: { readonly person: Person; readonly proof: Proof },
): Promise<Nanos> {
  const { clock } = platform;
  const { accountId } = person;
  if (proof.email.trim().toLowerCase() !== person.email.toLowerCase()) {
    throw invalidField('email', 'must be the address of this account');
  }
  await requireProof({ people, clock }, person, proof.password);
  const colleagues = colleaguesIn(await stores.members.of(accountId), proof.colleagues);
  const account = await stores.accounts.find(accountId);
  const organisation = account?.name ?? account?.email ?? accountId;
  const emails = emailsOf(person, { by: person.email, organisation, colleagues });
  const told = noticesOf(platform, accountId, emails);
  const writtenOff = await stores.closing.close({ accountId, actor: 'owner', atMs: clock.nowMs(), told });
  await people.remove(person);
  logUnsent(platform, emails);
  return writtenOff;
}

/** Those who lose the organisation with its owner; who closes it has to know how many they are. */
export function colleaguesIn(members: readonly Member[], known = 0): readonly Member[] {
  const colleagues = members.filter(({ role }) => role !== 'owner');
  if (colleagues.length === known) return colleagues;
  throw invalidField(
    'colleagues',
    `must be ${colleagues.length}, the number of other members who lose this organisation`,
  );
}

type Closed = { readonly by: string; readonly organisation: string; readonly colleagues: readonly Member[] };

/** To the owner, and to everyone who belonged to it. */
export function emailsOf(
  { email, language }: Pick<Person, 'email' | 'language'>,
  { by, organisation, colleagues }: Closed,
): readonly ChangeEmail[] {
  const about = { organisation, by, colleagues: colleagues.length };
  return [
    { ...about, what: 'closed-own', to: email, language: language ?? 'en' },
    ...colleagues.map((one) => ({
      ...about,
      what: 'closed' as const,
      to: one.email,
      language: one.language ?? ('en' as const),
    })),
  ];
}
