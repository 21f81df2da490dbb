/**
 * The scopes of management tokens. An action that no scope holds takes a person at the pages: signing in, passwords, handing over,
 * buying, deleting, and tokens themselves.
 */
import { type MemberAction, type MemberRole, may } from './roles.ts';

/** The actions of each scope of a customer's management token. */
const CUSTOMER_SCOPES = {
  'keys:read': ['read-keys', 'read-models'],
  'keys:write': ['write-keys', 'revoke-keys'],
  'usage:read': ['read-usage', 'read-balance', 'read-models'],
  'members:read': ['read-members'],
  'members:write': ['manage-members'],
  'invoices:read': ['read-billing', 'read-balance'],
  'activity:read': ['read-activity'],
} as const satisfies Readonly<Record<string, readonly MemberAction[]>>;
type CustomerScope = keyof typeof CUSTOMER_SCOPES;
export const CUSTOMER_SCOPE_NAMES = Object.keys(CUSTOMER_SCOPES) as readonly CustomerScope[];

/** Which routes each holds, the contracts say. */
export const OPERATOR_SCOPE_NAMES = [
  'customers:read',
  'customers:write',
  'credit:write',
  'prices:read',
  'prices:write',
  'models:read',
  'models:write',
  'vouchers:read',
  'vouchers:write',
  'bank:read',
  'bank:write',
  'engines:read',
  'engines:write',
] as const;
export type OperatorScope = (typeof OPERATOR_SCOPE_NAMES)[number];

export type TokenScope = CustomerScope | OperatorScope;
export type TokenArea = 'account' | 'operator';

/** Any of these lets a token do it; none where it takes a person. Each token may read the description of its API. */
export const scopesFor = (action: MemberAction): readonly CustomerScope[] =>
  CUSTOMER_SCOPE_NAMES.filter(
    (scope) => action === 'describe' || (CUSTOMER_SCOPES[scope] as readonly MemberAction[]).includes(action),
  );

/** The scopes that a management token of a person with this role can hold. */
export const scopesOf = (role: MemberRole): readonly CustomerScope[] =>
  CUSTOMER_SCOPE_NAMES.filter((scope) => CUSTOMER_SCOPES[scope].every((action) => may(role, action)));
