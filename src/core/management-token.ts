/**
 * Management tokens: programs present one to the routes of the pages, in place of a session. A token acts for the person
 * who made it, never with more than that person may do now, and only within its scopes.
 */
import type { Person } from './person.ts';
import type { TokenArea, TokenScope } from './token-scopes.ts';

/** No key begins like this: prefixes of keys have no underscore. */
export const TOKEN_PREFIX = 'bmt_';

export type ManagementToken = {
  readonly id: string;
  readonly area: TokenArea;
  /** For a token of an operator, the account of that person. */
  readonly accountId: string;
  /** The person who made it, and for whom it acts. */
  readonly userId: string;
  readonly name: string;
  /** The last characters of the secret. */
  readonly hint: string;
  readonly scopes: readonly TokenScope[];
  readonly createdAtMs: number;
  readonly expiresAtMs?: number;
  readonly revokedAtMs?: number;
  readonly lastUsedAtMs?: number;
};

export type ListedToken = ManagementToken & {
  /** The address of the person who made it; null once that person is forgotten. */
  readonly email: string | null;
};

/** The maker of a management token: it acts for that person, in that account. */
export type TokenMaker = Pick<Person, 'accountId' | 'userId' | 'email' | 'memberRole' | 'token'>;

type TokenPerson = Pick<Person, 'userId' | 'email' | 'name' | 'role' | 'language' | 'hasTwoFactor' | 'accounts'>;

/** A token with the person for whom it acts, as both are now. */
type TokenHolder = {
  readonly token: ManagementToken;
  readonly person: TokenPerson;
};

export type TokensOf =
  | { readonly area: 'operator' }
  /** With a user, those of that person alone. */
  | { readonly area: 'account'; readonly accountId: string; readonly userId?: string };

/** Reads tokens. What makes and revokes them goes through the operators' log. */
export interface ManagementTokens {
  /** The living ones first, then the others, newest first; a bounded number. */
  list(of: TokensOf, nowMs: number): Promise<readonly ListedToken[]>;
  /** A token that can be used now, of a person who is still known. Writes down that it was used. */
  use(fingerprint: string, nowMs: number): Promise<TokenHolder | undefined>;
  /** A person for whom a token can act. */
  personWith(email: string): Promise<TokenPerson | undefined>;
  /** Whose token it is. */
  accountOf(tokenId: string): Promise<string | undefined>;
}

/** Tokens of an account, or of all operators, that can be used now. */
export const LIVING_TOKENS_MAX = 50;
export const TOKENS_SHOWN = 100;

/** How the log names who has done something. */
export const actorOf = ({ email, token }: Pick<Person, 'email' | 'token'>): string =>
  token ? `${email} (token ${token.name}, ${token.id})` : email;
