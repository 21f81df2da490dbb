/** Settings → Team → Mail domains. */

import type { Route } from '../../platform/http/call.ts';
import { personRoute } from '../../server/api/settings-route.ts';
import type { DomainsView } from './domain-api.ts';
import { DOMAINS_MAX, recordOf } from './mail-domain.ts';
import type { MailDomainService } from './mail-domains.ts';

export function domainRoutes(service: MailDomainService): readonly Route[] {
  async function viewOf(accountId: string): Promise<DomainsView> {
    const domains = await service.list(accountId);
    return {
      domains: domains.map(({ accountId: _account, token, ...one }) => ({
        ...one,
        record: recordOf({ ...one, token }),
        callbackUrl: service.callbackUrl(one.id),
      })),
      domainsMax: DOMAINS_MAX,
    };
  }

  return [
    personRoute('GET /api/domains', ({ person }) => viewOf(person.accountId)),

    personRoute('POST /api/domains', async ({ person }, { body }) => {
      await service.claim(person, body.domain);
      return viewOf(person.accountId);
    }),

    personRoute('POST /api/domains/{id}/check', async ({ person, params }) => {
      await service.check(person, params.id ?? '');
      return viewOf(person.accountId);
    }),

    personRoute('POST /api/domains/{id}/delete', async ({ person, params }) => {
      await service.remove(person, params.id ?? '');
      return viewOf(person.accountId);
    }),

    personRoute('PATCH /api/domains/{id}/provider', async ({ person, params }, { body }) => {
      await service.setProvider(person, params.id ?? '', body);
      return viewOf(person.accountId);
    }),

    personRoute('POST /api/domains/{id}/provider/delete', async ({ person, params }) => {
      await service.removeProvider(person, params.id ?? '');
      return viewOf(person.accountId);
    }),
  ];
}
