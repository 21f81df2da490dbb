/** What each route of the pages does, for the table of roles (`core/roles.ts`). A route that is missing does not compile. */
import type { MemberAction } from '../../core/roles.ts';
import type { SettingsRoute } from './settings-api.ts';

/** Those that answer with a file, and are no part of the typed API. */
export type FileRoute = 'GET /api/account/export' | 'GET /api/openapi.json';

/** For visitors, too. */
export type OpenRoute = 'POST /api/invitation/look';

export const ROUTE_ACTIONS: Readonly<Record<Exclude<SettingsRoute, OpenRoute> | FileRoute, MemberAction>> = {
  'GET /api/me': 'self',
  'PATCH /api/me': 'self',
  'GET /api/members': 'read-members',
  'PATCH /api/organisation': 'manage-members',
  'POST /api/organisation/leave': 'self',
  'POST /api/organisation/hand-over': 'hand-over',
  'PATCH /api/members/{id}': 'manage-members',
  'PATCH /api/members/{id}/budget': 'set-budgets',
  'POST /api/members/{id}/remove': 'manage-members',
  'POST /api/invitations': 'manage-members',
  'POST /api/invitations/{id}/resend': 'manage-members',
  'POST /api/invitations/{id}/withdraw': 'manage-members',
  'POST /api/invitation/join': 'self',
  'GET /api/openapi.json': 'describe',
  'GET /api/tokens': 'manage-tokens',
  'POST /api/tokens': 'manage-tokens',
  'POST /api/tokens/{id}/revoke': 'manage-tokens',
  'GET /api/keys': 'read-keys',
  'POST /api/keys': 'write-keys',
  'PATCH /api/keys/{id}': 'write-keys',
  'POST /api/keys/{id}/rotate': 'write-keys',
  'POST /api/keys/{id}/revoke': 'revoke-keys',
  'GET /api/domains': 'manage-domains',
  'POST /api/domains': 'manage-domains',
  'POST /api/domains/{id}/check': 'manage-domains',
  'POST /api/domains/{id}/delete': 'manage-domains',
  'PATCH /api/domains/{id}/provider': 'set-provider',
  'POST /api/domains/{id}/provider/delete': 'set-provider',
  'GET /api/account/export': 'self',
  'POST /api/account/delete': 'delete',
};
