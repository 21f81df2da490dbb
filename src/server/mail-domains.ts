/** Mail domains of organisations: config → name servers → the service. */
import type { Clock, Ids } from '../domain/ports.ts';
import type { Config } from '../ops/config.ts';
import { createTxtLookup } from '../ops/txt-records.ts';
import { createMailDomainService, type MailDomainService } from '../service/mail-domains.ts';
import type { Stores } from '../store/stores.ts';

type Needs = {
  readonly stores: Pick<Stores, 'mailDomains' | 'operator'>;
  readonly ids: Ids;
  readonly clock: Clock;
};

export const createMailDomains = ({ organisations }: Config, { stores, ids, clock }: Needs): MailDomainService =>
  createMailDomainService({
    mailDomains: stores.mailDomains,
    operatorStore: stores.operator,
    lookup: createTxtLookup(organisations.dnsServers),
    ids,
    clock,
  });
