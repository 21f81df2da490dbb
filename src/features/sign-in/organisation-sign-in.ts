/**
 * Signing in by the provider of an organisation. Such a provider is chosen by a customer, so it counts for the addresses of the
 * one domain that the organisation has verified, and for nothing else.
 */
import type { BetterAuthPlugin } from 'better-auth';
import { APIError, getOAuthState } from 'better-auth/api';
import { ServiceError } from '../../core/errors.ts';
import type { Owners } from '../../core/people.ts';
import type { Clock, Ids, Log } from '../../core/ports.ts';
import type { SignUpMode } from '../../core/sign-up.ts';
import type { Vault } from '../../core/vault.ts';
import type { ActionLog } from '../../platform/action-log/action.ts';
import type { AskWeb } from '../../platform/guarded-web.ts';
import { domainOfEmail, type MailDomains, type SignInTarget, sealedAs } from '../organisations/index.ts';
import type { AuthRows } from './auth-rows.ts';
import { callContext } from './call-context.ts';
import { is } from './conditions.ts';
import { discover, exchangeCode, type Tokens, verifiedClaims, withUserinfo } from './oidc-client.ts';
import { claimedPerson } from './provider-claims.ts';

export type OrganisationParts = {
  readonly mailDomains: Pick<MailDomains, 'signInTarget' | 'requiredIn' | 'hasLeft' | 'hasRoom'>;
  readonly vault: Vault;
  readonly ask: AskWeb;
};

type Parts = OrganisationParts & {
  readonly rows: AuthRows;
  readonly owners: Pick<Owners, 'accountsOf'>;
  readonly operatorStore: Pick<ActionLog, 'act'>;
  readonly signUp: () => SignUpMode;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  /** Scheme and host of our own pages. */
  readonly origin: string;
};

/** Google lets people have an account with any address; only `hd` says that the company's Google runs it. */
const GOOGLE = 'https://accounts.google.com';
const CALLBACK = '/callback/';
const DOMAIN_PREFIX = 'dom_';

export type OrganisationSignIn = ReturnType<typeof createOrganisationSignIn>;

export function createOrganisationSignIn(parts: Parts) {
  const { mailDomains, ask, rows, owners, clock, ids, origin } = parts;

  /** The one of this call. Without it there is no such provider. */
  function current(): SignInTarget {
    const found = callContext()?.organisation;
    if (!found) throw new ServiceError('not_found', 'There is no such provider.');
    return found;
  }

  /** Where a person with this address signs in. */
  async function ofEmail(email: unknown): Promise<SignInTarget> {
    const domain = typeof email === 'string' && email.includes('@') ? domainOfEmail(email) : undefined;
    const found = domain && (await mailDomains.signInTarget({ domain }));
    if (found) return found;
    const sentence = 'No organisation has set up its own sign-in for this address: sign in in another way.';
    throw new ServiceError('organisation_sign_in_unknown', sentence, { param: 'email' });
  }

  const isOurs = (path: string): boolean => path.startsWith(`${CALLBACK}${DOMAIN_PREFIX}`);

  /** Asked anew when a person comes back: a provider that was disabled meanwhile lets no one in. */
  const ofCallback = (path: string) => mailDomains.signInTarget({ id: path.slice(CALLBACK.length) });

  /** Where a refusal is read. Nothing was written by then. */
  const refusedAt = (code: string): string => `${origin}/sign-in?error=${code}`;
  const refuse = (code: string) => new APIError('FOUND', undefined, { location: refusedAt(code) });

  async function claimsOf(tokens: Tokens, nonce: string) {
    const { provider } = current();
    const found = await discover(ask, provider.issuer);
    return withUserinfo(ask, found, tokens, await verifiedClaims(ask, found, tokens, { ...provider, nonce }));
  }

  /** Undefined where the provider's answer is not genuine. */
  const genuine = (tokens: Tokens, nonce: string) =>
    claimsOf(tokens, nonce).catch((cause: unknown) => {
      const { id, accountId } = current();
      parts.log.warn({ domain: id, account: accountId, cause }, 'the answer of a provider was refused');
      return undefined;
    });

  /** better-auth looks a provider up by its id: this one has that of the domain whose sign-in it is. */
  const provider = {
    get id() {
      return callContext()?.organisation?.id ?? DOMAIN_PREFIX;
    },
    name: 'organisation',
    get issuer() {
      return callContext()?.organisation?.provider.issuer;
    },
    requiresIdTokenNonce: true,
    accountSubject: ({ profile }: { readonly profile: object }) => ('sub' in profile ? String(profile.sub) : ''),

    createAuthorizationURL: async (data: AuthorizationData): Promise<URL> => {
      const { provider: chosen } = current();
      const url = new URL((await discover(ask, chosen.issuer)).authorizationEndpoint);
      const challenge = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(data.codeVerifier));
      const asked = {
        response_type: 'code',
        client_id: chosen.clientId,
        redirect_uri: data.redirectURI,
        scope: 'openid email profile',
        state: data.state,
        nonce: data.idTokenNonce ?? '',
        code_challenge: Buffer.from(challenge).toString('base64url'),
        code_challenge_method: 'S256',
        ...(data.loginHint && { login_hint: data.loginHint }),
      };
      for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
      return url;
    },

    validateAuthorizationCode: async (data: CodeData) => {
      const { id, accountId, provider: chosen } = current();
      // A sign-in that was begun at one provider does not end at another.
      if ((await getOAuthState())?.organisation !== id) throw new Error('The sign-in was begun elsewhere.');
      const clientSecret = await parts.vault.open(accountId, sealedAs(id), chosen.sealedSecret);
      const found = await discover(ask, chosen.issuer);
      const { code, redirectURI, codeVerifier = '' } = data;
      const exchange = { code, redirectURI, codeVerifier, clientId: chosen.clientId, clientSecret };
      // Under `raw` they are not written to the database: once a person is in, there is no use for them.
      return { raw: await exchangeCode(ask, found, exchange) };
    },

    getUserInfo: async ({ raw, expectedIdTokenNonce = '' }: UserInfoData) => {
      const { domain, provider: chosen } = current();
      const claims = await genuine(raw as Tokens, expectedIdTokenNonce);
      if (!claims) return null;
      const claimed = claimedPerson(claims);
      if (!claimed || domainOfEmail(claimed.email) !== domain) throw refuse('organisation_domain');
      if (![undefined, true, 'true'].includes(claims.email_verified as undefined))
        throw refuse('organisation_unverified');
      if (chosen.issuer === GOOGLE && claims.hd !== domain) throw refuse('organisation_domain');
      const { sub, ...user } = claimed;
      return { user: { ...user, emailVerified: true }, data: { sub } };
    },
  };

  const userOf = async (id: string) => (await rows.find({ model: 'user', where: [is('id', id)], limit: 1 }))[0];

  /** Before a person is made, linked or signed in: why they may not be, as a code for the page. */
  async function refusalFor({ id, email }: { readonly id?: string | undefined; readonly email?: string | undefined }) {
    const target = callContext()?.organisation;
    if (!target) return undefined;
    const { accountId } = target;
    const hasRoom = (of = '') => mailDomains.hasRoom({ accountId, email: of });
    if (await mailDomains.hasLeft({ accountId, email: email ?? '' })) return 'organisation_left';
    if (id === undefined) {
      if (parts.signUp() === 'closed') return 'sign_up_closed';
      return (await hasRoom(email)) ? undefined : 'organisation_full';
    }
    const user = await userOf(id);
    // The person may have moved to another address since they were linked: then the provider does not speak for them.
    if (!user || domainOfEmail(String(user.email)) !== target.domain) return 'organisation_domain';
    if (await mailDomains.hasLeft({ accountId, email: String(user.email) })) return 'organisation_left';
    if (user.role === 'operator') return 'organisation_not_linked';
    if ((await owners.accountsOf(id)).some((one) => one.accountId === accountId)) return undefined;
    // A second factor of their own is not undone by a provider that they never agreed to.
    if (user.emailVerified === 1 && (await hasSecondFactor(id, user.twoFactorEnabled)))
      return 'organisation_not_linked';
    return (await hasRoom(String(user.email))) ? undefined : 'organisation_full';
  }

  const hasSecondFactor = async (userId: string, twoFactorEnabled: unknown): Promise<boolean> =>
    twoFactorEnabled === 1 || (await rows.count('passkey', [is('userId', userId)])) > 0;

  /** Before a session is opened. */
  async function admit(userId: string, isSignedIn: boolean): Promise<void> {
    const target = callContext()?.organisation;
    if (target) return joinOnce(target, userId);
    const required = isSignedIn ? [] : await requiredIn(userId);
    if (required.length === 0) return;
    // What else they belong to is open to their own sign-in.
    if ((await owners.accountsOf(userId)).every((one) => required.includes(one.accountId))) {
      throw new APIError('FORBIDDEN', { code: 'ORGANISATION_SIGN_IN_REQUIRED' });
    }
  }

  /** The accounts of organisations that want this person to sign in by their provider. The owner keeps every way in. */
  async function requiredIn(userId: string): Promise<readonly string[]> {
    const user = await userOf(userId);
    const domain = user && domainOfEmail(String(user.email));
    return domain === undefined ? [] : mailDomains.requiredIn({ userId, domain });
  }

  async function joinOnce({ id: domainId, accountId }: SignInTarget, userId: string): Promise<void> {
    if ((await owners.accountsOf(userId)).some((one) => one.accountId === accountId)) return;
    const user = await userOf(userId);
    try {
      await parts.operatorStore.act({
        id: ids.next('act_'),
        actor: String(user?.email),
        reason: 'signed in by the provider of the organisation',
        atMs: clock.nowMs(),
        action: { kind: 'join-by-domain', accountId, domainId, userId },
      });
    } catch (thrown) {
      if (!(thrown instanceof ServiceError)) throw thrown;
      const code = thrown.code === 'invalid_request' ? 'organisation_full' : 'organisation_off';
      throw new APIError('FORBIDDEN', { code });
    }
  }

  const plugin = {
    id: 'organisation-sign-in',
    init: (ctx) => ({ context: { socialProviders: [provider, ...ctx.socialProviders] } }),
  } satisfies BetterAuthPlugin;

  return { ofEmail, isOurs, ofCallback, refusedAt, refusalFor, admit, requiredIn, plugin };
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
