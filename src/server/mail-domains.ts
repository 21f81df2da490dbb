/** Mail domains of organisations: config → name servers → the service. */
import type { Clock, Ids } from '../domain/ports.ts';
import type { Vault } from '../domain/stored-responses.ts';
import type { Config } from '../ops/config.ts';
import { createTxtLookup } from '../ops/txt-records.ts';
import { createMailDomainService, type MailDomainService } from '../service/mail-domains.ts';
import type { Stores } from '../store/stores.ts';
import { askWebOf } from './auth.ts';

type Needs = {
  readonly stores: Pick<Stores, 'mailDomains' | 'operator'>;
  readonly vault: Vault;
  /** Scheme and host of our own pages. */
  readonly origin: () => string;
  readonly ids: Ids;
  readonly clock: Clock;
};

export const createMailDomains = (config: Config, { stores, vault, origin, ids, clock }: Needs): MailDomainService =>
  createMailDomainService({
    mailDomains: stores.mailDomains,
    operatorStore: stores.operator,
    lookup: createTxtLookup(config.organisations.dnsServers),
    vault,
    checkIssuer: async (issuer) => {
      const { discover } = await import('../auth/oidc-client.ts');
      return (await discover(askWebOf(config), issuer)).issuer;
    },
    origin,
    ids,
    clock,
  });
