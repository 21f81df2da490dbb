/** What each route of the pages does, for the table of roles (`core/roles.ts`). A route that is missing does not compile. */
import type { MemberAction } from '../../core/roles.ts';
import type { SettingsRoute } from './settings-api.ts';

/** Those that answer with a file, and are no part of the typed API. */
export type FileRoute =
  | 'GET /api/account/export'
  | 'GET /api/openapi.json'
  | 'GET /api/requests.csv'
  | 'GET /api/statements/{month}/csv'
  | 'GET /api/documents/{id}/pdf'
  | 'GET /api/documents/{id}/isdoc'
  | 'GET /api/orders/{id}/proforma';

/** For visitors, too. */
export type OpenRoute = 'GET /api/service' | 'POST /api/invitation/look';

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
  'GET /api/models': 'read-models',
  'GET /api/usage': 'read-usage',
  'GET /api/requests': 'read-usage',
  'GET /api/requests/{id}': 'read-usage',
  'GET /api/requests.csv': 'read-usage',
  'GET /api/billing': 'read-balance',
  'PATCH /api/billing/alert': 'set-budgets',
  'PATCH /api/billing/limit-alerts': 'set-budgets',
  'PATCH /api/billing/credit-limit': 'set-budgets',
  'PATCH /api/billing/token-limit': 'set-budgets',
  'PATCH /api/billing/minute-limits': 'set-budgets',
  'GET /api/domains': 'manage-domains',
  'POST /api/domains': 'manage-domains',
  'POST /api/domains/{id}/check': 'manage-domains',
  'POST /api/domains/{id}/delete': 'manage-domains',
  'PATCH /api/domains/{id}/provider': 'set-provider',
  'POST /api/domains/{id}/provider/delete': 'set-provider',
  'GET /api/billing/top-up': 'read-billing',
  'PATCH /api/billing/top-up': 'buy',
  'POST /api/billing/card': 'buy',
  'POST /api/billing/card/finish': 'buy',
  'POST /api/billing/card/remove': 'buy',
  'GET /api/statements': 'read-billing',
  'GET /api/statements/{month}': 'read-billing',
  'GET /api/statements/{month}/csv': 'read-billing',
  'GET /api/buyer': 'read-billing',
  'PATCH /api/buyer': 'buy',
  'GET /api/offers': 'read-billing',
  'GET /api/orders': 'read-billing',
  'POST /api/orders': 'buy',
  'GET /api/orders/{id}': 'read-billing',
  'GET /api/orders/{id}/documents': 'read-billing',
  'GET /api/orders/{id}/proforma': 'read-billing',
  'GET /api/documents/{id}/pdf': 'read-billing',
  'GET /api/documents/{id}/isdoc': 'read-billing',
  'POST /api/vouchers/redeem': 'buy',
  'POST /api/plan/cancel': 'buy',
  'GET /api/account/export': 'self',
  'POST /api/account/delete': 'delete',
};
