/** Refusals of better-auth as errors of ours: one table, so that pages can rely on the codes. */
import { type ErrorCode, ServiceError } from '../../core/errors.ts';

export const PASSWORD_LENGTH = { min: 12, max: 128 };

const SAYS: Partial<Record<ErrorCode, string>> = {
  invalid_credentials: 'The e-mail address or the password is not right.',
  wrong_password: 'The password is not right.',
  email_not_verified: 'This address is not confirmed yet: open the link that was sent to it.',
  password_length: `A password has ${PASSWORD_LENGTH.min} to ${PASSWORD_LENGTH.max} characters.`,
  password_weak:
    'This password is easy to guess: it is a common one, or holds your address or the name of the service.',
  invalid_link: 'This link is no longer valid: please ask for a new one.',
  invalid_code: 'This code is not right.',
  sign_in_again: 'This takes a fresh sign-in: please sign in again.',
  second_factor_required: 'Operators of this service sign in with a second factor: please sign in with yours.',
  two_factor_state: 'The second factor is not in a state that allows this.',
  passkey_refused: 'The passkey could not be used.',
  too_many_attempts: 'Too many attempts: please try again later.',
  terms_not_accepted: 'Signing up takes that you accept the terms that hold now: please read and confirm them.',
  invitation_invalid: 'This invitation is not valid: it was used, has expired, or is for another address.',
  email_taken: 'This address cannot be used.',
  organisation_sign_in_required: 'Your organisation wants you to sign in at its own provider: please sign in there.',
  own_sign_in_required: 'You have signed in at the provider of your organisation: sign in yourself for this.',
  organisation_closed: 'Your organisation was closed, and you have no other account: you can make one of your own.',
  session_required: 'You are not signed in, or your session has ended: please sign in.',
  foreign_origin: 'This request does not come from the pages of this service.',
};

const CODES: Readonly<Record<string, ErrorCode>> = {
  INVALID_EMAIL_OR_PASSWORD: 'invalid_credentials',
  INVALID_PASSWORD: 'wrong_password',
  CREDENTIAL_ACCOUNT_NOT_FOUND: 'wrong_password',
  EMAIL_NOT_VERIFIED: 'email_not_verified',
  PASSWORD_TOO_SHORT: 'password_length',
  PASSWORD_TOO_LONG: 'password_length',
  INVALID_TOKEN: 'invalid_link',
  TOKEN_EXPIRED: 'invalid_link',
  INVALID_CODE: 'invalid_code',
  INVALID_BACKUP_CODE: 'invalid_code',
  INVALID_TWO_FACTOR_COOKIE: 'sign_in_again',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'sign_in_again',
  SESSION_NOT_FRESH: 'sign_in_again',
  SESSION_EXPIRED: 'sign_in_again',
  ACCOUNT_TEMPORARILY_LOCKED: 'too_many_attempts',
  TOTP_ALREADY_ENABLED: 'two_factor_state',
  TOTP_NOT_ENABLED: 'two_factor_state',
  TWO_FACTOR_NOT_ENABLED: 'two_factor_state',
  BACKUP_CODES_NOT_ENABLED: 'two_factor_state',
  CHALLENGE_NOT_FOUND: 'passkey_refused',
  YOU_ARE_NOT_ALLOWED_TO_REGISTER_THIS_PASSKEY: 'passkey_refused',
  FAILED_TO_VERIFY_REGISTRATION: 'passkey_refused',
  PASSKEY_NOT_FOUND: 'passkey_refused',
  AUTHENTICATION_FAILED: 'passkey_refused',
  PREVIOUSLY_REGISTERED: 'passkey_refused',
  INVITATION_INVALID: 'invitation_invalid',
  ORGANISATION_SIGN_IN_REQUIRED: 'organisation_sign_in_required',
  EMAIL_TAKEN: 'email_taken',
  UNAUTHORIZED: 'session_required',
  SESSION_REQUIRED: 'session_required',
  INVALID_ORIGIN: 'foreign_origin',
  MISSING_OR_NULL_ORIGIN: 'foreign_origin',
  CROSS_SITE_NAVIGATION_LOGIN_BLOCKED: 'foreign_origin',
};

/** Reads the body of a refused answer. What is not in the table is a field that better-auth did not like. */
export async function refusalFrom(response: Response): Promise<ServiceError> {
  const { code = '', message = '' } = await bodyOf(response);
  const known = CODES[code] ?? (response.status === 401 ? 'session_required' : undefined);
  // Before the status: better-auth answers 500 to a passkey that it cannot read.
  if (known) return new ServiceError(known, SAYS[known]!);
  if (response.status >= 500) {
    const cause = new Error(`better-auth answered ${response.status}: ${code} ${message}`);
    return new ServiceError('internal', 'Something failed on our side. Please try again.', { cause });
  }
  if (response.status === 404) return new ServiceError('not_found', 'There is nothing at this path.');
  return new ServiceError('invalid_request', `A field is missing or has the wrong form: ${message || 'unknown'}.`);
}

export const refusal = (code: keyof typeof SAYS): ServiceError => new ServiceError(code, SAYS[code]!);

async function bodyOf(response: Response): Promise<{ readonly code?: string; readonly message?: string }> {
  const body: unknown = await response.json().catch(() => ({}));
  return typeof body === 'object' && body !== null ? body : {};
}
