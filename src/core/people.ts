/** Words around people who sign in, and attempts that are counted. */

import type { Person } from './person.ts';

/** The people who sign in. Passwords, sessions and second factors stay behind this door. */
export interface People {
  /**
   * The person whose cookies a request has; undefined when they belong to no session. They act in the given account, or in
   * the first of theirs; `not_found` where they do not belong to it.
   */
  personOf(cookies: string, accountId?: string): Promise<Person | undefined>;
  change(userId: string, change: Partial<Pick<Person, 'name' | 'language'>>): Promise<void>;
  hasPassword(userId: string): Promise<boolean>;
  isPassword(userId: string, password: string): Promise<boolean>;
  /** The account has no owner any more. Forgets a person who belongs to no other, with every session. */
  remove(person: Pick<Person, 'userId' | 'accountId'>): Promise<void>;
}

/** The people who may sign up. */
export const SIGN_UP_MODES = ['open', 'invitation', 'closed'] as const;
export type SignUpMode = (typeof SIGN_UP_MODES)[number];

export type Language = 'cs' | 'en';

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
