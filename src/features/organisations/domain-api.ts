/** Mail domains of an organisation, as pages see them and send them. */
import { z } from 'zod';
import { GIVEN_ROLES, type GivenRole } from '../../core/roles.ts';

/** `{id}` is a claim. */
export type DomainApi = {
  'GET /api/domains': { readonly reply: DomainsView };
  /** Claims a domain. It counts when its record is in DNS. */
  'POST /api/domains': { readonly body: NewDomainBody; readonly reply: DomainsView };
  /** Looks for the record now. */
  'POST /api/domains/{id}/check': { readonly reply: DomainsView };
  'POST /api/domains/{id}/delete': { readonly reply: DomainsView };
  /** Of a verified domain. What the issuer says of itself is read and checked first. */
  'PATCH /api/domains/{id}/provider': { readonly body: ProviderBody; readonly reply: DomainsView };
  'POST /api/domains/{id}/provider/delete': { readonly reply: DomainsView };
};

export type DomainsView = { readonly domains: readonly DomainView[]; readonly domainsMax: number };

export type DomainView = {
  readonly id: string;
  readonly domain: string;
  /** The TXT record that proves it. */
  readonly record: { readonly name: string; readonly value: string };
  readonly claimedAtMs: number;
  readonly verifiedAtMs: number | null;
  readonly checkedAtMs: number | null;
  /** Since when the record has not been there. After seven days the domain is not verified any more. */
  readonly missingSinceMs: number | null;
  /** Where colleagues sign in. Its secret is not shown. */
  readonly provider: ProviderView | null;
  /** What the provider is to send people back to. */
  readonly callbackUrl: string;
};

export type ProviderView = {
  readonly issuer: string;
  readonly clientId: string;
  /** What new colleagues become. */
  readonly role: GivenRole;
  /** Whether members with an address of the domain sign in in no other way. The owner always can. */
  readonly isRequired: boolean;
  readonly isEnabled: boolean;
  readonly setAtMs: number;
};

export const newDomainBody = z.strictObject({ domain: z.string().trim().min(1, 'must not be empty').max(253) });
type NewDomainBody = z.input<typeof newDomainBody>;

const isIssuer = (text: string): boolean => {
  const url = URL.parse(text);
  return (
    url !== null &&
    ['https:', 'http:'].includes(url.protocol) &&
    !url.username &&
    !url.password &&
    !url.search &&
    !url.hash
  );
};

export const providerBody = z.strictObject({
  issuer: z.string().trim().max(500).refine(isIssuer, 'must be an https address without a query'),
  clientId: z.string().trim().min(1, 'must not be empty').max(300),
  /** What is left out from here on stays as it was. */
  clientSecret: z.string().trim().min(1, 'must not be empty').max(1000).optional(),
  role: z.enum(GIVEN_ROLES).optional(),
  isRequired: z.boolean().optional(),
  isEnabled: z.boolean().optional(),
});
type ProviderBody = z.input<typeof providerBody>;
