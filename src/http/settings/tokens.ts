/** Settings → Management tokens of the account. */
import { scopesOf } from '../../domain/token-scopes.ts';
import type { ManagementTokenService } from '../../service/management-tokens.ts';
import { tokenToView } from '../../wire/token-view.ts';
import type { Route } from '../call.ts';
import { personRoute } from './route.ts';

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
