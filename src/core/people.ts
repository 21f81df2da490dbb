/** Ports for the people who sign in: owners of accounts, invitations, counted attempts, and the mail. */

import type { Nanos } from './money.ts';
import type { ProofChallenge } from './proof-of-work.ts';
import type { Membership } from './roles.ts';

export type Role = 'customer' | 'operator';
export type Language = 'cs' | 'en';

/** Who signs in to which account. */
export interface Owners {
  /** The accounts that a person belongs to: their own first, then the others by when they joined. */
  accountsOf(userId: string): Promise<readonly Membership[]>;
  /** Whether the only organisation that a person belonged to was closed, and they have got no account since. */
  wasLeftByClosing(userId: string): Promise<boolean>;
  /**
   * Gives a person their account: the one with their address that has no owner yet, or a new one. Asked twice, also
   * at once, it gives the same. The address must be theirs beyond doubt. With a new account comes the trial credit,
   * unless the person has had it.
   */
  adopt(order: AdoptionOrder): Promise<Membership>;
  /** Writes a person's address on their account. Returns the old one if it was another. */
  rename(userId: string, email: string): Promise<string | undefined>;
  /**
   * Takes an account from its owner: it stays, with what it has paid, and has no owner. A person who belongs to no other
   * account is removed, with every way to sign in.
   */
  forget(userId: string, accountId: string): Promise<void>;
  hasOperator(): Promise<boolean>;
  /** Some of the accounts with trial credit whose mailbox is not known as it is compared now. */
  trialsToRead(): Promise<readonly { readonly accountId: string; readonly email: string }[]>;
  knowMailboxes(found: readonly { readonly accountId: string; readonly mailboxHash: string }[]): Promise<void>;
}

/** `personHash` is the same for all addresses of a person, and says nothing of them. */
export type Trial = {
  readonly personHash: string;
  /** What it was before more addresses were known to be one: credit of then is found by it. */
  readonly formerHash: string;
  readonly amount: Nanos;
};

export type AdoptionOrder = {
  readonly userId: string;
  readonly email: string;
  /** The id of the account, should a new one be needed. */
  readonly newId: string;
  readonly atMs: number;
  readonly trial?: Trial | undefined;
};

export type Invitation = {
  readonly id: string;
  readonly role: Role;
  /** Only this address may use it; null means any. */
  readonly email: string | null;
  readonly createdBy: string;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
};

export type NewInvitation = Invitation & { readonly fingerprint: string };

/** How an invitation is found: by the fingerprint of its token, or by the address that it names. */
type InvitationKey = { readonly fingerprint: string } | { readonly email: string };

export interface Invitations {
  add(invitation: NewInvitation): Promise<void>;
  /** Adds the invitation of the first operator and removes older unused ones by the same maker. */
  replaceFirst(invitation: NewInvitation): Promise<void>;
  /** One that can still be used. */
  find(key: InvitationKey, nowMs: number): Promise<Invitation | undefined>;
  /** Uses it up. Of several at once, one succeeds. */
  use(id: string, atMs: number): Promise<boolean>;
  /** The sign-up did not happen after all. */
  giveBack(id: string): Promise<void>;
}

export type AttemptLimit = { readonly scope: string; readonly max: number; readonly windowMs: number };

/** Counts attempts where guessing must not pay. Shared by every replica. */
export interface Attempts {
  /** Counts one attempt against all of the limits, or, when one is reached, against none: then which, and how long to wait. */
  take(
    limits: readonly AttemptLimit[],
    nowMs: number,
  ): Promise<{ readonly waitMs: number; readonly reached?: string | undefined }>;
  /** Takes one attempt back that turned out to be no guess. */
  giveBack(scopes: readonly string[]): Promise<void>;
  clear(scope: string): Promise<void>;
  /** Removes some of the counters whose window has ended; returns how many, 0 when none is left. */
  forgetEnded(nowMs: number): Promise<number>;
}

/** Work that a stranger's browser does where many share a limit that is used up. */
export interface Proofs {
  ask(): ProofChallenge;
  /** The limit that lets a solution through once; nothing where it is none. */
  onceOf(proof: string | null): AttemptLimit | undefined;
}

/** What an attempt is counted against. */
type CountedAgainst = {
  /** Reached means refused, until the window ends. */
  readonly hard: readonly AttemptLimit[];
  /** Shared with people who have nothing to do with each other: reached means that a proof of work is asked for. */
  readonly shared: readonly AttemptLimit[];
  /** What came as a proof. */
  readonly proof: string | null;
  /** The sentence for an attempt that is refused. */
  readonly refusal?: string | undefined;
};

/** Counts an attempt or refuses it, with `too_many_attempts` or `proof_required`. Returns the scopes that have counted it. */
export type CountAttempt = (against: CountedAgainst) => Promise<readonly string[]>;

/** Passwords as they are kept: slow to compute on purpose, so that a stolen table is of little use. */
export interface Passwords {
  hash(password: string): Promise<string>;
  verify(password: string, hash: string): Promise<boolean>;
}

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
