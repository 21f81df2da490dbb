/** Which addresses are one mailbox: at some providers the same one has many spellings. */

type Spelling = {
  /** The one domain that is used for all domains of the mailbox. */
  readonly domain: string;
  /** What may be in a name and makes no difference. */
  readonly ignored?: RegExp;
};

const GOOGLE: Spelling = { domain: 'gmail.com', ignored: /\./g };
const APPLE: Spelling = { domain: 'icloud.com' };
const PROTON: Spelling = { domain: 'proton.me', ignored: /[._-]/g };

/** Providers that deliver `name+anything` to `name`, by domain. */
const PROVIDERS: Readonly<Record<string, Spelling>> = {
  'gmail.com': GOOGLE,
  'googlemail.com': GOOGLE,
  'icloud.com': APPLE,
  'me.com': APPLE,
  'mac.com': APPLE,
  'proton.me': PROTON,
  'protonmail.com': PROTON,
  'pm.me': PROTON,
  'outlook.com': { domain: 'outlook.com' },
  'outlook.cz': { domain: 'outlook.cz' },
  'hotmail.com': { domain: 'hotmail.com' },
  'live.com': { domain: 'live.com' },
  'msn.com': { domain: 'msn.com' },
  'fastmail.com': { domain: 'fastmail.com' },
  'fastmail.fm': { domain: 'fastmail.fm' },
};

/**
 * One text for all spellings of a mailbox. Elsewhere than at these providers a dot or a plus may tell two people apart,
 * so only the case is ignored there, and how the domain is written.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const name = email.slice(0, at).trim().toLowerCase();
  const domain = domainOf(email.slice(at + 1).trim());
  const known = Object.hasOwn(PROVIDERS, domain) ? PROVIDERS[domain] : undefined;
  if (!known) return `${name}@${domain}`;
  const plus = name.indexOf('+');
  // A name that begins with a plus has none before it.
  const own = plus > 0 ? name.slice(0, plus) : name;
  return `${known.ignored ? own.replace(known.ignored, '') : own}@${known.domain}`;
}

/** In lower case and in ASCII; a dot at the end says nothing. */
function domainOf(written: string): string {
  const hostname = URL.parse(`http://${written}`)?.hostname ?? written.toLowerCase();
  return hostname.replace(/\.$/, '');
}
