/** Mail domains of organisations: claimed, verified by a record in DNS, looked at again each day. */

import { invalidField, ServiceError } from '../../core/errors.ts';
import type { Person } from '../../core/person.ts';
import { actFor } from '../../platform/action-log/act-for.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  CHECK_EVERY_MS,
  type DomainChange,
  type DomainOf,
  domainFrom,
  domainTaken,
  isPublicDomain,
  type MailDomain,
  type MailDomains,
  MISSING_MS_MAX,
  recordOf,
  type SignInProvider,
  sealedAs,
  type TxtLookup,
} from './mail-domain.ts';

type Domains = {
  readonly mailDomains: MailDomains;
  readonly lookup: TxtLookup;
  /** Reads what an issuer says of itself, and refuses what cannot be used. Returns it as the issuer writes it. */
  readonly checkIssuer: (issuer: string) => Promise<string>;
};

/** A field that is left out stays as it was. */
type ProviderChange = Pick<SignInProvider, 'issuer' | 'clientId'> & {
  readonly clientSecret?: string | undefined;
  readonly role?: SignInProvider['role'] | undefined;
  readonly isRequired?: boolean | undefined;
  readonly isEnabled?: boolean | undefined;
};

export type MailDomainService = ReturnType<typeof createMailDomainService>;

export function createMailDomainService(platform: Platform, domains: Domains) {
  const { mailDomains, lookup } = domains;
  const { ids, clock, origin } = platform;

  const act = (person: Person, change: DomainChange, reason: string) => actFor(platform, person, change, { reason });

  const list = (accountId: string) => mailDomains.list(accountId);

  async function claim(person: Person, typed: string): Promise<void> {
    const domain = domainFrom(typed);
    if (domain === undefined) {
      throw invalidField('domain', 'must be a domain such as example.com');
    }
    if (isPublicDomain(domain)) {
      throw new ServiceError('domain_public', 'This domain gives mailboxes to the public: it cannot be claimed.', {
        param: 'domain',
      });
    }
    const made = { id: ids.next('dom_'), domain, token: ids.next('') };
    await act(person, { kind: 'claim-domain', claim: made }, 'claimed a mail domain');
  }

  /** Looks for the record, and verifies the domain where it is there. */
  async function check(person: Person, id: string): Promise<void> {
    const claimed = await found(mailDomains, { accountId: person.accountId, id });
    const isThere = await hasRecord(lookup, claimed);
    if (!isThere) {
      if (isThere === false) await mailDomains.checked({ id, atMs: clock.nowMs(), isMissing: true });
      throw recordMissing(claimed, isThere);
    }
    await displaceHolder(platform, domains, claimed);
    if (claimed.verifiedAtMs !== null) return mailDomains.checked({ id, atMs: clock.nowMs(), isMissing: false });
    await act(person, { kind: 'verify-domain', domainId: id }, 'verified a mail domain');
  }

  async function remove(person: Person, id: string): Promise<void> {
    await found(mailDomains, { accountId: person.accountId, id });
    await act(person, { kind: 'remove-domain', domainId: id }, 'removed a mail domain');
  }

  const callbackUrl = (id: string): string => `${origin()}/api/auth/callback/${id}`;

  async function setProvider(person: Person, id: string, wanted: ProviderChange): Promise<void> {
    const { verifiedAtMs, provider: kept } = await found(mailDomains, { accountId: person.accountId, id });
    if (verifiedAtMs === null) throw new ServiceError('invalid_request', 'Verify the domain first.');
    const issuer = await domains.checkIssuer(wanted.issuer);
    const provider = { ...changedProvider(wanted, kept), issuer };
    const sealedSecret = await sealed(platform, { accountId: person.accountId, id }, wanted.clientSecret);
    const change = { kind: 'set-provider', domainId: id, provider, sealedSecret } as const;
    await act(person, change, 'set the sign-in provider of a mail domain');
  }

  async function removeProvider(person: Person, id: string): Promise<void> {
    await found(mailDomains, { accountId: person.accountId, id });
    await act(person, { kind: 'remove-provider', domainId: id }, 'removed the sign-in provider of a mail domain');
  }

  return { list, claim, check, remove, callbackUrl, setProvider, removeProvider };
}

async function found(mailDomains: MailDomains, claim: DomainOf): Promise<MailDomain> {
  const domain = await mailDomains.find(claim);
  if (!domain) throw new ServiceError('not_found', 'This organisation has no such domain.');
  return domain;
}

/** Null where no name server answered, which says nothing of the record. */
async function hasRecord(lookup: TxtLookup, claim: MailDomain): Promise<boolean | null> {
  const { name: recordName, value } = recordOf(claim);
  const records = await lookup(recordName);
  return records === null ? null : records.includes(value);
}

function recordMissing(claim: MailDomain, isThere: false | null): ServiceError {
  if (isThere === null) {
    return new ServiceError('domain_record_missing', 'No name server has answered: please try again.');
  }
  const { name: recordName, value } = recordOf(claim);
  const sentence = `There is no TXT record ${value} at ${recordName} yet. A new record can take an hour to be seen.`;
  return new ServiceError('domain_record_missing', sentence);
}

/** A domain that was sold has a new owner: the one who verified it first keeps it for as long as the record is there. */
async function displaceHolder(platform: Platform, { mailDomains, lookup }: Domains, claim: MailDomain): Promise<void> {
  const holder = await mailDomains.verified(claim.domain);
  if (!holder || holder.id === claim.id) return;
  if ((await hasRecord(lookup, holder)) !== false) throw domainTaken();
  await lapse(platform, holder, 'another organisation has the record');
}

/** Done by the service itself. */
const lapse = (platform: Platform, { id, accountId }: MailDomain, reason: string) =>
  actFor(platform, { accountId, email: 'service' }, { kind: 'lapse-domain', domainId: id }, { reason });

const changedProvider = (wanted: ProviderChange, kept: SignInProvider | null) => ({
  clientId: wanted.clientId,
  role: wanted.role ?? kept?.role ?? 'developer',
  isRequired: wanted.isRequired ?? kept?.isRequired ?? false,
  isEnabled: wanted.isEnabled ?? kept?.isEnabled ?? true,
});

const sealed = async ({ vault }: Platform, { accountId, id }: DomainOf, secret: string | undefined) =>
  secret === undefined ? null : vault.seal(accountId, sealedAs(id), secret);

/** A step of the sweeps: looks at each record once a day. Returns how many domains are not verified any more. */
export async function checkDomains(
  platform: Platform,
  { mailDomains, lookup }: Pick<Domains, 'mailDomains' | 'lookup'>,
): Promise<number> {
  const nowMs = platform.clock.nowMs();
  const due = await mailDomains.toCheck(nowMs - CHECK_EVERY_MS);
  const looks = await Promise.all(due.map((domain) => hasRecord(lookup, domain)));
  let lapsed = 0;
  for (const [i, domain] of due.entries()) {
    const isThere = looks[i];
    const missingSinceMs = domain.missingSinceMs ?? nowMs;
    if (isThere === false && nowMs - missingSinceMs >= MISSING_MS_MAX) {
      await lapse(platform, domain, 'the record is gone');
      lapsed += 1;
    }
    // Without an answer it stays as it was, and is asked again tomorrow.
    const isMissing = isThere === null ? domain.missingSinceMs !== null : !isThere;
    await mailDomains.checked({ id: domain.id, atMs: nowMs, isMissing });
  }
  return lapsed;
}
