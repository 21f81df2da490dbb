/** Settings → Team → Mail domains. */
import { implement } from '../../platform/api/implement.ts';
import type { Route } from '../../platform/http/call.ts';
import { domains } from './contract.ts';
import { DOMAINS_MAX, recordOf } from './mail-domain.ts';
import type { MailDomainService } from './mail-domains.ts';

export function domainRoutes(service: MailDomainService): readonly Route[] {
  async function viewOf(accountId: string) {
    const claims = await service.list(accountId);
    return {
      domains: claims.map((one) => ({ ...one, record: recordOf(one), callbackUrl: service.callbackUrl(one.id) })),
      domainsMax: DOMAINS_MAX,
    };
  }

  return implement(domains, {
    list: ({ person }) => viewOf(person.accountId),

    claim: async ({ person, body }) => {
      await service.claim(person, body.domain);
      return viewOf(person.accountId);
    },

    check: async ({ person, params }) => {
      await service.check(person, params.id);
      return viewOf(person.accountId);
    },

    remove: async ({ person, params }) => {
      await service.remove(person, params.id);
      return viewOf(person.accountId);
    },

    setProvider: async ({ person, params, body }) => {
      await service.setProvider(person, params.id, body);
      return viewOf(person.accountId);
    },

    removeProvider: async ({ person, params }) => {
      await service.removeProvider(person, params.id);
      return viewOf(person.accountId);
    },
  });
}
