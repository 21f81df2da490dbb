/** The words of sign-in: owners of accounts, and one request to `/api/auth`. */
import type { Nanos } from '../../core/money.ts';
import type { Language } from '../../core/people.ts';
import type { Membership } from '../../core/roles.ts';

/** People and the accounts that they sign in to. */
export interface Owners {
  /** The accounts that a person belongs to: their own first, then the others by when they joined. */
  accountsOf(userId: string): Promise<readonly Membership[]>;
  /** True where the only organisation that a person belonged to was closed, and they have got no account since. */
  wasLeftByClosing(userId: string): Promise<boolean>;
  /**
   * Gives a person their account: the one with their address that has no owner yet, or a new one. Asked twice, also
   * at once, it gives the same. The address must be theirs beyond doubt. With a new account comes the trial credit,
   * unless the person has had it.
   */
  adopt(adoption: Adoption): Promise<Membership>;
  /** Writes a person's address on their account. Returns the old one if it was another. */
  rename(userId: string, email: string): Promise<string | undefined>;
  /**
   * Takes an account from its owner: it stays, with what it has paid, and has no owner. A person who belongs to no other
   * account is removed, with every way to sign in.
   */
  forget(userId: string, accountId: string): Promise<void>;
  hasOperator(): Promise<boolean>;
  /** The language of the operator with this address, else of the one who was first. */
  operatorLanguage(email: string): Promise<Language>;
  /** Some of the accounts with trial credit whose mailbox is not known as it is compared now. */
  trialsToRead(): Promise<readonly { readonly accountId: string; readonly email: string }[]>;
  knowMailboxes(found: readonly { readonly accountId: string; readonly mailboxHash: string }[]): Promise<void>;
}

/** `personHash` is the same for all addresses of a person, and says nothing of them. */
export type Trial = {
  readonly personHash: string;
  /** The hash of before more addresses were known to be one: credit of then is found by it. */
  readonly formerHash: string;
  readonly amount: Nanos;
};

export type Adoption = {
  readonly userId: string;
  readonly email: string;
  /** The id of the account, should a new one be needed. */
  readonly newId: string;
  readonly atMs: number;
  readonly trial?: Trial | undefined;
};

/** One request to `/api/auth`, its body already read. */
export type AuthCall = {
  readonly method: string;
  /** Behind `/api/auth`, beginning with a slash. */
  readonly path: string;
  /** The query with its question mark, or nothing. */
  readonly search: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** The client's network address. */
  readonly address: string;
  readonly headers: Headers;
};
