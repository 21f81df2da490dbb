/** The provider of an organisation, as better-auth asks one. Which organisation it is, the call says. */
import { APIError, getOAuthState } from 'better-auth/api';
import { ServiceError } from '../../core/errors.ts';
import type { AskWeb } from '../../platform/guarded-web.ts';
import type { Platform } from '../../platform/platform.ts';
import { domainOfEmail, type SignInTarget, sealedAs } from '../organisations/index.ts';
import { callContext } from './call-context.ts';
import { discover, exchangeCode, type Tokens, verifiedClaims, withUserinfo } from './oidc-client.ts';
import { DOMAIN_PREFIX, refusedAt } from './organisation-targets.ts';
import { claimedPerson } from './provider-claims.ts';

/** Google lets people have an account with any address; only `hd` says that the company's Google runs it. */
const GOOGLE = 'https://accounts.google.com';

/** better-auth looks a provider up by its id: this one has that of the domain whose sign-in it is. */
export function createOrganisationProvider({ vault, log, origin }: Platform, ask: AskWeb) {
  const refuse = (code: string) => new APIError('FOUND', undefined, { location: refusedAt(origin(), code) });

  async function createAuthorizationURL(data: AuthorizationData): Promise<URL> {
    const { provider } = current();
    const url = new URL((await discover(ask, provider.issuer)).authorizationEndpoint);
    const challenge = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(data.codeVerifier));
    const asked = {
      response_type: 'code',
      client_id: provider.clientId,
      redirect_uri: data.redirectURI,
      scope: 'openid email profile',
      state: data.state,
      nonce: data.idTokenNonce ?? '',
      code_challenge: Buffer.from(challenge).toString('base64url'),
      code_challenge_method: 'S256',
      ...(data.loginHint && { login_hint: data.loginHint }),
    };
    for (const [field, value] of Object.entries(asked)) url.searchParams.set(field, value);
    return url;
  }

  async function validateAuthorizationCode({ code, redirectURI, codeVerifier = '' }: CodeData) {
    const { id, accountId, provider } = current();
    // A sign-in that was begun at one provider does not end at another.
    if ((await getOAuthState())?.organisation !== id) throw new Error('The sign-in was begun elsewhere.');
    const clientSecret = await vault.open(accountId, sealedAs(id), provider.sealedSecret);
    const found = await discover(ask, provider.issuer);
    const exchange = { code, redirectURI, codeVerifier, clientId: provider.clientId, clientSecret };
    // Under `raw` they are not written to the database: once a person is in, there is no use for them.
    return { raw: await exchangeCode(ask, found, exchange) };
  }

  async function getUserInfo({ raw, expectedIdTokenNonce = '' }: UserInfoData) {
    const { id, accountId, domain, provider } = current();
    const claims = await claimsOf(ask, raw as Tokens, expectedIdTokenNonce).catch((cause: unknown) => {
      log.warn({ domain: id, account: accountId, cause }, 'the answer of a provider was refused');
    });
    if (!claims) return null;
    const claimed = claimedPerson(claims);
    if (!claimed || domainOfEmail(claimed.email) !== domain) throw refuse('organisation_domain');
    if (![undefined, true, 'true'].includes(claims.email_verified as undefined))
      throw refuse('organisation_unverified');
    if (provider.issuer === GOOGLE && claims.hd !== domain) throw refuse('organisation_domain');
    const { sub, ...user } = claimed;
    return { user: { ...user, emailVerified: true }, data: { sub } };
  }

  return {
    get id() {
      return callContext()?.organisation?.id ?? DOMAIN_PREFIX;
    },
    name: 'organisation',
    get issuer() {
      return callContext()?.organisation?.provider.issuer;
    },
    requiresIdTokenNonce: true,
    accountSubject: ({ profile }: { readonly profile: object }) => ('sub' in profile ? String(profile.sub) : ''),
    createAuthorizationURL,
    validateAuthorizationCode,
    getUserInfo,
  };
}

/** The organisation of this call. Without it there is no such provider. */
function current(): SignInTarget {
  const found = callContext()?.organisation;
  if (!found) throw new ServiceError('not_found', 'There is no such provider.');
  return found;
}

async function claimsOf(ask: AskWeb, tokens: Tokens, nonce: string) {
  const { provider } = current();
  const found = await discover(ask, provider.issuer);
  return withUserinfo(ask, found, tokens, await verifiedClaims(ask, found, tokens, { ...provider, nonce }));
}

type AuthorizationData = {
  readonly state: string;
  readonly codeVerifier: string;
  readonly redirectURI: string;
  readonly idTokenNonce?: string | undefined;
  readonly loginHint?: string | undefined;
};
type CodeData = { readonly code: string; readonly redirectURI: string; readonly codeVerifier?: string | undefined };
type UserInfoData = { readonly raw?: unknown; readonly expectedIdTokenNonce?: string | undefined };
