/** Which routes of operators a management token may ask, by its scope. What is not here takes a person at the pages. */
import type { OperatorScope } from '../../core/token-scopes.ts';
import type { OperatorRoute } from './operator-api.ts';

export const ROUTE_SCOPES: Readonly<Partial<Record<OperatorRoute, OperatorScope>>> = {};
