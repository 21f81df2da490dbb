/** Organisations with a provider of their own, found by the address of a person or by where the provider sends them back. */
import { ServiceError } from '../../core/errors.ts';
import { domainOfEmail, type SignInTarget } from '../organisations/index.ts';
import type { SignInSetup } from './setup.ts';

const CALLBACK = '/callback/';
export const DOMAIN_PREFIX = 'dom_';

type Domains = Pick<SignInSetup['mailDomains'], 'signInTarget'>;

export async function targetOfEmail(domains: Domains, email: unknown): Promise<SignInTarget> {
  const domain = typeof email === 'string' && email.includes('@') ? domainOfEmail(email) : undefined;
  const found = domain && (await domains.signInTarget({ domain }));
  if (found) return found;
  const sentence = 'No organisation has set up its own sign-in for this address: sign in in another way.';
  throw new ServiceError('organisation_sign_in_unknown', sentence, { param: 'email' });
}

export const isOrganisationCallback = (path: string): boolean => path.startsWith(`${CALLBACK}${DOMAIN_PREFIX}`);

/** Asked anew when a person comes back: a provider that was disabled meanwhile lets no one in. */
export const targetOfCallback = (domains: Domains, path: string): Promise<SignInTarget | undefined> =>
  domains.signInTarget({ id: path.slice(CALLBACK.length) });

/** The page where a refusal is read. Nothing was written by then. */
export const refusedAt = (origin: string, code: string): string => `${origin}/sign-in?error=${code}`;
