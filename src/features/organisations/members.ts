/** Organisations: who belongs to an account, and what is done to that. */
import type { LimitRule, LimitUse } from '../../core/limit.ts';
import type { Nanos } from '../../core/money.ts';
import type { Language } from '../../core/people.ts';
import type { GivenRole, MemberRole } from '../../core/roles.ts';
import type { Invitation, NewInvitation } from './invitation.ts';

/** A person who belongs to an account. */
export type Member = {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly role: MemberRole;
  readonly joinedAtMs: number;
  readonly hasTwoFactor: boolean;
  readonly language: Language | null;
};

/** An invitation to an account. It is for one address. */
export type MemberInvitation = Invitation & {
  readonly email: string;
  readonly accountId: string;
  readonly memberRole: GivenRole;
  readonly sentAtMs: number;
};

/** The use of keys in a calendar month. */
export type MonthUse = { readonly spent: Nanos; readonly used: bigint };

/** The limits of a member, for all of their keys together, and what these have used in this month. */
export type MemberBudget = MonthUse & { readonly userId: string; readonly limits: readonly LimitUse[] };

/** Changes of who belongs to an account. Each is a line in the action log, in one transaction with it. */
export type MemberChange =
  | { readonly kind: 'name-account'; readonly name: string | null }
  | { readonly kind: 'invite-member'; readonly invitation: MemberInvitation & NewInvitation }
  /** A new link is sent; the old one ends. */
  | {
      readonly kind: 'resend-invitation';
      readonly invitationId: string;
      readonly fingerprint: string;
      readonly expiresAtMs: number;
    }
  | { readonly kind: 'withdraw-invitation'; readonly invitationId: string }
  | { readonly kind: 'join'; readonly invitationId: string; readonly userId: string }
  | { readonly kind: 'change-member'; readonly userId: string; readonly role: GivenRole }
  | { readonly kind: 'limit-member'; readonly userId: string; readonly limits: readonly LimitRule[] }
  | { readonly kind: 'remove-member'; readonly userId: string }
  /** From the owner to a member. The one before stays as an admin. */
  | { readonly kind: 'hand-over'; readonly fromUserId: string; readonly userId: string };

/** Reads who belongs to an account. Changes go through the action log. */
export interface Members {
  /** The owner first. */
  of(accountId: string): Promise<readonly Member[]>;
  /** Those of all members; the owner has none, and is among them with what was used. */
  budgets(accountId: string, nowMs: number): Promise<readonly MemberBudget[]>;
  /** The sum over all keys of the account, also those that belong to no member. */
  monthUse(accountId: string, nowMs: number): Promise<MonthUse>;
  /** Those that no one has used yet, newest first; also those that have expired. */
  invitations(accountId: string): Promise<readonly MemberInvitation[]>;
  /** One that can still be used, by the fingerprint of its token. */
  invitationOf(fingerprint: string, nowMs: number): Promise<MemberInvitation | undefined>;
  /** One with which a person has signed up who has not joined yet. */
  signedUpFor(email: string): Promise<Pick<MemberInvitation, 'id' | 'accountId'> | undefined>;
}

/** Members and open invitations of an account together, beside its owner. */
export const MEMBERS_MAX = 100;
