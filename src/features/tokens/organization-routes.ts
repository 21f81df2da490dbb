/** Management tokens of an account as programs of OpenAI's administration API list them. */
import { implement } from '../../platform/api/implement.ts';
import { inSeconds, organizationPage } from '../../platform/api/organization-list.ts';
import type { Route } from '../../platform/http/call.ts';
import type { Platform } from '../../platform/platform.ts';
import { type OrganizationAdminKey, organizationAdminKeys } from './organization-contract.ts';
import type { ListedToken } from './rules.ts';
import type { ManagementTokenService } from './service.ts';

export const organizationAdminKeyRoutes = (
  { clock }: Pick<Platform, 'clock'>,
  service: Pick<ManagementTokenService, 'list'>,
): readonly Route[] =>
  implement(organizationAdminKeys, {
    list: async ({ person, query }) => {
      const nowMs = clock.nowMs();
      const living = (await service.list(person, 'account'))
        .filter(({ revokedAtMs, expiresAtMs }) => revokedAtMs === undefined && (expiresAtMs ?? Infinity) > nowMs)
        .toSorted((a, b) => a.createdAtMs - b.createdAtMs || (a.id < b.id ? -1 : 1))
        .map(tokenToWire);
      return organizationPage(query.order === 'asc' ? living : living.toReversed(), query);
    },
  });

const tokenToWire = (token: ListedToken): OrganizationAdminKey => ({
  object: 'organization.admin_api_key',
  id: token.id,
  name: token.name,
  redacted_value: `…${token.hint}`,
  created_at: inSeconds(token.createdAtMs),
  last_used_at: token.lastUsedAtMs === undefined ? null : inSeconds(token.lastUsedAtMs),
  expires_at: token.expiresAtMs === undefined ? null : inSeconds(token.expiresAtMs),
  owner: { type: 'user', object: 'organization.user', id: token.userId, name: token.email ?? '' },
});
