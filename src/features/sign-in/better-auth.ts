/** better-auth, set up once: what it may do, how its cookies are named, and where it asks for our rules. */
import { createHmac } from 'node:crypto';
import { passkey } from '@better-auth/passkey';
import type { BetterAuthOptions } from 'better-auth';
import { APIError, isAPIError } from 'better-auth/api';
import { betterAuth } from 'better-auth/minimal';
import { genericOAuth, twoFactor } from 'better-auth/plugins';
import type { PublicAddress } from '../../core/public-address.ts';
import type { Platform } from '../../platform/platform.ts';
import { createAuthAdapter } from './auth-adapter.ts';
import { callContext } from './call-context.ts';
import { cookiePrefixOf } from './cookies.ts';
import type { Emails } from './emails.ts';
import { BASE_PATH } from './endpoints.ts';
import { type MailLinks, storedIdentifier } from './mail-links.ts';
import type { NewPeople } from './new-people.ts';
import { discoveryAddressOf, type OidcProvider } from './oidc-discovery.ts';
import type { OrganisationSignIn } from './organisation-sign-in.ts';
import { passkeyRules } from './passkey-rules.ts';
import type { Passwords } from './passwords.ts';
import type { PersonChanges } from './person-changes.ts';
import { claimedPerson } from './provider-claims.ts';
import { PASSWORD_LENGTH } from './refusals.ts';
import type { SessionRules } from './session-rules.ts';
import type { SignInSetup } from './setup.ts';
import { totpOnce } from './totp-once.ts';

/** The client's address as we know it; what a client sends under this name never gets here. */
export const ADDRESS_HEADER = 'x-boreal-client-address';

const DAY_SECONDS = 24 * 60 * 60;
/** How long browsers keep the cookie after the last use. The session itself may end earlier. */
const COOKIE_DAYS = 30;
/** Messages of better-auth repeat what a caller has sent. */
const LOGGED_MAX = 200;
/** Errors to better-auth and not to us: a passkey that cannot be read. Failures of the database leave as they are. */
const CLIENTS_DOING: readonly string[] = ['Failed to verify registration', 'Failed to verify authentication'];
const LINK_SECONDS = 60 * 60;

/** Our rules, which better-auth asks. */
type OwnRules = {
  readonly emails: Emails;
  readonly newPeople: NewPeople;
  readonly changes: PersonChanges;
  readonly links: MailLinks;
  readonly sessions: SessionRules;
  readonly organisations: OrganisationSignIn;
};

export type BetterAuth = ReturnType<typeof createBetterAuth>;

/** A session and its person. */
export type Found = NonNullable<Awaited<ReturnType<BetterAuth['api']['getSession']>>>;

/** Reading a session does not prolong it. */
export const sessionOf = (auth: BetterAuth, cookies: string): Promise<Found | null> =>
  auth.api.getSession({ headers: new Headers({ cookie: cookies }), query: { disableRefresh: true } });

export function createBetterAuth({ clock, ids, log, serviceName }: Platform, setup: SignInSetup, rules: OwnRules) {
  const { address, rows } = setup;
  return betterAuth({
    appName: serviceName,
    baseURL: address.origin,
    basePath: BASE_PATH,
    secret: createHmac('sha256', setup.secret).update('sessions of people').digest('base64url'),
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
      // Everything that is no refusal is a failure of ours: it leaves as it is, and the one error exit logs it.
      onError: (error) => {
        if (!isAPIError(error)) throw error;
      },
    },
    // We count attempts ourselves, in the database, so that all replicas share them.
    rateLimit: { enabled: false },
    database: createAuthAdapter(rows),
    advanced: {
      ...cookieNames(address),
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER], ipv6Subnet: 64 },
      database: { generateId: ({ model }) => ids.next(ID_PREFIXES[model] ?? '') },
    },
    session: SESSION,
    user: userOptions(rules),
    emailAndPassword: passwordOptions(setup.passwords, rules),
    emailVerification: verificationOptions(rules),
    verification: { storeIdentifier: { hash: async (identifier) => storedIdentifier(identifier) } },
    account: {
      // An address that is not confirmed here yet is confirmed by the provider, and what was set up before is void.
      accountLinking: { enabled: true, requireLocalEmailVerified: false },
      updateAccountOnSignIn: false,
    },
    databaseHooks: databaseHooks(rules),
    plugins: [
      twoFactor({ issuer: serviceName, allowPasswordless: true }),
      totpOnce(rows, clock),
      passkey({ rpID: address.hostname, rpName: serviceName, ...passkeyRules(rows) }),
      genericOAuth({ config: setup.oidc.map(providerOf) }),
      rules.organisations.plugin,
    ],
  });
}

const SESSION = {
  expiresIn: COOKIE_DAYS * DAY_SECONDS,
  updateAge: DAY_SECONDS,
  freshAge: DAY_SECONDS,
  additionalFields: { signedInBy: { type: 'string', required: false, input: false } },
} as const satisfies BetterAuthOptions['session'];

const userOptions = ({ organisations, changes }: OwnRules) =>
  ({
    additionalFields: {
      role: { type: 'string', required: true, defaultValue: 'customer', input: false },
      language: { type: 'string', required: false, input: false },
      termsVersion: { type: 'string', required: false, input: false },
      termsAcceptedAt: { type: 'date', required: false, input: false },
    },
    changeEmail: { enabled: true },
    validateUserInfo: async ({ user }) => {
      const error = await organisations.refusalFor(user);
      if (error !== undefined) return { error };
      await changes.provenByProvider(user);
      return undefined;
    },
  }) as const satisfies BetterAuthOptions['user'];

const passwordOptions = (passwords: Passwords, { emails, changes, links }: OwnRules) =>
  ({
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
      await changes.passwordWasReset(user.id);
      emails.send({ kind: 'password-changed', to: user.email, language: languageOf(user) });
    },
    onExistingUserSignUp: async ({ user }) => {
      const link = await links.resetLinkFor(user.id);
      emails.send({ kind: 'already-registered', to: user.email, language: languageOf(user), link });
    },
  }) satisfies BetterAuthOptions['emailAndPassword'];

const verificationOptions = ({ emails, links }: OwnRules) =>
  ({
    expiresIn: LINK_SECONDS,
    // Only the browser that signed up gets so far: what it proves is what its password and the address would.
    autoSignInAfterVerification: true,
    sendVerificationEmail: async ({ user, url }) => {
      // A person invited by name, or by the operator's own link, has nothing left to prove.
      if (user.emailVerified && callContext()?.path === '/sign-up/email') return;
      emails.send({ kind: 'verify', to: user.email, language: languageOf(user), link: url });
    },
    beforeEmailVerification: async ({ id }) => {
      const location = await links.insteadOfConfirming(id);
      if (location !== undefined) throw new APIError('FOUND', undefined, { location });
    },
  }) satisfies BetterAuthOptions['emailVerification'];

const databaseHooks = ({ organisations, links, sessions, newPeople, changes }: OwnRules) =>
  ({
    session: {
      create: {
        before: async (session, ctx) => {
          await organisations.admit(session.userId, Boolean(ctx?.context.session));
          const earlier = ctx?.context.session?.session.signedInBy;
          const context = callContext();
          await links.refuseLinkAlone(session.userId);
          if (context) context.openedFor = session.userId;
          const { path = '', organisation } = context ?? {};
          const opened = await sessions.opened(session, { path, earlier, organisationId: organisation?.accountId });
          if (context && !ctx?.context.session) context.openedBy = opened.signedInBy;
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
      create: { before: async (user) => ({ data: await newPeople.newPerson(user) }) },
      update: { before: changes.before, after: changes.after },
    },
  }) satisfies BetterAuthOptions['databaseHooks'];

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
