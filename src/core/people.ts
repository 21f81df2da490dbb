/** Ports around people who sign in: invitations, and attempts that are counted. */

export type Role = 'customer' | 'operator';
export type Language = 'cs' | 'en';

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

/** The limits that an attempt is counted against. */
type CountedAgainst = {
  /** Reached means refused, until the window ends. */
  readonly hard: readonly AttemptLimit[];
  /** Shared with people who have nothing to do with each other: reached means that a proof of work is asked for. */
  readonly shared: readonly AttemptLimit[];
  /** The text that came as a proof. */
  readonly proof: string | null;
  /** The sentence for an attempt that is refused. */
  readonly refusal?: string | undefined;
};

/** Counts an attempt or refuses it, with `too_many_attempts` or `proof_required`. Returns the scopes that have counted it. */
export type CountAttempt = (against: CountedAgainst) => Promise<readonly string[]>;
