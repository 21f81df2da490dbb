/** What each route of the pages does, for the table of roles (`core/roles.ts`). A route that is missing does not compile. */
import type { MemberAction } from '../../core/roles.ts';
import type { SettingsRoute } from './settings-api.ts';

/** Those that answer with a file, and are no part of the typed API. */
export type FileRoute =
  | 'GET /api/openapi.json'
  | 'GET /api/requests.csv'
  | 'GET /api/statements/{month}/csv'
  | 'GET /api/documents/{id}/pdf'
  | 'GET /api/documents/{id}/isdoc'
  | 'GET /api/orders/{id}/proforma';

/** For visitors, too. */
export type OpenRoute = 'GET /api/service';

export const ROUTE_ACTIONS: Readonly<Record<Exclude<SettingsRoute, OpenRoute> | FileRoute, MemberAction>> = {
  'GET /api/me': 'self',
  'PATCH /api/me': 'self',
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
};
