/** Two customers, Anna and Ben, and Olga the operator, signed in without having to; and people that a test adds to them. */

import type { People } from '../../src/core/people.ts';
import type { Person } from '../../src/core/person.ts';
import type { AuthRows } from '../../src/features/sign-in/auth-rows.ts';
import { actingIn } from '../../src/features/sign-in/reach.ts';
import type { Owners } from '../../src/features/sign-in/rules.ts';
import { NOON } from './ledger-fixture.ts';

export const PASSWORD = 'correct horse battery';

type Known = Omit<Person, 'memberRole' | 'accounts'>;

const session = { openedAtMs: NOON, by: 'self' } as const;
const about = { role: 'customer', hasTwoFactor: false, operatorNeeds: null, session } as const;
export const PEOPLE = {
  anna: { ...about, userId: 'anna', email: 'anna@example.com', name: 'Anna', language: 'cs', accountId: 'acc_anna' },
  ben: { ...about, userId: 'ben', email: 'ben@example.com', name: 'Ben', language: 'en', accountId: 'acc_ben' },
  olga: {
    ...about,
    role: 'operator',
    userId: 'olga',
    email: 'olga@example.com',
    name: 'Olga',
    language: 'en',
    accountId: 'acc_olga',
  },
} as const satisfies Record<string, Known>;

type KnownPeople = {
  readonly people: People;
  readonly removed: string[];
  /** A person who belongs to no account yet. */
  add(userId: string): Promise<Known>;
};

/** Anna has a password; the others sign in otherwise. */
export function knownPeople(stores: { readonly owners: Owners; readonly authRows: AuthRows }): KnownPeople {
  const removed: string[] = [];
  const known = new Map<string, Known>(Object.values(PEOPLE).map((one) => [one.userId, one]));
  return {
    removed,
    add: async (userId) => {
      const person: Known = {
        ...about,
        userId,
        email: `${userId}@example.com`,
        name: '',
        language: 'en',
        accountId: '',
      };
      known.set(userId, person);
      await writePerson(stores.authRows, person);
      return person;
    },
    people: {
      personOf: async (cookies, accountId) => {
        const person = known.get(/session=(\w+)/.exec(cookies)?.[1] ?? '');
        if (!person || removed.includes(person.userId)) return undefined;
        const accounts = await stores.owners.accountsOf(person.userId);
        const acting = actingIn(accounts, accountId);
        return { ...person, accountId: acting.accountId, memberRole: acting.role, accounts };
      },
      change: async () => {},
      hasPassword: async (userId) => userId === 'anna',
      isPassword: async (userId, password) => userId === 'anna' && password === PASSWORD,
      remove: async ({ userId }) => void removed.push(userId),
    },
  };
}

export const writePerson = (rows: AuthRows, { userId: id, email, name, role, language }: Known): Promise<void> =>
  rows.create('user', { id, email, name, role, language, emailVerified: 1, createdAt: 1, updatedAt: 1 });
