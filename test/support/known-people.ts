/** Two customers, Anna and Ben, and Olga the operator, signed in without having to. */
import type { People, Person } from '../../src/domain/ports.ts';

export const PASSWORD = 'correct horse battery';

const about = { role: 'customer', hasTwoFactor: false, operatorNeeds: null } as const;
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
} as const satisfies Record<string, Person>;

/** Anna has a password; Ben signs in otherwise. */
export function knownPeople(): { people: People; removed: string[] } {
  const removed: string[] = [];
  return {
    removed,
    people: {
      personOf: async (cookies) => {
        const userId = /session=(\w+)/.exec(cookies)?.[1];
        const person = Object.values(PEOPLE).find((one) => one.userId === userId);
        return person && !removed.includes(person.userId) ? person : undefined;
      },
      change: async () => {},
      hasPassword: async (userId) => userId === 'anna',
      isPassword: async (userId, password) => userId === 'anna' && password === PASSWORD,
      remove: async (userId) => void removed.push(userId),
    },
  };
}
