/** Questions to the part of the server that signs people in, and its answers. */
import { callAuth } from './api.ts';
import { forgetPerson } from './person.ts';

/** The answer is always the same; only its owner learns whether the address has an account already. */
export const signUp = (person: {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly language: string;
  readonly invitation?: string;
  /** The version of the terms that was shown and accepted. */
  readonly acceptedTerms?: string;
  /** The page that the link of the e-mail leads to. */
  readonly callbackURL: string;
}) => callAuth('/sign-up/email', person);

export const signIn = (person: { readonly email: string; readonly password: string; readonly rememberMe: boolean }) =>
  callAuth<{ readonly twoFactorRedirect?: boolean }>('/sign-in/email', person);

/** Resolves to where the provider takes over. It brings people back to plain paths only. */
export const signInAt = (provider: string, to: string) =>
  callAuth<{ readonly url?: string }>('/sign-in/social', {
    provider,
    callbackURL: landingOf(to),
    errorCallbackURL: '/sign-in',
  });

/** At the provider of the organisation whose mail domain the address has. */
export const signInByOrganisation = (email: string, to: string) =>
  callAuth<{ readonly url?: string }>('/sign-in/organisation', {
    email,
    callbackURL: landingOf(to),
    errorCallbackURL: '/sign-in',
  });

const landingOf = (to: string): string => (/^[\w\-./?=&%]+$/.test(to) ? to : '/keys');

/** For a person whose only organisation was closed. */
export const makeOwnAccount = () => callAuth('/own-account', {});

export const verifyCode = (code: string, trustDevice = false) =>
  callAuth('/two-factor/verify-totp', { code, trustDevice });

export const verifyBackupCode = (code: string, trustDevice: boolean) =>
  callAuth('/two-factor/verify-backup-code', { code, trustDevice });

export const sendVerification = (email: string) =>
  callAuth('/send-verification-email', { email, callbackURL: '/verified' });

export const requestReset = (email: string) => callAuth('/request-password-reset', { email, redirectTo: '/reset' });

export const resetPassword = (newPassword: string, token: string) =>
  callAuth('/reset-password', { newPassword, token });

export const changePassword = (passwords: { readonly currentPassword: string; readonly newPassword: string }) =>
  callAuth('/change-password', { ...passwords, revokeOtherSessions: true });

/** People who come from a provider have no password; the server then asks for a fresh sign-in. */
export type Proof = { readonly password?: string };

export const changeEmail = (newEmail: string, proof: Proof) =>
  callAuth('/change-email', { newEmail, callbackURL: '/account?verified=1', ...proof });

export const enableTwoFactor = (proof: Proof) =>
  callAuth<{ readonly totpURI: string; readonly backupCodes: readonly string[] }>('/two-factor/enable', proof);

export const disableTwoFactor = (proof: Proof) => callAuth('/two-factor/disable', proof);

export const newBackupCodes = (proof: Proof) =>
  callAuth<{ readonly backupCodes: readonly string[] }>('/two-factor/generate-backup-codes', proof);

export type Session = {
  readonly id: string;
  readonly token: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly ipAddress?: string | null;
  readonly userAgent?: string | null;
};

export const listSessions = () => callAuth<readonly Session[]>('/list-sessions');

/** Also prolongs the session: a person who comes back stays signed in. */
export const currentSession = () => callAuth<{ readonly session: Session } | null>('/get-session');

export const revokeSession = (token: string) => callAuth('/revoke-session', { token });

export const revokeOtherSessions = () => callAuth('/revoke-other-sessions', {});

/** A new document, so that nothing of the last person stays in memory. */
export async function signOut(to = '/sign-in'): Promise<void> {
  await callAuth('/sign-out', {});
  forgetPerson();
  location.assign(to);
}

/** For what takes a fresh session. The person comes back, and finds what this browser has kept. */
export async function signInAgain(to: string): Promise<void> {
  await callAuth('/sign-out', {});
  location.assign(`/sign-in?to=${encodeURIComponent(to)}`);
}
