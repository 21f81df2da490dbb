/** Management tokens: what one is, for whom it acts, and how many there may be. */
import type { Person } from '../../core/person.ts';
import type { TokenArea, TokenScope } from '../../core/token-scopes.ts';

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
export type TokenHolder = {
  readonly token: ManagementToken;
  readonly person: TokenPerson;
};

export type TokensOf =
  | { readonly area: 'operator' }
  /** With a user, those of that person alone. */
  | { readonly area: 'account'; readonly accountId: string; readonly userId?: string };

/** Reads management tokens. Making and revoking goes through the action log. */
export interface ManagementTokens {
  /** The living ones first, then the others, newest first; a bounded number. */
  list(of: TokensOf, nowMs: number): Promise<readonly ListedToken[]>;
  /** A token that can be used now, of a person who is still known. Writes down that it was used. */
  use(fingerprint: string, nowMs: number): Promise<TokenHolder | undefined>;
  /** A person for whom a token can act. */
  personWith(email: string): Promise<TokenPerson | undefined>;
  /** The account that a token belongs to. */
  accountOf(tokenId: string): Promise<string | undefined>;
}

/** Tokens of an account, or of all operators, that can be used now. */
export const LIVING_TOKENS_MAX = 50;
export const TOKENS_SHOWN = 100;
