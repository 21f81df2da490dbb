/** better-auth, set up once: what it may do, how its cookies are named, and where it asks for our rules. */
import { createHmac } from 'node:crypto';
import { passkey } from '@better-auth/passkey';
import { APIError, isAPIError } from 'better-auth/api';
import { betterAuth } from 'better-auth/minimal';
import { genericOAuth, twoFactor } from 'better-auth/plugins';
import type { Passwords } from '../../core/people.ts';
import type { Clock, Ids, Log } from '../../core/ports.ts';
import type { PublicAddress } from '../../core/public-address.ts';
import { createAuthAdapter } from './auth-adapter.ts';
import type { AuthRows } from './auth-rows.ts';
import { callContext } from './call-context.ts';
import { cookiePrefixOf } from './cookies.ts';
import type { Emails } from './emails.ts';
import { discoveryAddressOf, type OidcProvider } from './oidc-discovery.ts';
import type { OrganisationSignIn } from './organisation-sign-in.ts';
import { passkeyRules } from './passkey-rules.ts';
import { type PersonRules, storedIdentifier } from './person-rules.ts';
import { claimedPerson } from './provider-claims.ts';
import { PASSWORD_LENGTH } from './refusals.ts';
import type { SessionRules } from './session-rules.ts';
import { totpOnce } from './totp-once.ts';

export const BASE_PATH = '/api/auth';
/** The client's address as we know it; what a client sends under this name never gets here. */
export const ADDRESS_HEADER = 'x-boreal-client-address';

const DAY_SECONDS = 24 * 60 * 60;
/** How long browsers keep the cookie after the last use. The session itself may end earlier. */
const COOKIE_DAYS = 30;
/** Messages of better-auth repeat what a caller has sent. */
const LOGGED_MAX = 200;
/** What better-auth calls an error and is none of ours: a passkey that cannot be read. Failures of the database leave as they are. */
const CLIENTS_DOING: readonly string[] = ['Failed to verify registration', 'Failed to verify authentication'];
const LINK_SECONDS = 60 * 60;

type BetterAuthParts = {
  readonly rows: AuthRows;
  readonly passwords: Passwords;
  readonly emails: Emails;
  readonly rules: PersonRules;
  readonly sessions: SessionRules;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly address: PublicAddress;
  readonly serviceName: string;
  /** The server's secret; what better-auth gets is derived from it. */
  readonly secret: string;
  readonly oidc: readonly OidcProvider[];
  readonly organisations: OrganisationSignIn;
};

export type BetterAuth = ReturnType<typeof createBetterAuth>;

export function createBetterAuth(parts: BetterAuthParts) {
  const { emails, rules, sessions, organisations, address, passwords, log } = parts;
  return betterAuth({
    appName: parts.serviceName,
    baseURL: address.origin,
    basePath: BASE_PATH,
    secret: createHmac('sha256', parts.secret).update('sessions of people').digest('base64url'),
    trustedOrigins: [...address.origins],
    telemetry: { enabled: false },
    logger: {
      level: 'error',
      log: (_level, message) => {
        if (!CLIENTS_DOING.includes(message)) log.error({ part: 'better-auth' }, message.slice(0, LOGGED_MAX));
      },
    },
    onAPIError: {
      errorURL: `${address.origin}/sign-in`,
      // What is no refusal is a failure of ours: it leaves as it is, and the one error exit logs it.
      onError: (error) => {
        if (!isAPIError(error)) throw error;
      },
    },
    // We count attempts ourselves, in the database, so that all replicas share them.
    rateLimit: { enabled: false },
    database: createAuthAdapter(parts.rows),
    advanced: {
      ...cookieNames(address),
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER], ipv6Subnet: 64 },
      database: { generateId: ({ model }) => parts.ids.next(ID_PREFIXES[model] ?? '') },
    },
    session: {
      expiresIn: COOKIE_DAYS * DAY_SECONDS,
      updateAge: DAY_SECONDS,
      freshAge: DAY_SECONDS,
      additionalFields: { signedInBy: { type: 'string', required: false, input: false } },
    },
    user: {
      additionalFields: {
        role: { type: 'string', required: true, defaultValue: 'customer', input: false },
        language: { type: 'string', required: false, input: false },
      },
      changeEmail: { enabled: true },
      validateUserInfo: async ({ user }) => {
        const error = await organisations.refusalFor(user);
        if (error !== undefined) return { error };
        await rules.provenByProvider(user);
        return undefined;
      },
    },
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      minPasswordLength: PASSWORD_LENGTH.min,
      maxPasswordLength: PASSWORD_LENGTH.max,
      resetPasswordTokenExpiresIn: LINK_SECONDS,
      revokeSessionsOnPasswordReset: true,
      password: {
        hash: (password) => passwords.hash(password),
        verify: ({ password, hash }) => passwords.verify(password, hash),
      },
      sendResetPassword: async ({ user, url }) =>
        emails.send({ kind: 'reset', to: user.email, language: languageOf(user), link: url }),
      onPasswordReset: async ({ user }) => {
        await rules.passwordWasReset(user.id);
        emails.send({ kind: 'password-changed', to: user.email, language: languageOf(user) });
      },
      onExistingUserSignUp: async ({ user }) =>
        emails.send({
          kind: 'already-registered',
          to: user.email,
          language: languageOf(user),
          link: await rules.resetLinkFor(user.id),
        }),
    },
    emailVerification: {
      expiresIn: LINK_SECONDS,
      // Only the browser that signed up gets so far: what it proves is what its password and the address would.
      autoSignInAfterVerification: true,
      sendVerificationEmail: async ({ user, url }) => {
        // A person invited by name, or by the operator's own link, has nothing left to prove.
        if (user.emailVerified && callContext()?.path === '/sign-up/email') return;
        emails.send({ kind: 'verify', to: user.email, language: languageOf(user), link: url });
      },
      beforeEmailVerification: async ({ id }) => {
        const location = await rules.insteadOfConfirming(id);
        if (location !== undefined) throw new APIError('FOUND', undefined, { location });
      },
    },
    verification: { storeIdentifier: { hash: async (identifier) => storedIdentifier(identifier) } },
    account: {
      // An address that is not confirmed here yet is confirmed by the provider, and what was set up before is void.
      accountLinking: { enabled: true, requireLocalEmailVerified: false },
      updateAccountOnSignIn: false,
    },
    databaseHooks: {
      session: {
        create: {
          before: async (session, ctx) => {
            await organisations.admit(session.userId, Boolean(ctx?.context.session));
            const earlier = ctx?.context.session?.session.signedInBy;
            const context = callContext();
            await rules.refuseLinkAlone(session.userId);
            if (context) context.openedFor = session.userId;
            const { path = '', organisation } = context ?? {};
            const opened = await sessions.opened(session, { path, earlier, organisationId: organisation?.accountId });
            return { data: { ...session, ...opened } };
          },
        },
        update: {
          before: async (change) => ({
            data: change.expiresAt ? { ...change, expiresAt: sessions.endOf(change.expiresAt) } : change,
          }),
        },
      },
      account: {
        create: { before: async (account) => ({ data: { ...account, ...NO_TOKENS } }) },
        update: { before: async (account) => ({ data: { ...account, ...NO_TOKENS } }) },
      },
      user: {
        create: { before: async (user) => ({ data: await rules.newPerson(user) }) },
        update: {
          before: async (change) => rules.beforeChange(change),
          after: async (user) => rules.afterChange(user),
        },
      },
    },
    plugins: [
      twoFactor({ issuer: parts.serviceName, allowPasswordless: true }),
      totpOnce(parts),
      passkey({ rpID: address.hostname, rpName: parts.serviceName, ...passkeyRules(parts.rows) }),
      genericOAuth({ config: parts.oidc.map(providerOf) }),
      organisations.plugin,
    ],
  });
}

/** Once a person is in, there is no use for what the provider gave: it is long, and a secret. */
const NO_TOKENS = { accessToken: null, refreshToken: null, idToken: null };

const ID_PREFIXES: Readonly<Record<string, string>> = { user: 'usr_', session: 'ses_', passkey: 'pas_' };

function cookieNames(address: PublicAddress) {
  return {
    cookiePrefix: cookiePrefixOf(address),
    // Set by us, because better-auth would put its own `__Secure-` before the name.
    useSecureCookies: false,
    defaultCookieAttributes: {
      secure: address.keepsSecureCookies,
      httpOnly: true,
      sameSite: 'lax' as const,
      path: '/',
    },
  };
}

const providerOf = ({ id, name, issuer, clientId, clientSecret }: OidcProvider) => ({
  providerId: id,
  name,
  discoveryUrl: discoveryAddressOf({ issuer }),
  clientId,
  clientSecret,
  scopes: ['openid', 'email', 'profile'],
  requireIdTokenVerification: true,
  mapProfileToUser: (claims: Readonly<Record<string, unknown>>) => ({
    // Without an address better-auth lets no one in.
    email: claimedPerson(claims)?.email ?? '',
    name: claimedPerson(claims)?.name ?? '',
    image: '',
    // Only what the standard calls a confirmed address counts: any other truthy value would make a stranger its owner.
    emailVerified: claims.email_verified === true || claims.email_verified === 'true',
  }),
});

function languageOf(user: object): 'cs' | 'en' {
  const chosen = 'language' in user ? user.language : undefined;
  return chosen === 'cs' || chosen === 'en' ? chosen : (callContext()?.language ?? 'en');
}
