/** Organisations: who belongs to an account, and what each role may do there. */
import type { Invitation, Language, NewInvitation } from './people.ts';

/** The owner is one person; the other roles are given. */
export const GIVEN_ROLES = ['admin', 'developer', 'billing', 'viewer'] as const;
export type GivenRole = (typeof GIVEN_ROLES)[number];

export const MEMBER_ROLES = ['owner', ...GIVEN_ROLES] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

const ALL = MEMBER_ROLES;

/** Who may do what. Each route of the pages names one of these actions; nothing else decides. */
export const MAY = {
  /** What concerns the person alone: their profile, an invitation to them, leaving. */
  self: ALL,
  'read-models': ALL,
  /** What the account has. Each of its keys can ask for the same. */
  'read-balance': ALL,
  'read-members': ALL,
  'read-keys': ALL,
  'read-usage': ALL,
  'write-keys': ['owner', 'admin', 'developer'],
  /** To chat from the pages. */
  spend: ['owner', 'admin', 'developer'],
  /** Orders, documents, statements, and what is printed on them. */
  'read-billing': ['owner', 'admin', 'billing', 'viewer'],
  buy: ['owner', 'admin', 'billing'],
  /** Alerts and limits of the whole account. */
  'set-budgets': ['owner', 'admin', 'billing'],
  'manage-members': ['owner', 'admin'],
  /** To take everything of the account away as a file. */
  export: ['owner', 'admin'],
  'hand-over': ['owner'],
  delete: ['owner'],
} as const satisfies Readonly<Record<string, readonly MemberRole[]>>;

export type MemberAction = keyof typeof MAY;

export const may = (role: MemberRole, action: MemberAction): boolean =>
  (MAY[action] as readonly MemberRole[]).includes(role);

export const actionsOf = (role: MemberRole): readonly MemberAction[] =>
  (Object.keys(MAY) as MemberAction[]).filter((action) => may(role, action));

/** Of keys and requests, a developer sees and changes their own. */
export const seesOwnOnly = (role: MemberRole): boolean => role === 'developer';

/** An account that a person belongs to. */
export type Membership = {
  readonly accountId: string;
  /** What members call it. */
  readonly name: string | null;
  /** The address by which it is known; its id where its owner has another account under their address. */
  readonly email: string;
  readonly role: MemberRole;
};

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

/** What is done to who belongs to an account. Each is a line in the operators' log, in one transaction with it. */
export type MemberChange =
  | { readonly kind: 'name-account'; readonly name: string | null }
  | { readonly kind: 'invite-member'; readonly invitation: MemberInvitation & NewInvitation }
  /** By a new link; the old one ends. */
  | {
      readonly kind: 'resend-invitation';
      readonly invitationId: string;
      readonly fingerprint: string;
      readonly expiresAtMs: number;
    }
  | { readonly kind: 'withdraw-invitation'; readonly invitationId: string }
  | { readonly kind: 'join'; readonly invitationId: string; readonly userId: string }
  | { readonly kind: 'change-member'; readonly userId: string; readonly role: GivenRole }
  | { readonly kind: 'remove-member'; readonly userId: string }
  /** From the owner to a member. The one before stays as an admin. */
  | { readonly kind: 'hand-over'; readonly fromUserId: string; readonly userId: string };

/** Reads who belongs to an account. What changes it goes through the operators' log. */
export interface Members {
  /** The owner first. */
  of(accountId: string): Promise<readonly Member[]>;
  /** Those that no one has used yet, newest first; also those that have expired. */
  invitations(accountId: string): Promise<readonly MemberInvitation[]>;
  /** One that can still be used, by the fingerprint of its token. */
  invitationOf(fingerprint: string, nowMs: number): Promise<MemberInvitation | undefined>;
  /** One with which a person has signed up who has not joined yet. */
  signedUpFor(email: string): Promise<Pick<MemberInvitation, 'id' | 'accountId'> | undefined>;
}

/** Members and open invitations of an account together. */
export const MEMBERS_MAX = 100;
