/** Settings → Management tokens of the account, and those of operators. */
import type { Person } from '../../core/person.ts';
import { OPERATOR_SCOPE_NAMES, scopesOf } from '../../core/token-scopes.ts';
import { implement } from '../../platform/api/implement.ts';
import type { Route } from '../../platform/http/call.ts';
import { operatorTokens, tokens } from './contract.ts';
import type { ListedToken } from './rules.ts';
import type { ManagementTokenService } from './service.ts';

export function managementTokenRoutes(service: ManagementTokenService): readonly Route[] {
  const viewOf = (listed: readonly ListedToken[], { memberRole }: Person) => ({
    tokens: listed.map(tokenToView),
    scopes: scopesOf(memberRole),
  });

  return implement(tokens, {
    list: async ({ person }) => viewOf(await service.list(person, 'account'), person),

    create: async ({ person, body }) => {
      const { token, secret } = await service.create(person, 'account', body);
      return { token: tokenToView(token), secret };
    },

    revoke: async ({ person, params }) => viewOf(await service.revoke(person, 'account', params.id), person),
  });
}

export function operatorManagementTokenRoutes(service: ManagementTokenService): readonly Route[] {
  const viewOf = (listed: readonly ListedToken[]) => ({
    tokens: listed.map(tokenToView),
    scopes: OPERATOR_SCOPE_NAMES,
  });

  return implement(operatorTokens, {
    list: async ({ operator }) => viewOf(await service.list(operator, 'operator')),

    create: async ({ operator, body }) => {
      const { token, secret } = await service.create(operator, 'operator', body);
      return { token: tokenToView(token), secret };
    },

    revoke: async ({ operator, params }) => viewOf(await service.revoke(operator, 'operator', params.id)),
  });
}

const tokenToView = (token: ListedToken) => ({
  ...token,
  expiresAtMs: token.expiresAtMs ?? null,
  revokedAtMs: token.revokedAtMs ?? null,
  lastUsedAtMs: token.lastUsedAtMs ?? null,
});
