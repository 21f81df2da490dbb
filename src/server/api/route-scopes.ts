/** Which routes of operators a management token may ask, by its scope. What is not here takes a person at the pages. */
import type { OperatorScope } from '../../core/token-scopes.ts';
import type { OperatorRoute } from './operator-api.ts';

export const ROUTE_SCOPES: Readonly<Partial<Record<OperatorRoute, OperatorScope>>> = {
  'GET /api/operator/customers': 'customers:read',
  'GET /api/operator/customers/{id}': 'customers:read',
  'GET /api/operator/orders': 'customers:read',
  'GET /api/operator/actions': 'customers:read',
  'POST /api/operator/customers/{id}/status': 'customers:write',
  'POST /api/operator/customers/{id}/minute-limits': 'customers:write',
  'POST /api/operator/customers/{id}/sessions/end': 'customers:write',
  'POST /api/operator/customers/{id}/keys/{keyId}/revoke': 'customers:write',
  'POST /api/operator/customers/{id}/credit': 'credit:write',
  'POST /api/operator/customers/{id}/package': 'credit:write',
  'POST /api/operator/customers/{id}/plan': 'credit:write',
  'POST /api/operator/orders/{id}/confirm': 'credit:write',
  'POST /api/operator/orders/{id}/cancel': 'credit:write',
  'GET /api/operator/vouchers': 'vouchers:read',
  'POST /api/operator/vouchers': 'vouchers:write',
  'POST /api/operator/vouchers/{id}/revoke': 'vouchers:write',
  'GET /api/operator/offers': 'prices:read',
  'POST /api/operator/offers': 'prices:write',
  'POST /api/operator/offers/{id}/withdraw': 'prices:write',
};
