/** Who is signed in, and the organisation: its members and invitations, as pages see them. */
import type { GivenRole, MemberAction, MemberRole } from '../../core/roles.ts';
import type {
  BudgetBody,
  HandOverBody,
  InvitationTokenBody,
  InviteBody,
  MemberBody,
  OrganisationBody,
} from './member-bodies.ts';

/** The routes of an organisation. `{id}` is a member or an invitation. */
export type MemberApi = {
  'GET /api/members': { readonly reply: TeamView };
  /** Null takes the name away. */
  'PATCH /api/organisation': { readonly body: OrganisationBody; readonly reply: TeamView };
  'POST /api/organisation/leave': { readonly reply: { readonly left: true } };
  /** To a member. The owner before stays as an admin. */
  'POST /api/organisation/hand-over': { readonly body: HandOverBody; readonly reply: TeamView };
  'PATCH /api/members/{id}': { readonly body: MemberBody; readonly reply: TeamView };
  /** What their keys may use together in a calendar month; null: no limit. The owner has no budget. */
  'PATCH /api/members/{id}/budget': { readonly body: BudgetBody; readonly reply: TeamView };
  'POST /api/members/{id}/remove': { readonly reply: TeamView };
  /** Sends a link to that address, which works for seven days. */
  'POST /api/invitations': { readonly body: InviteBody; readonly reply: TeamView };
  /** By a new link; the old one ends. */
  'POST /api/invitations/{id}/resend': { readonly reply: TeamView };
  'POST /api/invitations/{id}/withdraw': { readonly reply: TeamView };
  /** For the person who has the link, signed in or not. */
  'POST /api/invitation/look': { readonly body: InvitationTokenBody; readonly reply: InvitationView };
  /** For the person with the invited address. */
  'POST /api/invitation/join': { readonly body: InvitationTokenBody; readonly reply: { readonly accountId: string } };
};

export type TeamView = {
  /** What members call the organisation. */
  readonly name: string | null;
  /** The owner first. */
  readonly members: readonly MemberView[];
  /**
   * Of the running calendar month: what was used by keys that belong to no member, which are the organisation's own and those
   * of former members, and by all keys together. Null where the person may not see it.
   */
  readonly use: { readonly ofNoMember: UseView; readonly total: UseView } | null;
  /** Open ones, for those who may invite. */
  readonly invitations: readonly {
    readonly id: string;
    readonly email: string;
    readonly role: GivenRole;
    readonly invitedBy: string;
    readonly sentAtMs: number;
    readonly expiresAtMs: number;
  }[];
};

export type MemberView = MemberRow & {
  readonly id: string;
  /** Whether it is the person who asks. */
  readonly isMe: boolean;
  /** Null where the person may not see it: developers see their own. */
  readonly budget: BudgetView | null;
};

export type UseView = { readonly spentCzk: string; readonly usedTokens: number };

/** Of the running calendar month, over all keys of the member. */
export type BudgetView = UseView & {
  /** What may be used; null: no limit. */
  readonly monthCzk: string | null;
  readonly monthTokens: number | null;
};

export type InvitationView = {
  readonly organisation: string;
  readonly role: GivenRole;
  readonly email: string;
  readonly invitedBy: string;
  readonly expiresAtMs: number;
};

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

/** A member, as operators see them too. */
export type MemberRow = {
  readonly email: string;
  readonly name: string;
  readonly role: MemberRole;
  readonly joinedAtMs: number;
  readonly hasTwoFactor: boolean;
};
