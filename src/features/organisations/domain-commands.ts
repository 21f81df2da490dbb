/** `domain …`: mail domains of an organisation, and the provider by which its people sign in. */
import type { AccountNeeds } from '../../platform/commands/account.ts';
import type { ActNeeds } from '../../platform/commands/action.ts';
import type { Command } from '../../platform/commands/command.ts';
import { fromContract } from '../../platform/commands/from-contract.ts';
import { viaRoute } from '../../platform/commands/via-route.ts';
import { type DomainsView, domains } from './contract.ts';
import { domainRoutes } from './domains-routes.ts';
import type { MailDomainService } from './mail-domains.ts';

type Needs = ActNeeds & AccountNeeds & { readonly mailDomains: MailDomainService };

const routesOf = ({ mailDomains }: Needs) => domainRoutes(mailDomains);

const textOf = ({ domains: all }: DomainsView): string =>
  all.map(lineOf).join('\n') || 'The account has no mail domain.';

function lineOf({ id, domain, record, verifiedAtMs, provider }: DomainsView['domains'][number]): string {
  const proof =
    verifiedAtMs === null
      ? `not verified: set the TXT record ${record.value} at ${record.name}`
      : `verified ${new Date(verifiedAtMs).toISOString()}`;
  const signIn = provider ? `, signs in at ${provider.issuer}${provider.isEnabled ? '' : ' (off)'}` : '';
  return `${domain} (${id}), ${proof}${signIn}`;
}

export const domainList: Command<Needs> = fromContract('domain list', domains.list, {
  about: 'Lists the mail domains of an account, with the record that proves each.',
  run: viaRoute(domains.list, routesOf),
  text: textOf,
});

export const domainAdd: Command<Needs> = fromContract('domain add', domains.claim, {
  run: viaRoute(domains.claim, routesOf),
  text: textOf,
});

export const domainCheck: Command<Needs> = fromContract('domain check', domains.check, {
  about: 'Looks for the record of a domain in DNS now, and verifies the domain where it is there.',
  run: viaRoute(domains.check, routesOf),
  text: textOf,
});

export const domainRemove: Command<Needs> = fromContract('domain remove', domains.remove, {
  about: 'Removes a mail domain, with its sign-in provider.',
  run: viaRoute(domains.remove, routesOf),
  text: textOf,
});

export const domainSetProvider: Command<Needs> = fromContract('domain set-provider', domains.setProvider, {
  about: 'Sets where people with an address of a verified domain sign in. What is left out stays as it was.',
  run: viaRoute(domains.setProvider, routesOf),
  text: textOf,
});

export const domainRemoveProvider: Command<Needs> = fromContract('domain remove-provider', domains.removeProvider, {
  about: 'Removes the sign-in provider of a domain.',
  run: viaRoute(domains.removeProvider, routesOf),
  text: textOf,
});
