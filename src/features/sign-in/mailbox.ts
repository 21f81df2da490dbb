/** Which addresses are one mailbox: at most providers the same one has many spellings. */

type Spelling = {
  /** The one domain that is used for all domains of the mailbox. */
  readonly domain: string;
  /** Folds a name without its tag: spellings of one mailbox become the same. */
  readonly nameOf?: (name: string) => string;
};

const without =
  (signs: RegExp) =>
  (name: string): string =>
    name.replace(signs, '');

const GOOGLE: Spelling = { domain: 'gmail.com', nameOf: without(/\./g) };
const APPLE: Spelling = { domain: 'icloud.com' };
const PROTON: Spelling = { domain: 'proton.me', nameOf: without(/[._-]/g) };
/** A dot and a hyphen are the same there, and every mailbox is at all of the domains. */
const YANDEX: Spelling = { domain: 'yandex.ru', nameOf: (name) => name.replaceAll('.', '-') };

const PROVIDERS: Readonly<Record<string, Spelling>> = {
  'gmail.com': GOOGLE,
  'googlemail.com': GOOGLE,
  'icloud.com': APPLE,
  'me.com': APPLE,
  'mac.com': APPLE,
  'proton.me': PROTON,
  'protonmail.com': PROTON,
  'pm.me': PROTON,
  'ya.ru': YANDEX,
  'yandex.ru': YANDEX,
  'yandex.com': YANDEX,
  'yandex.by': YANDEX,
  'yandex.kz': YANDEX,
};

/** `name-anything` is delivered to `name`, and no name has a hyphen of its own. Yahoo of Japan is another company. */
const YAHOO = /^(?:yahoo\.(?!co\.jp$)(?:com|[a-z]{2}|com?\.[a-z]{2})|ymail\.com|rocketmail\.com|myyahoo\.com)$/;

/** `anything@name.fastmail.com` is delivered to `name@fastmail.com`, in which `-` stands for `_`. */
const FASTMAIL = /^(?:fastmail\.(?:com|fm|net|org|us|uk|co\.uk|com\.au|de|es|fr|in|jp|nl|se|to)|sent\.com)$/;

/**
 * One text for all spellings of a mailbox, for trial credit only: no mail is sent to it. What is behind a plus is left out
 * at every domain: where a provider does not support that, hardly anyone has an address with a plus. Dots and other signs
 * are left out only where the provider says that they make no difference: elsewhere they tell two people apart.
 */
export function mailboxOf(email: string): string {
  const { name: written, domain: host } = partsOf(email);
  const { name, domain } = atFastmail(written, host) ?? { name: withoutTag(written, '+'), domain: host };
  if (YAHOO.test(domain)) return `${withoutTag(name, '-')}@${domain}`;
  const known = Object.hasOwn(PROVIDERS, domain) ? PROVIDERS[domain] : undefined;
  return known ? `${known.nameOf?.(name) ?? name}@${known.domain}` : `${name}@${domain}`;
}

type Mailbox = { readonly name: string; readonly domain: string };

function partsOf(email: string): Mailbox {
  const at = email.lastIndexOf('@');
  return { name: email.slice(0, at).trim().toLowerCase(), domain: domainOf(email.slice(at + 1).trim()) };
}

function atFastmail(name: string, domain: string): Mailbox | undefined {
  const dot = domain.indexOf('.');
  const first = domain.slice(0, dot);
  const rest = domain.slice(dot + 1);
  if (FASTMAIL.test(rest)) return { name: first.replaceAll('-', '_'), domain: rest };
  return FASTMAIL.test(domain) ? { name: withoutTag(name, '+'), domain } : undefined;
}

/** A name that begins with the sign has nothing before it. */
function withoutTag(name: string, sign: string): string {
  const at = name.indexOf(sign);
  return at > 0 ? name.slice(0, at) : name;
}

/** In lower case and in ASCII; a dot at the end says nothing. */
function domainOf(written: string): string {
  const hostname = URL.parse(`http://${written}`)?.hostname ?? written.toLowerCase();
  return hostname.replace(/\.$/, '');
}

/** Where a tag was left out before schema 58; nothing was known of others then. */
const FORMER = new Set([
  'gmail.com',
  'googlemail.com',
  'icloud.com',
  'me.com',
  'mac.com',
  'proton.me',
  'protonmail.com',
  'pm.me',
  'outlook.com',
  'outlook.cz',
  'hotmail.com',
  'live.com',
  'msn.com',
  'fastmail.com',
  'fastmail.fm',
]);

/** The text as it was before schema 58: rows of then have the hash of it, and those of deleted accounts nothing else. */
export function formerMailboxOf(email: string): string {
  const { name, domain } = partsOf(email);
  return FORMER.has(domain) ? mailboxOf(email) : `${name}@${domain}`;
}
