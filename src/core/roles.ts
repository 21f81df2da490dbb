/** Roles of the members of an account, and what each may do there. */

/** The owner is one person; the other roles are given. */
export const GIVEN_ROLES = ['admin', 'developer', 'billing', 'viewer'] as const;
export type GivenRole = (typeof GIVEN_ROLES)[number];

export const MEMBER_ROLES = ['owner', ...GIVEN_ROLES] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

const ALL = MEMBER_ROLES;

/** The actions of each role. Each route of the pages names one of these actions; nothing else decides. */
export const MAY = {
  /** Things of the person alone: their profile, an invitation to them, leaving. */
  self: ALL,
  /** The API for machines: what there is to ask. */
  describe: ALL,
  /** To make tokens, which can do no more than the person; and to end them. */
  'manage-tokens': ALL,
  'read-models': ALL,
  /** The balance of the account. Each of its keys can ask for the same. */
  'read-balance': ALL,
  'read-members': ALL,
  'read-keys': ALL,
  'read-usage': ALL,
  'write-keys': ['owner', 'admin', 'developer'],
  /** To end a key. Those who may not write keys end their own. */
  'revoke-keys': ALL,
  /** To chat from the pages, and with keys of one's own. */
  spend: ['owner', 'admin', 'developer'],
  /** Orders, documents, statements, and what is printed on them. */
  'read-billing': ['owner', 'admin', 'billing', 'viewer'],
  buy: ['owner', 'admin', 'billing'],
  /** Alerts and limits of the whole account. */
  'set-budgets': ['owner', 'admin', 'billing'],
  'manage-members': ['owner', 'admin'],
  /** Mail domains, by which colleagues are known. */
  'manage-domains': ['owner', 'admin'],
  /** A person who runs the provider can sign in as every colleague, also as the owner. */
  'set-provider': ['owner'],
  /** What the members did. */
  'read-activity': ['owner', 'admin'],
  /** They carry what happens to the account to another place. */
  'manage-webhooks': ['owner', 'admin'],
  /** To take everything of the account away as a file. The others take away what is about themselves. */
  export: ['owner', 'admin'],
  'hand-over': ['owner'],
  delete: ['owner'],
} as const satisfies Readonly<Record<string, readonly MemberRole[]>>;

export type MemberAction = keyof typeof MAY;

export const may = (role: MemberRole, action: MemberAction): boolean =>
  (MAY[action] as readonly MemberRole[]).includes(role);

export const actionsOf = (role: MemberRole): readonly MemberAction[] =>
  (Object.keys(MAY) as MemberAction[]).filter((action) => may(role, action));

/** A developer sees and changes their own keys and requests alone. */
export const seesOwnOnly = (role: MemberRole): boolean => role === 'developer';

/** An account that a person belongs to. */
export type Membership = {
  readonly accountId: string;
  /** The name that members gave it. */
  readonly name: string | null;
  /** The address by which it is known; its id where its owner has another account under their address. */
  readonly email: string;
  readonly role: MemberRole;
};
