/** Settings → Management tokens of the account. */
import { scopesOf } from '../../core/token-scopes.ts';
import type { Route } from '../../platform/http/call.ts';
import { personRoute } from '../../server/api/settings-route.ts';
import type { ManagementTokenService } from './management-tokens.ts';
import { tokenToView } from './token-view.ts';

export const tokenRoutes = (service: ManagementTokenService): readonly Route[] => [
  personRoute('GET /api/tokens', async ({ person }) => ({
    tokens: (await service.list(person, 'account')).map(tokenToView),
    scopes: scopesOf(person.memberRole),
  })),

  personRoute('POST /api/tokens', async ({ person }, { body }) => {
    const { token, secret } = await service.create(person, 'account', body);
    return { token: tokenToView(token), secret };
  }),

  personRoute('POST /api/tokens/{id}/revoke', async ({ person, params }) => ({
    tokens: (await service.revoke(person, 'account', params.id ?? '')).map(tokenToView),
    scopes: scopesOf(person.memberRole),
  })),
];
