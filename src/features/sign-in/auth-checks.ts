/** Refusals before better-auth is asked, by what an endpoint is for. */
import type { People } from '../../core/people.ts';
import { FRESH_MS } from '../../core/person.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Found } from './better-auth.ts';
import type { Endpoint } from './endpoints.ts';
import type { MailLinks } from './mail-links.ts';
import type { OrganisationSignIn } from './organisation-sign-in.ts';
import { isWeakPassword } from './password-rules.ts';
import { PASSWORD_LENGTH, refusal } from './refusals.ts';
import type { AuthCall } from './rules.ts';
import { operatorNeeds } from './session-rules.ts';
import type { SignInSetup } from './setup.ts';

type Asked = {
  readonly isPassword: People['isPassword'];
  readonly links: MailLinks;
  readonly organisations: OrganisationSignIn;
};

export type AuthChecks = ReturnType<typeof createAuthChecks>;

export function createAuthChecks(
  { clock, serviceName }: Platform,
  setup: SignInSetup,
  { isPassword, links, organisations }: Asked,
) {
  return async (endpoint: Endpoint, call: AuthCall, found: Found | null): Promise<void> => {
    if (endpoint.changesFactors && found) await refuseOneFactor(found);
    if (endpoint.isDelicate) await refuseUnproven(call, found);
    await refuseWeak(endpoint, call, found?.user.email);
    // A member who could move to another address would be free of what the organisation requires.
    if (call.path === '/change-email' && found && (await organisations.requiredIn(found.user.id)).length > 0) {
      throw refusal('organisation_sign_in_required');
    }
  };

  /** Otherwise a stolen password would replace the second factor that it lacks. */
  async function refuseOneFactor(found: Found): Promise<void> {
    if ((await operatorNeeds(setup, found)) === 'sign-in') throw refusal('second_factor_required');
  }

  /** A session alone may be an unlocked computer, or stolen: the password or a fresh sign-in says more. */
  async function refuseUnproven({ body: { password } }: AuthCall, found: Found | null): Promise<void> {
    if (!found) throw refusal('session_required');
    if (typeof password === 'string' && password !== '') {
      if (await isPassword(found.user.id, password)) return;
      throw refusal('wrong_password');
    }
    if (clock.nowMs() - found.session.createdAt.getTime() > FRESH_MS) throw refusal('sign_in_again');
  }

  /** Judged before anything is counted or used up: a link for a new password survives a weak one. */
  async function refuseWeak({ newPasswordField, emailField }: Endpoint, { body }: AuthCall, known?: string) {
    const password = newPasswordField === undefined ? undefined : body[newPasswordField];
    if (typeof password !== 'string' || newPasswordField === undefined) return;
    const typed = emailField === undefined ? undefined : body[emailField];
    const email = known ?? (typeof typed === 'string' ? typed : await links.emailOfReset(String(body.token ?? '')));
    const { length } = password;
    if (length < PASSWORD_LENGTH.min || length > PASSWORD_LENGTH.max) throw refusal('password_length');
    if (isWeakPassword(password, { email, serviceName })) throw refusal('password_weak');
  }
}
