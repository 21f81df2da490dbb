/** Management tokens, as far as others than their own feature speak of them. */
import type { Person } from './person.ts';

/** No key begins like this: prefixes of keys have no underscore. */
export const TOKEN_PREFIX = 'bmt_';

/** The name in the log of who has done something. */
export const actorOf = ({ email, token }: Pick<Person, 'email' | 'token'>): string =>
  token ? `${email} (token ${token.name}, ${token.id})` : email;
