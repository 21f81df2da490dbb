/** Who is signed in, as pages see it. */
import type { MemberAction, MemberRole } from '../../core/roles.ts';

export type MeView = {
  readonly email: string;
  readonly name: string;
  readonly role: 'customer' | 'operator';
  readonly language: 'cs' | 'en' | null;
  readonly hasPassword: boolean;
  readonly hasTwoFactor: boolean;
  /** What an operator has to do before the operator's area opens. */
  readonly operatorNeeds: 'set-up' | 'sign-in' | null;
  /** `organisation`: its provider has signed the person in, and nothing else is reached: no other account, no sign-in settings. */
  readonly signedInBy: 'self' | 'organisation';
  readonly account: {
    readonly id: string;
    readonly status: 'active' | 'blocked' | 'suspended' | 'closed';
    readonly createdAtMs: number;
    /** What members call it. */
    readonly name: string | null;
    readonly email: string;
    readonly role: MemberRole;
  };
  /** What this role may do here. */
  readonly may: readonly MemberAction[];
  /** Every account that the person belongs to; one is chosen with `?account=ID` on each route. */
  readonly accounts: readonly {
    readonly id: string;
    readonly name: string | null;
    readonly email: string;
    readonly role: MemberRole;
  }[];
};
