/** Mail domains of organisations: config → name servers → the service. */
import type { Clock, Ids } from '../core/ports.ts';
import type { Vault } from '../core/vault.ts';
import { createMailDomainService, type MailDomainService } from '../features/organisations/mail-domains.ts';
import { createTxtLookup } from '../features/sign-in/txt-records.ts';
import { askWebOf } from './auth.ts';
import type { Config } from './configuration/config.ts';
import type { Stores } from './stores/stores.ts';

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
      const { discover } = await import('../features/sign-in/oidc-client.ts');
      return (await discover(askWebOf(config), issuer)).issuer;
    },
    origin,
    ids,
    clock,
  });
