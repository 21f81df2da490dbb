/** Mail domains of an organisation, as pages see them and send them. */
import { z } from 'zod';

/** `{id}` is a claim. */
export type DomainApi = {
  'GET /api/domains': { readonly reply: DomainsView };
  /** Claims a domain. It counts when its record is in DNS. */
  'POST /api/domains': { readonly body: NewDomainBody; readonly reply: DomainsView };
  /** Looks for the record now. */
  'POST /api/domains/{id}/check': { readonly reply: DomainsView };
  'POST /api/domains/{id}/delete': { readonly reply: DomainsView };
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
};

export const newDomainBody = z.strictObject({ domain: z.string().trim().min(1, 'must not be empty').max(253) });
type NewDomainBody = z.input<typeof newDomainBody>;
