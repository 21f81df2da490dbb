/**
 * Everything under `/api/auth`, in this order: is there such an endpoint, may they try now, may they sign up; then
 * better-auth, with a request that we have written ourselves; then its answer, or one of our errors.
 */

import { ServiceError } from '../../core/errors.ts';
import type { AuthCall, Invitations, Language, Proofs } from '../../core/people.ts';
import { FRESH_MS } from '../../core/person.ts';
import type { Clock, People, Person } from '../../core/ports.ts';
import { PROOF_HEADER } from '../../core/proof-of-work.ts';
import type { PublicAddress } from '../../core/public-address.ts';
import { leadsTo } from '../../lib/local-path.ts';
import type { SignInTarget } from '../organisations/index.ts';
import type { AttemptLimits } from './attempt-limits.ts';
import { linkOf, requestOf } from './auth-request.ts';
import type { BetterAuth } from './better-auth.ts';
import { type CallContext, withCallContext } from './call-context.ts';
import type { CarriedRows } from './carried-rows.ts';
import type { Emails } from './emails.ts';
import { type Endpoint, endpointOf, OWN_ACCOUNT_PATH, PROOF_PATH } from './endpoints.ts';
import type { KnownDevices } from './known-devices.ts';
import type { OrganisationSignIn } from './organisation-sign-in.ts';
import { isWeakPassword } from './password-rules.ts';
import type { PersonRules } from './person-rules.ts';
import { PASSWORD_LENGTH, refusal, refusalFrom } from './refusals.ts';
import { confinedTo } from './session-rules.ts';
import type { SignUpProofs } from './sign-up-proofs.ts';

type AuthHandlerParts = {
  readonly auth: BetterAuth;
  readonly rules: PersonRules;
  readonly organisations: OrganisationSignIn;
  readonly limit: AttemptLimits;
  readonly proofs: Proofs;
  readonly devices: KnownDevices;
  readonly carriedRows: CarriedRows;
  readonly emails: Emails;
  readonly signUps: SignUpProofs;
  readonly isPassword: People['isPassword'];
  readonly operatorNeeds: (found: Found) => Promise<Person['operatorNeeds']>;
  /** Gives a person without an account one. */
  readonly adopt: (person: { readonly id: string; readonly email: string }) => Promise<void>;
  readonly serviceName: string;
  readonly clock: Clock;
  readonly invitations: Pick<Invitations, 'giveBack'>;
  /** Its origin is what better-auth sees as the address of every request. */
  readonly address: Pick<PublicAddress, 'origin' | 'origins'>;
  /** How long an answer takes at least where its time could tell who is registered. */
  readonly discreetMs: number;
};

const VERIFY_EMAIL = '/verify-email';
const SIGN_UP = '/sign-up/email';
const BY_ORGANISATION = '/sign-in/organisation';
const PASSKEY_OPTIONS = '/passkey/generate-authenticate-options';
const PASSED_ON = ['content-type', 'location'];

/** A session and its person. */
export type Found = NonNullable<Awaited<ReturnType<BetterAuth['api']['getSession']>>>;

export function createAuthHandler(parts: AuthHandlerParts): (call: AuthCall) => Promise<Response> {
  const { auth, rules, limit, invitations, organisations } = parts;

  const sessionOf = (call: AuthCall) =>
    auth.api.getSession({
      headers: new Headers({ cookie: call.headers.get('cookie') ?? '' }),
      query: { disableRefresh: true },
    });

  async function ownSessionOf(call: AuthCall): Promise<Found | null> {
    const found = await sessionOf(call);
    return found && confinedTo(found.session) === undefined ? found : null;
  }

  return async (call) => {
    const endpoint = endpointOf(call.method, call.path);
    if (!endpoint) throw new ServiceError('not_found', 'There is nothing at this path.');
    if (call.path === PROOF_PATH)
      return Response.json(parts.proofs.ask(), { headers: { 'cache-control': 'no-store' } });
    const { isOwn, isDelicate, changesFactors } = endpoint;
    const found = isOwn ? await sessionOf(call) : null;
    if (found && confinedTo(found.session) !== undefined) throw refusal('own_sign_in_required');
    if (call.path === '/list-sessions') return listSessions(found);
    if (call.path === OWN_ACCOUNT_PATH) return makeOwnAccount(found);
    if (changesFactors && found) await refuseOneFactor(found);
    if (isDelicate) await refuseUnproven(call, found);
    if (call.path === VERIFY_EMAIL && linkOf(call.search).movesAddress && !(await ownSessionOf(call))) {
      // Without a session better-auth would sign them in, without a second factor.
      return Response.redirect(`${parts.address.origin}/sign-in?error=sign_in_first`, 302);
    }
    await refuseWeak(endpoint, call, found?.user.email);
    // A member who could move to another address would be free of what the organisation requires.
    if (call.path === '/change-email' && found && (await organisations.requiredIn(found.user.id)).length > 0) {
      throw refusal('organisation_sign_in_required');
    }
    const organisation = await organisationOf(call);
    if (organisations.isOurs(call.path) && !organisation) {
      return Response.redirect(organisations.refusedAt('organisation_off'), 302);
    }
    const asked = call.path === BY_ORGANISATION ? atProvider(call, organisation!) : await withoutVoidLink(call);
    const request = requestOf(endpoint, asked, parts.address.origin);
    const email = emailOf(endpoint, call.body);
    const attempt = await countAttempt(endpoint, call, email);
    const [response] = await Promise.all([
      answer(request, call, { endpoint, email: email ?? '', organisation }),
      discreetly(endpoint),
    ]);
    if (response.status < 400) {
      if (endpoint.limited === 'guess') await attempt?.wasFine();
      if (found) await follow(endpoint, call, found);
      if (call.path === SIGN_UP) return signedUp(response);
      return forwardResponse(
        call.path === PASSKEY_OPTIONS ? await requiringVerification(response) : response,
        parts.address,
      );
    }
    const error = await refusalFrom(response);
    if (wasNoGuess(endpoint, error)) await attempt?.wasFine();
    throw error;
  };

  async function countAttempt({ limited }: Endpoint, { address, headers }: AuthCall, email: string | undefined) {
    if (!limited) return undefined;
    return limit({ limited, address, email, device: parts.devices.of(headers), proof: headers.get(PROOF_HEADER) });
  }

  /** A link that was ended is to better-auth one that it does not know: it tells so where the link would have led. */
  async function withoutVoidLink(call: AuthCall): Promise<AuthCall> {
    if (call.path !== VERIFY_EMAIL || !(await rules.isVoid(linkOf(call.search)))) return call;
    const search = new URLSearchParams(call.search);
    search.set('token', 'void');
    return { ...call, search: `?${search}` };
  }

  /** Whether an address is known decides how much there is to write: it must not be measurable. */
  async function discreetly({ emailField, limited }: Endpoint): Promise<void> {
    if (emailField !== undefined && limited !== 'guess') await Bun.sleep(parts.discreetMs);
  }

  async function organisationOf({ path, body }: AuthCall): Promise<SignInTarget | undefined> {
    if (path === BY_ORGANISATION) return organisations.ofEmail(body.email);
    return organisations.isOurs(path) ? organisations.ofCallback(path) : undefined;
  }

  async function answer(request: Request, call: AuthCall, asking: Asking): Promise<Response> {
    const { email, organisation, endpoint } = asking;
    const { begins, completes } = endpoint;
    const isSignUp = call.path === SIGN_UP;
    const link = linkOf(call.search);
    const context: CallContext = {
      path: call.path,
      language: languageOf(call),
      organisation,
      invitation: isSignUp ? await rules.admit(call.body.invitation, email) : undefined,
      oldEmail: call.path === VERIFY_EMAIL && link.movesAddress ? link.email : undefined,
      confirming: call.path === VERIFY_EMAIL ? confirmingBy(call) : undefined,
      carries: begins !== undefined,
      brought: completes && (await parts.carriedRows.broughtIn(completes, call.headers)),
    };
    const response = await withCallContext(context, () => auth.handler(request));
    if (response.status >= 400 && context.usedInvitationId) await invitations.giveBack(context.usedInvitationId);
    if (response.status >= 400 && context.failure !== undefined) throw context.failure;
    if (begins && context.carried) {
      response.headers.append('set-cookie', await parts.carriedRows.cookieOf(begins, context.carried));
    }
    if (context.openedFor && opensSession(response)) {
      const signedIn = await rules.emailOf(context.openedFor);
      response.headers.append('set-cookie', parts.devices.cookieAfterSignIn(call.headers, signedIn));
    }
    return response;
  }

  function confirmingBy({ search, headers }: AuthCall): CallContext['confirming'] {
    return {
      token: new URLSearchParams(search).get('token') ?? '',
      hasSignedUp: (userId) => parts.signUps.isOf(headers, userId),
    };
  }

  /**
   * The same for known and unknown addresses: the answer of better-auth differs where the address is taken. There it
   * makes an id up, so that the cookie tells nothing, and proves nothing.
   */
  async function signedUp(response: Response): Promise<Response> {
    const { user } = (await response.json()) as { readonly user: { readonly id: string } };
    const headers = { 'cache-control': 'no-store', 'set-cookie': parts.signUps.cookieOf(user.id) };
    return Response.json({ signedUp: true }, { headers });
  }

  /** A session alone may be an unlocked computer, or stolen: the password or a fresh sign-in says more. */
  async function refuseUnproven({ body: { password } }: AuthCall, found: Found | null): Promise<void> {
    if (!found) throw refusal('session_required');
    if (typeof password === 'string' && password !== '') {
      if (await parts.isPassword(found.user.id, password)) return;
      throw refusal('wrong_password');
    }
    if (parts.clock.nowMs() - found.session.createdAt.getTime() > FRESH_MS) throw refusal('sign_in_again');
  }

  /** Judged before anything is counted or used up: a link for a new password survives a weak one. */
  async function refuseWeak({ newPasswordField, emailField }: Endpoint, { body }: AuthCall, known?: string) {
    const password = newPasswordField === undefined ? undefined : body[newPasswordField];
    if (typeof password !== 'string' || newPasswordField === undefined) return;
    const typed = emailField === undefined ? undefined : body[emailField];
    const email = known ?? (typeof typed === 'string' ? typed : await rules.emailOfReset(String(body.token ?? '')));
    const { length } = password;
    if (length < PASSWORD_LENGTH.min || length > PASSWORD_LENGTH.max) throw refusal('password_length');
    if (isWeakPassword(password, { email, serviceName: parts.serviceName })) throw refusal('password_weak');
  }

  /** Otherwise a stolen password would replace the second factor that it lacks. */
  async function refuseOneFactor(found: Found): Promise<void> {
    if ((await parts.operatorNeeds(found)) === 'sign-in') throw refusal('second_factor_required');
  }

  /** What a change of how a person signs in brings along. */
  async function follow({ endsTokens, tells }: Endpoint, call: AuthCall, { user }: Found): Promise<void> {
    if (endsTokens) await rules.endTokensOf(user.id);
    if (!tells) return;
    const language = user.language === 'cs' || user.language === 'en' ? user.language : languageOf(call);
    parts.emails.send({ kind: tells, to: user.email, language });
  }

  async function makeOwnAccount(found: Found | null): Promise<Response> {
    if (!found?.user.emailVerified) throw refusal('session_required');
    await parts.adopt(found.user);
    return Response.json({ made: true }, { headers: { 'cache-control': 'no-store' } });
  }

  /** better-auth shows the list only for a day after signing in; seeing where one is signed in should never be hard. */
  async function listSessions(found: Found | null): Promise<Response> {
    if (!found) throw refusal('session_required');
    const { internalAdapter } = await auth.$context;
    const sessions = await internalAdapter.listSessions(found.user.id, { onlyActiveSessions: true });
    return Response.json(sessions, { headers: { 'cache-control': 'no-store' } });
  }
}

type Asking = {
  readonly endpoint: Endpoint;
  readonly email: string;
  readonly organisation: SignInTarget | undefined;
};

/** With a second factor, better-auth opens a session and takes it back in the same answer: the last cookie counts. */
function opensSession(response: Response): boolean {
  const last = response.headers.getSetCookie().findLast((cookie) => /^[\w-]+\.session_token=/.test(cookie));
  return last !== undefined && !/max-age=0(?:;|$)/i.test(last);
}

/** To better-auth it is a sign-in at a provider like others; the state of the sign-in says which. */
const atProvider = ({ body, ...call }: AuthCall, { id }: SignInTarget): AuthCall => ({
  ...call,
  path: '/sign-in/social',
  body: { ...body, provider: id, loginHint: body.email, additionalData: { organisation: id } },
});

/** The right password for an address that is not confirmed; a form that was not filled in; a sign-up that failed. */
const wasNoGuess = ({ limited }: Endpoint, { code }: ServiceError): boolean =>
  limited === 'sign-up' || ['email_not_verified', 'password_length', 'invalid_request', 'internal'].includes(code);

function emailOf({ emailField }: Endpoint, body: AuthCall['body']): string | undefined {
  const email = emailField === undefined ? undefined : body[emailField];
  return typeof email === 'string' ? email.trim().toLowerCase().slice(0, 320) : undefined;
}

/** What the page says, else what the browser prefers. */
function languageOf({ body, headers }: AuthCall): Language {
  if (body.language === 'cs' || body.language === 'en') return body.language;
  return /^\s*(?:cs|sk)\b/i.test(headers.get('accept-language') ?? '') ? 'cs' : 'en';
}

/** The passkey plugin asks browsers for it only where it is convenient, and offers no setting. */
async function requiringVerification(response: Response): Promise<Response> {
  const options = { ...((await response.json()) as object), userVerification: 'required' };
  return Response.json(options, { headers: response.headers });
}

function forwardResponse(response: Response, { origin, origins }: AuthHandlerParts['address']): Response {
  const headers = new Headers({ 'cache-control': 'no-store' });
  for (const name of PASSED_ON) {
    const value = response.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  // Also where something was overlooked above, an answer never leads to another host.
  if (!leadsTo(headers.get('location') ?? '/', [origin, ...origins])) headers.set('location', `${origin}/sign-in`);
  for (const cookie of response.headers.getSetCookie()) headers.append('set-cookie', cookie);
  return new Response(response.body, { status: response.status, headers });
}
