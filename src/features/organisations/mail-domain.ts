/** Mail domains that organisations claim, and what proves that they are theirs. */
import { ServiceError } from '../../core/errors.ts';
import type { GivenRole } from '../../core/roles.ts';

export type MailDomain = {
  readonly id: string;
  readonly accountId: string;
  /** In lower case, as it is in DNS. */
  readonly domain: string;
  /** The text that the record must have; public. */
  readonly token: string;
  readonly claimedAtMs: number;
  readonly verifiedAtMs: number | null;
  readonly checkedAtMs: number | null;
  /** Since when the record has not been there. */
  readonly missingSinceMs: number | null;
  readonly provider: SignInProvider | null;
};

/** Where colleagues with an address of the domain sign in. */
export type SignInProvider = {
  readonly issuer: string;
  readonly clientId: string;
  /** The role of new colleagues. */
  readonly role: GivenRole;
  /** Members with an address of the domain then sign in in no other way. */
  readonly isRequired: boolean;
  readonly isEnabled: boolean;
  readonly setAtMs: number;
};

/** A provider that is in use: the domain is verified, and it is enabled. */
export type SignInTarget = Pick<MailDomain, 'id' | 'accountId' | 'domain'> & {
  readonly provider: SignInProvider & { readonly sealedSecret: string };
};

/** The place of the secret in the vault. */
export const sealedAs = (domainId: string): string => `provider of ${domainId}`;

/** A claim of an account. One of another account is as good as none: `not_found`. */
export type DomainOf = { readonly accountId: string; readonly id: string };

/** Changes of the domains of an account. Each is a line in the action log, in one transaction with it. */
export type DomainChange =
  | { readonly kind: 'claim-domain'; readonly claim: Pick<MailDomain, 'id' | 'domain' | 'token'> }
  | { readonly kind: 'verify-domain'; readonly domainId: string }
  /** The record is gone: it counts as a claim again. */
  | { readonly kind: 'lapse-domain'; readonly domainId: string }
  | { readonly kind: 'remove-domain'; readonly domainId: string }
  /** Without a secret the one before stays, unless the issuer is another. */
  | {
      readonly kind: 'set-provider';
      readonly domainId: string;
      readonly provider: Omit<SignInProvider, 'setAtMs'>;
      readonly sealedSecret: string | null;
    }
  | { readonly kind: 'remove-provider'; readonly domainId: string }
  /** A person who has signed in by the provider becomes a member. */
  | { readonly kind: 'join-by-domain'; readonly domainId: string; readonly userId: string };

/** Reads domains. Changes go through the action log. */
export interface MailDomains {
  /** Oldest first. */
  list(accountId: string): Promise<readonly MailDomain[]>;
  find(claim: DomainOf): Promise<MailDomain | undefined>;
  /** The one organisation that has verified it. */
  verified(domain: string): Promise<MailDomain | undefined>;
  /** The provider in use, by its domain or by the id of the claim. */
  signInTarget(by: { readonly domain: string } | { readonly id: string }): Promise<SignInTarget | undefined>;
  /** The accounts where the person is a member, not the owner, that require their provider for this domain. */
  requiredIn(of: { readonly userId: string; readonly domain: string }): Promise<readonly string[]>;
  /** True for a person with this address who has left the organisation or was removed. */
  hasLeft(of: { readonly accountId: string; readonly email: string }): Promise<boolean>;
  /** True where the organisation may have one more member; a place that an invitation keeps for this address is room. */
  hasRoom(of: { readonly accountId: string; readonly email: string }): Promise<boolean>;
  /** Verified ones that were not looked at since then; a bounded number. */
  toCheck(beforeMs: number): Promise<readonly MailDomain[]>;
  /** Writes down what a look at DNS has found. */
  checked(look: { readonly id: string; readonly atMs: number; readonly isMissing: boolean }): Promise<void>;
}

/** The texts of the TXT records of a name; null where no name server gave an answer. */
export type TxtLookup = (name: string) => Promise<readonly string[] | null>;

export const DOMAINS_MAX = 10;
const DAY_MS = 24 * 60 * 60 * 1000;
export const CHECK_EVERY_MS = DAY_MS;
/** A record may be lost by mistake: so long it counts as there. */
export const MISSING_MS_MAX = 7 * DAY_MS;

export const recordOf = ({ domain, token }: Pick<MailDomain, 'domain' | 'token'>) => ({
  name: `_boreal.${domain}`,
  value: `boreal-domain-verification=${token}`,
});

export const domainTaken = (): ServiceError =>
  new ServiceError('domain_taken', 'Another organisation has verified this domain.');

const DOMAIN_MAX = 190;

/** A domain as it is in DNS; undefined where it is none. */
export function domainFrom(typed: string): string | undefined {
  const text = typed.trim().toLowerCase();
  const host = URL.parse(`https://${text}`)?.hostname ?? '';
  const labels = host.split('.');
  const isDomain = labels.length > 1 && labels.every(isLabel) && !isNumber(labels.at(-1)!);
  // What a URL would take away, a path or a port, is no part of a domain.
  return isDomain && host.length <= DOMAIN_MAX && !hasOther(text) ? host : undefined;
}

const LABEL_SIGNS = 'abcdefghijklmnopqrstuvwxyz0123456789-';
const isNumber = (label: string): boolean => [...label].every((one) => '0123456789'.includes(one));
const hasOther = (text: string): boolean => [...text].some((one) => '/:@?#\\[]% \t\n\r'.includes(one));

const isLabel = (label: string): boolean =>
  label.length <= 63 &&
  label !== '' &&
  [...label].every((one) => LABEL_SIGNS.includes(one)) &&
  !label.startsWith('-') &&
  !label.endsWith('-');

export const domainOfEmail = (email: string): string | undefined => domainFrom(email.slice(email.lastIndexOf('@') + 1));

/** At these, mailboxes are given to strangers: no organisation speaks for all of them. */
const PUBLIC_DOMAINS: ReadonlySet<string> = new Set(
  `gmail.com googlemail.com outlook.com outlook.cz hotmail.com hotmail.cz live.com msn.com yahoo.com yahoo.co.uk yahoo.de
   yahoo.fr ymail.com icloud.com me.com mac.com aol.com proton.me protonmail.com pm.me tuta.com tutanota.com gmx.com gmx.de
   gmx.net gmx.at web.de t-online.de freenet.de mail.com mail.ru inbox.ru bk.ru list.ru yandex.ru yandex.com ya.ru rambler.ru
   zoho.com fastmail.com hey.com hushmail.com mailbox.org posteo.de orange.fr free.fr laposte.net wanadoo.fr libero.it
   virgilio.it tiscali.it wp.pl o2.pl onet.pl interia.pl seznam.cz email.cz post.cz spoluzaci.cz centrum.cz atlas.cz volny.cz
   tiscali.cz quick.cz iol.cz azet.sk zoznam.sk centrum.sk atlas.sk pobox.sk post.sk stonline.sk qq.com 163.com 126.com
   sina.com naver.com daum.net rediffmail.com comcast.net verizon.net att.net btinternet.com`
    .split('\n')
    .flatMap((line) => line.trim().split(' ')),
);

export const isPublicDomain = (domain: string): boolean => PUBLIC_DOMAINS.has(domain);
