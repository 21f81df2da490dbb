/** Mail domains of organisations: config → name servers → the service, and what it adds to the sweeps. */
import type { MailDomains } from '../features/organisations/mail-domain.ts';
import {
  checkDomains,
  createMailDomainService,
  type MailDomainService,
} from '../features/organisations/mail-domains.ts';
import { createTxtLookup } from '../features/sign-in/txt-records.ts';
import type { SweepStep } from '../ledger/sweeps.ts';
import type { Platform } from '../platform/platform.ts';
import { askWebOf } from './auth.ts';
import type { Config } from './configuration/config.ts';

export function createMailDomains(
  config: Config,
  platform: Platform,
  mailDomains: MailDomains,
): { readonly service: MailDomainService; readonly sweepStep: SweepStep } {
  const lookup = createTxtLookup(config.organisations.dnsServers);
  const checkIssuer = async (issuer: string): Promise<string> => {
    const { discover } = await import('../features/sign-in/oidc-client.ts');
    return (await discover(askWebOf(config), issuer)).issuer;
  };
  return {
    service: createMailDomainService(platform, { mailDomains, lookup, checkIssuer }),
    sweepStep: { name: 'mailDomains', run: () => checkDomains(platform, { mailDomains, lookup }) },
  };
}
