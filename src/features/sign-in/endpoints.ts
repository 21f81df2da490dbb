/**
 * Every endpoint of better-auth that can be reached; all others do not exist. A body and a query are cut down to the
 * fields named here, so that a caller cannot set a role, a scope or an address to be sent to.
 */

import { EMAIL_MAX } from '../../core/email-address.ts';
import type { Carrier } from './carried-rows.ts';
import type { SignInEmailKind } from './sign-in-emails.ts';

/**
 * The limits: `guess` counts until the password or the code is right, `mail` counts every e-mail asked for,
 * `sign-up` counts new people, `begin` counts sign-ins that are begun by a stranger.
 */
export type Limited = 'guess' | 'mail' | 'sign-up' | 'begin';

export type Endpoint = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly takes?: readonly string[];
  /** The fields that are read of the query; the rest is dropped, and so is a second value of the same name. */
  readonly asks?: readonly string[];
  /** Where people land after a link, unless the page says otherwise. */
  readonly lands?: Readonly<Record<string, string>>;
  readonly limited?: Limited;
  /** The field that names the address whose owner is guarded. */
  readonly emailField?: string;
  /** The field with a new password. */
  readonly newPasswordField?: string;
  /** Is about the person and not an organisation: a session that the provider of one has opened does not reach it. */
  readonly isOwn?: true;
  /** Takes the password or a fresh sign-in: a forgotten session must not be enough to take a person over. */
  readonly isDelicate?: true;
  /** Changes a second factor: where operators need one, a session without it may set up the first, and touch none. */
  readonly changesFactors?: true;
  /** Ends also links, trusted devices and sign-ins half done. */
  readonly endsTokens?: true;
  /** The thing begun here travels with the client and leaves no row. */
  readonly begins?: Carrier;
  /** The thing that the client has carried is brought back here. */
  readonly completes?: Carrier;
  /** The e-mail that tells the person that it was done. */
  readonly tells?: SignInEmailKind;
};

/** Before the path of every endpoint. */
export const BASE_PATH = '/api/auth';

export const NAME_MAX = 100;
/** The longest text that a field may hold, in a body and in a query. */
export const FIELD_MAX: Readonly<Record<string, number>> = {
  name: NAME_MAX,
  email: EMAIL_MAX,
  newEmail: EMAIL_MAX,
  // They travel in a cookie while a person is at a provider, and browsers keep 4,096 bytes of one.
  callbackURL: 500,
  errorCallbackURL: 500,
};
/** For all other fields: a code of a provider can be long. */
export const OTHER_FIELD_MAX = 4096;
/** A passkey's answer as JSON: a key, a signature and some bytes about the device. */
export const OBJECT_MAX = 16 * 1024;

/** Fields that say where to land: each must be a path of this service, in a form and in a query. */
export const LANDING_FIELDS: readonly string[] = ['callbackURL', 'errorCallbackURL', 'redirectTo'];

/** The page where a new password is set; it gets the token, or an error, as a query. */
export const RESET_PAGE = '/reset';

export const VERIFY_EMAIL = '/verify-email';

/** Where a stranger gets the challenge of a proof of work. */
export const PROOF_PATH = '/proof';

/** Where a person whose organisation was closed makes an account of their own. */
export const OWN_ACCOUNT_PATH = '/own-account';

export const ENDPOINTS: readonly Endpoint[] = [
  { method: 'GET', path: PROOF_PATH },
  { method: 'POST', path: OWN_ACCOUNT_PATH, takes: [], isOwn: true },
  {
    method: 'POST',
    path: '/sign-up/email',
    takes: ['name', 'email', 'password', 'callbackURL'],
    lands: { callbackURL: '/sign-in?verified=1' },
    limited: 'sign-up',
    emailField: 'email',
    newPasswordField: 'password',
  },
  {
    method: 'POST',
    path: '/sign-in/email',
    takes: ['email', 'password', 'rememberMe'],
    limited: 'guess',
    emailField: 'email',
  },
  {
    method: 'POST',
    path: '/sign-in/social',
    takes: ['provider', 'callbackURL', 'errorCallbackURL'],
    lands: { callbackURL: '/', errorCallbackURL: '/sign-in' },
    limited: 'begin',
    begins: 'provider',
  },
  {
    method: 'POST',
    path: '/sign-in/organisation',
    takes: ['provider', 'loginHint', 'additionalData', 'callbackURL', 'errorCallbackURL'],
    lands: { callbackURL: '/', errorCallbackURL: '/sign-in' },
    limited: 'begin',
    begins: 'provider',
  },
  {
    method: 'GET',
    path: '/callback/{id}',
    asks: ['code', 'state', 'error', 'error_description', 'iss'],
    completes: 'provider',
  },
  { method: 'POST', path: '/sign-out', takes: [] },
  { method: 'GET', path: '/get-session' },

  { method: 'GET', path: VERIFY_EMAIL, asks: ['token', 'callbackURL'] },
  {
    method: 'POST',
    path: '/send-verification-email',
    takes: ['email', 'callbackURL'],
    lands: { callbackURL: '/sign-in?verified=1' },
    limited: 'mail',
    emailField: 'email',
  },
  {
    method: 'POST',
    path: '/request-password-reset',
    takes: ['email', 'redirectTo'],
    lands: { redirectTo: RESET_PAGE },
    limited: 'mail',
    emailField: 'email',
  },
  { method: 'GET', path: '/reset-password/{token}', asks: ['callbackURL'] },
  {
    method: 'POST',
    path: '/reset-password',
    takes: ['newPassword', 'token'],
    limited: 'guess',
    newPasswordField: 'newPassword',
  },
  {
    method: 'POST',
    path: '/change-password',
    isOwn: true,
    takes: ['currentPassword', 'newPassword', 'revokeOtherSessions'],
    limited: 'guess',
    newPasswordField: 'newPassword',
    endsTokens: true,
    tells: 'password-changed',
  },
  {
    method: 'POST',
    path: '/change-email',
    isOwn: true,
    takes: ['newEmail', 'callbackURL'],
    lands: { callbackURL: '/account?verified=1' },
    limited: 'mail',
    emailField: 'newEmail',
    isDelicate: true,
  },

  { method: 'GET', path: '/list-sessions', isOwn: true },
  { method: 'POST', path: '/revoke-session', takes: ['token'], isOwn: true },
  { method: 'POST', path: '/revoke-sessions', takes: [], endsTokens: true, isOwn: true },
  { method: 'POST', path: '/revoke-other-sessions', takes: [], endsTokens: true, isOwn: true },

  {
    method: 'POST',
    path: '/two-factor/enable',
    takes: ['password'],
    limited: 'guess',
    changesFactors: true,
    isOwn: true,
  },
  {
    method: 'POST',
    path: '/two-factor/disable',
    isOwn: true,
    takes: ['password'],
    limited: 'guess',
    isDelicate: true,
    changesFactors: true,
    endsTokens: true,
    tells: 'second-factor-off',
  },
  {
    method: 'POST',
    path: '/two-factor/verify-totp',
    isOwn: true,
    takes: ['code', 'trustDevice'],
    limited: 'guess',
    changesFactors: true,
  },
  {
    method: 'POST',
    path: '/two-factor/verify-backup-code',
    takes: ['code', 'trustDevice'],
    limited: 'guess',
    isOwn: true,
  },
  {
    method: 'POST',
    path: '/two-factor/generate-backup-codes',
    isOwn: true,
    takes: ['password'],
    limited: 'guess',
    isDelicate: true,
    changesFactors: true,
  },

  { method: 'GET', path: '/passkey/generate-register-options', asks: ['name'], changesFactors: true, isOwn: true },
  {
    method: 'POST',
    path: '/passkey/verify-registration',
    isOwn: true,
    takes: ['response', 'name'],
    tells: 'passkey-added',
    changesFactors: true,
  },
  { method: 'GET', path: '/passkey/generate-authenticate-options', limited: 'begin', begins: 'passkey' },
  {
    method: 'POST',
    path: '/passkey/verify-authentication',
    takes: ['response'],
    limited: 'guess',
    completes: 'passkey',
  },
  { method: 'GET', path: '/passkey/list-user-passkeys', isOwn: true },
  { method: 'POST', path: '/passkey/update-passkey', takes: ['id', 'name'], isOwn: true },
  {
    method: 'POST',
    path: '/passkey/delete-passkey',
    isOwn: true,
    takes: ['id'],
    isDelicate: true,
    tells: 'passkey-removed',
    changesFactors: true,
  },
];

export const endpointOf = (method: string, path: string): Endpoint | undefined =>
  ENDPOINTS.find((one) => one.method === method && matches(one.path, path));

const matches = (pattern: string, path: string): boolean => {
  const wanted = pattern.split('/');
  const given = path.split('/');
  return wanted.length === given.length && wanted.every((part, i) => part.startsWith('{') || part === given[i]);
};
