/** Management tokens of operators. */
import { OPERATOR_SCOPE_NAMES } from '../../core/token-scopes.ts';
import type { Route } from '../../platform/http/call.ts';
import { operatorRoute } from '../../server/api/operator-route.ts';
import type { ManagementTokenService } from './management-tokens.ts';
import { tokenToView } from './token-view.ts';

export type OperatorTokenParts = { readonly managementTokens: ManagementTokenService };

export const operatorTokenRoutes = ({ managementTokens: service }: OperatorTokenParts): readonly Route[] => [
  operatorRoute('GET /api/operator/tokens', async ({ operator }) => ({
    tokens: (await service.list(operator, 'operator')).map(tokenToView),
    scopes: OPERATOR_SCOPE_NAMES,
  })),

  operatorRoute('POST /api/operator/tokens', async ({ operator }, { body }) => {
    const { token, secret } = await service.create(operator, 'operator', body);
    return { token: tokenToView(token), secret };
  }),

  operatorRoute('POST /api/operator/tokens/{id}/revoke', async ({ operator, params }) => ({
    tokens: (await service.revoke(operator, 'operator', params.id ?? '')).map(tokenToView),
    scopes: OPERATOR_SCOPE_NAMES,
  })),
];
