/**
 * Everything under `/api/auth`, in this order: is there such an endpoint, may they try now, may they sign up; then
 * better-auth, with a request that we have written ourselves; then its answer, or one of our errors.
 */

import { ServiceError } from '../../core/errors.ts';
import { PROOF_HEADER } from '../../core/proof-of-work.ts';
import type { SignInTarget } from '../organisations/index.ts';
import type { AttemptLimits } from './attempt-limits.ts';
import { type createAuthAnswers, languageOf } from './auth-answers.ts';
import type { AuthChecks } from './auth-checks.ts';
import { linkOf, requestOf } from './auth-request.ts';
import { type BetterAuth, type Found, sessionOf } from './better-auth.ts';
import type { Emails } from './emails.ts';
import { type Endpoint, endpointOf, OWN_ACCOUNT_PATH, PROOF_PATH, VERIFY_EMAIL } from './endpoints.ts';
import type { KnownDevices } from './known-devices.ts';
import type { MailLinks } from './mail-links.ts';
import { isOrganisationCallback, refusedAt, targetOfCallback, targetOfEmail } from './organisation-targets.ts';
import type { Reach } from './reach.ts';
import { refusal, refusalFrom } from './refusals.ts';
import type { AuthCall } from './rules.ts';
import { confinedTo } from './session-rules.ts';
import type { SignInSetup } from './setup.ts';

type Steps = {
  readonly auth: BetterAuth;
  readonly check: AuthChecks;
  readonly answers: ReturnType<typeof createAuthAnswers>;
  readonly limit: AttemptLimits;
  readonly devices: KnownDevices;
  readonly links: MailLinks;
  readonly emails: Emails;
  readonly reach: Reach;
};

const BY_ORGANISATION = '/sign-in/organisation';
const DISCREET_MS = 400;
const NO_STORE = { headers: { 'cache-control': 'no-store' } };

export function createAuthHandler(setup: SignInSetup, steps: Steps): (call: AuthCall) => Promise<Response> {
  const { auth, answers, limit, links, emails } = steps;
  const { address, mailDomains, proofs, discreetMs = DISCREET_MS } = setup;
  const foundIn = (call: AuthCall) => sessionOf(auth, call.headers.get('cookie') ?? '');

  return async (call) => {
    const endpoint = endpointOf(call.method, call.path);
    if (!endpoint) throw new ServiceError('not_found', 'There is nothing at this path.');
    if (call.path === PROOF_PATH) return Response.json(proofs.ask(), NO_STORE);
    const found = endpoint.isOwn ? await foundIn(call) : null;
    if (found && confinedTo(found.session) !== undefined) throw refusal('own_sign_in_required');
    if (call.path === '/list-sessions') return listSessions(auth, found);
    if (call.path === OWN_ACCOUNT_PATH) return makeOwnAccount(steps.reach, found);
    if (call.path === VERIFY_EMAIL && linkOf(call.search).movesAddress && !(await hasOwnSession(call))) {
      // Without a session better-auth would sign them in, without a second factor.
      return Response.redirect(refusedAt(address.origin, 'sign_in_first'), 302);
    }
    await steps.check(endpoint, call, found);
    const organisation = await organisationOf(mailDomains, call);
    if (isOrganisationCallback(call.path) && !organisation) {
      return Response.redirect(refusedAt(address.origin, 'organisation_off'), 302);
    }
    return ask(endpoint, call, { found, organisation });
  };

  async function hasOwnSession(call: AuthCall): Promise<boolean> {
    const found = await foundIn(call);
    return found !== null && confinedTo(found.session) === undefined;
  }

  async function ask(endpoint: Endpoint, call: AuthCall, { found, organisation }: Known): Promise<Response> {
    const asked = call.path === BY_ORGANISATION ? atProvider(call, organisation!) : await withoutVoidLink(links, call);
    const request = requestOf(endpoint, asked, address.origin);
    const email = emailIn(endpoint, call.body);
    const attempt = await countAttempt(endpoint, call, email);
    const [response] = await Promise.all([
      answers.answer(request, call, { endpoint, email: email ?? '', organisation, isSignedIn: found !== null }),
      discreetly(endpoint),
    ]);
    if (response.status < 400) {
      if (endpoint.limited === 'guess') await attempt?.wasFine();
      if (found) await follow(endpoint, call, found);
      return answers.forwarded(call.path, response);
    }
    const error = await refusalFrom(response);
    if (wasNoGuess(endpoint, error)) await attempt?.wasFine();
    throw error;
  }

  async function countAttempt({ limited }: Endpoint, { address, headers }: AuthCall, email: string | undefined) {
    if (!limited) return undefined;
    return limit({ limited, address, email, device: steps.devices.of(headers), proof: headers.get(PROOF_HEADER) });
  }

  /** An address that is known takes more to write than one that is not: that must not be measurable. */
  async function discreetly({ emailField, limited }: Endpoint): Promise<void> {
    if (emailField !== undefined && limited !== 'guess') await Bun.sleep(discreetMs);
  }

  /** A change of how a person signs in ends links, and the person gets an e-mail about it. */
  async function follow({ endsTokens, tells }: Endpoint, call: AuthCall, { user }: Found): Promise<void> {
    if (endsTokens) await links.endTokensOf(user.id);
    if (!tells) return;
    const language = user.language === 'cs' || user.language === 'en' ? user.language : languageOf(call);
    emails.send({ kind: tells, to: user.email, language });
  }
}

async function organisationOf(domains: SignInSetup['mailDomains'], { path, body }: AuthCall) {
  if (path === BY_ORGANISATION) return targetOfEmail(domains, body.email);
  return isOrganisationCallback(path) ? targetOfCallback(domains, path) : undefined;
}

type Known = { readonly found: Found | null; readonly organisation: SignInTarget | undefined };

/** A link that was ended is to better-auth one that it does not know: it tells so where the link would have led. */
async function withoutVoidLink(links: MailLinks, call: AuthCall): Promise<AuthCall> {
  if (call.path !== VERIFY_EMAIL || !(await links.isVoid(linkOf(call.search)))) return call;
  const search = new URLSearchParams(call.search);
  search.set('token', 'void');
  return { ...call, search: `?${search}` };
}

async function makeOwnAccount(reach: Reach, found: Found | null): Promise<Response> {
  if (!found?.user.emailVerified) throw refusal('session_required');
  await reach.adoptAfterClosing(found.user);
  return Response.json({ made: true }, NO_STORE);
}

/** better-auth shows the list only for a day after signing in; seeing where one is signed in should never be hard. */
async function listSessions(auth: BetterAuth, found: Found | null): Promise<Response> {
  if (!found) throw refusal('session_required');
  const { internalAdapter } = await auth.$context;
  const sessions = await internalAdapter.listSessions(found.user.id, { onlyActiveSessions: true });
  return Response.json(sessions, NO_STORE);
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

function emailIn({ emailField }: Endpoint, body: AuthCall['body']): string | undefined {
  const email = emailField === undefined ? undefined : body[emailField];
  return typeof email === 'string' ? email.trim().toLowerCase().slice(0, 320) : undefined;
}
