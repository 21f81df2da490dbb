/**
 * Management tokens: programs present one to the routes of the pages, in place of a session. A token acts for the person
 * who made it, never with more than that person may do now, and only within its scopes.
 */
import type { Person } from './person.ts';

/** No key begins like this: prefixes of keys have no underscore. */
export const TOKEN_PREFIX = 'bmt_';

/** The actor of an action, as the log names them. */
export const actorOf = ({ email, token }: Pick<Person, 'email' | 'token'>): string =>
  token ? `${email} (token ${token.name}, ${token.id})` : email;
