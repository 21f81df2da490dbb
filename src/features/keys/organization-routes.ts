/** Keys as programs of OpenAI's administration API list them. */
import type { KeyRecord } from '../../core/api-key.ts';
import { ServiceError } from '../../core/errors.ts';
import { implement } from '../../platform/api/implement.ts';
import { inSeconds, organizationPage } from '../../platform/api/organization-list.ts';
import { ownOnly } from '../../platform/api/own-only.ts';
import type { Route } from '../../platform/http/call.ts';
import type { Platform } from '../../platform/platform.ts';
import type { KeyService } from './key-service.ts';
import { type OrganizationKey, organizationKeys } from './organization-contract.ts';

export const organizationKeyRoutes = (
  { clock }: Pick<Platform, 'clock'>,
  keyService: Pick<KeyService, 'list'>,
): readonly Route[] =>
  implement(organizationKeys, {
    list: async ({ person, params, query }) => {
      const { accountId } = person;
      if (params.project_id !== accountId) {
        throw new ServiceError('not_found', `There is no such project: the one of this token is ${accountId}.`);
      }
      const all = await keyService.list({ accountId, ...ownOnly(person) }, clock.nowMs());
      const listed = all.filter(({ kind, revokedAtMs }) => kind === 'api' && revokedAtMs === undefined);
      return organizationPage(listed.map(keyToWire), query);
    },
  });

const keyToWire = (key: KeyRecord): OrganizationKey => ({
  object: 'organization.project.api_key',
  id: key.id,
  name: key.name,
  redacted_value: `…${key.hint}`,
  created_at: inSeconds(key.createdAtMs),
  last_used_at: key.lastUsedAtMs === undefined ? null : inSeconds(key.lastUsedAtMs),
  expires_at: key.expiresAtMs === undefined ? null : inSeconds(key.expiresAtMs),
  owner:
    key.userId === undefined
      ? { type: 'service_account', service_account: { id: key.accountId, name: 'organisation', role: 'member' } }
      : { type: 'user', user: { id: key.userId, email: key.memberEmail ?? null, name: null } },
  owner_project_access: key.isPaused ? 'inactive' : 'active',
});
