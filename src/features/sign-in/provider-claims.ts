/** A provider's claims about a person. They are text by a stranger: only what has the right form and length goes on. */
import { emailFrom } from '../../core/email-address.ts';
import { NAME_MAX } from './endpoints.ts';

/** As OpenID Connect bounds it, in printable ASCII. */
const SUBJECT = /^[\x20-\x7e]{1,255}$/;

type Claims = Readonly<Record<string, unknown>>;

/** The person that a provider names; undefined where the subject or the address is not usable. */
export function claimedPerson({ sub, email: said, name }: Claims) {
  const email = emailFrom(said);
  if (email === undefined || typeof sub !== 'string' || !SUBJECT.test(sub)) return undefined;
  return { sub, email, name: nameFrom(name) };
}

/** Line breaks and the like would be found in e-mails and logs. */
const nameFrom = (name: unknown): string =>
  typeof name === 'string'
    ? name
        .slice(0, NAME_MAX)
        .replaceAll(/\p{Cc}/gu, ' ')
        .trim()
    : '';
