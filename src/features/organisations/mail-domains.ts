/** Mail domains of organisations: claimed, verified by a record in DNS, looked at again each day. */
import { ServiceError } from '../../core/errors.ts';
import { actorOf } from '../../core/management-token.ts';
import type { Clock, Ids, Person } from '../../core/ports.ts';
import type { Vault } from '../../core/vault.ts';
import type { ActionLog } from '../../platform/action-log/action.ts';
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

type MailDomainParts = {
  readonly mailDomains: MailDomains;
  readonly operatorStore: Pick<ActionLog, 'act'>;
  readonly lookup: TxtLookup;
  readonly vault: Vault;
  /** Reads what an issuer says of itself, and refuses what cannot be used. Returns it as the issuer writes it. */
  readonly checkIssuer: (issuer: string) => Promise<string>;
  /** Scheme and host of our own pages. */
  readonly origin: () => string;
  readonly ids: Ids;
  readonly clock: Clock;
};

/** What is left out stays as it was. */
type ProviderChange = Pick<SignInProvider, 'issuer' | 'clientId'> & {
  readonly clientSecret?: string | undefined;
  readonly role?: SignInProvider['role'] | undefined;
  readonly isRequired?: boolean | undefined;
  readonly isEnabled?: boolean | undefined;
};

/** What the service does by itself. */
const SERVICE = 'service';

export type MailDomainService = ReturnType<typeof createMailDomainService>;

export function createMailDomainService(parts: MailDomainParts) {
  const { mailDomains, lookup, ids, clock } = parts;

  const act = (by: { readonly actor: string; readonly accountId: string }, change: DomainChange, reason: string) =>
    parts.operatorStore.act({
      id: ids.next('act_'),
      actor: by.actor,
      reason,
      atMs: clock.nowMs(),
      action: { accountId: by.accountId, ...change },
    });

  const byPerson = (person: Person) => ({ actor: actorOf(person), accountId: person.accountId });
  const byService = ({ accountId }: MailDomain) => ({ actor: SERVICE, accountId });

  /** Null where no name server answered, which says nothing of the record. */
  async function hasRecord(claim: MailDomain): Promise<boolean | null> {
    const { name, value } = recordOf(claim);
    const records = await lookup(name);
    return records === null ? null : records.includes(value);
  }

  async function found(claim: DomainOf): Promise<MailDomain> {
    const domain = await mailDomains.find(claim);
    if (!domain) throw new ServiceError('not_found', 'This organisation has no such domain.');
    return domain;
  }

  /** A domain that was sold has a new owner: who verified it first keeps it for as long as the record is there. */
  async function displaceHolder(claim: MailDomain): Promise<void> {
    const holder = await mailDomains.verified(claim.domain);
    if (!holder || holder.id === claim.id) return;
    if ((await hasRecord(holder)) !== false) throw domainTaken();
    await act(byService(holder), { kind: 'lapse-domain', domainId: holder.id }, 'another organisation has the record');
  }

  return {
    list: (accountId: string) => mailDomains.list(accountId),

    claim: async (person: Person, typed: string): Promise<void> => {
      const domain = domainFrom(typed);
      if (domain === undefined) {
        throw new ServiceError('invalid_request', 'domain must be a domain such as example.com.', { param: 'domain' });
      }
      if (isPublicDomain(domain)) {
        throw new ServiceError('domain_public', 'This domain gives mailboxes to the public: it cannot be claimed.', {
          param: 'domain',
        });
      }
      const claim = { id: ids.next('dom_'), domain, token: ids.next('') };
      await act(byPerson(person), { kind: 'claim-domain', claim }, 'claimed a mail domain');
    },

    /** Looks for the record, and verifies the domain where it is there. */
    check: async (person: Person, id: string): Promise<void> => {
      const claim = await found({ accountId: person.accountId, id });
      const isThere = await hasRecord(claim);
      if (isThere === null) {
        throw new ServiceError('domain_record_missing', 'No name server has answered: please try again.');
      }
      if (!isThere) {
        await mailDomains.checked({ id, atMs: clock.nowMs(), isMissing: true });
        const { name, value } = recordOf(claim);
        const sentence = `There is no TXT record ${value} at ${name} yet. A new record can take an hour to be seen.`;
        throw new ServiceError('domain_record_missing', sentence);
      }
      await displaceHolder(claim);
      if (claim.verifiedAtMs !== null) return mailDomains.checked({ id, atMs: clock.nowMs(), isMissing: false });
      await act(byPerson(person), { kind: 'verify-domain', domainId: id }, 'verified a mail domain');
    },

    remove: async (person: Person, id: string): Promise<void> => {
      await found({ accountId: person.accountId, id });
      await act(byPerson(person), { kind: 'remove-domain', domainId: id }, 'removed a mail domain');
    },

    callbackUrl: (id: string): string => `${parts.origin()}/api/auth/callback/${id}`,

    setProvider: async (person: Person, id: string, wanted: ProviderChange): Promise<void> => {
      const { accountId, verifiedAtMs, provider: kept } = await found({ accountId: person.accountId, id });
      if (verifiedAtMs === null) throw new ServiceError('invalid_request', 'Verify the domain first.');
      const { clientId, clientSecret } = wanted;
      const provider = {
        issuer: await parts.checkIssuer(wanted.issuer),
        clientId,
        role: wanted.role ?? kept?.role ?? 'developer',
        isRequired: wanted.isRequired ?? kept?.isRequired ?? false,
        isEnabled: wanted.isEnabled ?? kept?.isEnabled ?? true,
      };
      const sealedSecret =
        clientSecret === undefined ? null : await parts.vault.seal(accountId, sealedAs(id), clientSecret);
      const change = { kind: 'set-provider', domainId: id, provider, sealedSecret } as const;
      await act(byPerson(person), change, 'set the sign-in provider of a mail domain');
    },

    removeProvider: async (person: Person, id: string): Promise<void> => {
      await found({ accountId: person.accountId, id });
      const change = { kind: 'remove-provider', domainId: id } as const;
      await act(byPerson(person), change, 'removed the sign-in provider of a mail domain');
    },

    /** A step of the sweeps. Returns how many domains are not verified any more. */
    checkAgain: async (): Promise<number> => {
      const nowMs = clock.nowMs();
      const due = await mailDomains.toCheck(nowMs - CHECK_EVERY_MS);
      const looks = await Promise.all(due.map(hasRecord));
      let lapsed = 0;
      for (const [i, domain] of due.entries()) {
        const isThere = looks[i];
        const missingSinceMs = domain.missingSinceMs ?? nowMs;
        if (isThere === false && nowMs - missingSinceMs >= MISSING_MS_MAX) {
          await act(byService(domain), { kind: 'lapse-domain', domainId: domain.id }, 'the record is gone');
          lapsed += 1;
        }
        // Without an answer it stays as it was, and is asked again tomorrow.
        const isMissing = isThere === null ? domain.missingSinceMs !== null : !isThere;
        await mailDomains.checked({ id: domain.id, atMs: nowMs, isMissing });
      }
      return lapsed;
    },
  };
}
