import type { MemberRole, Membership } from './roles.ts';
import type { TokenScope } from './token-scopes.ts';

/** A person who has signed in on the pages, and the account that is theirs. */
export type Person = {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly role: 'customer' | 'operator';
  readonly language: 'cs' | 'en' | null;
  readonly hasTwoFactor: boolean;
  /** The step of an operator before the operator's area opens: set a second factor up, or sign in with it. */
  readonly operatorNeeds: 'set-up' | 'sign-in' | null;
  /** The account that they act in now, and what they may do there. */
  readonly accountId: string;
  readonly memberRole: MemberRole;
  /** All that they belong to and that this sign-in reaches. */
  readonly accounts: readonly Membership[];
  /** How they have signed in; a program has not. */
  readonly session?: PersonSession;
  /** Where a program acts for them. */
  readonly token?: PersonToken;
};

type PersonSession = {
  readonly openedAtMs: number;
  /** The one who has signed them in: they themselves, or an organisation's provider. */
  readonly by: 'self' | 'organisation';
};

/** How long a sign-in proves who is at the keyboard. */
export const FRESH_MS = 10 * 60 * 1000;

/** A management token, as far as what it does depends on it. */
export type PersonToken = { readonly id: string; readonly name: string; readonly scopes: readonly TokenScope[] };
