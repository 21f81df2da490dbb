/**
 * Everything under `/api/auth`, in this order: is there such an endpoint, may they try now, may they sign up; then
 * better-auth, with a request that we have written ourselves; then its answer, or one of our errors.
 */

import { ServiceError } from '../domain/errors.ts';
import type { AuthCall, Invitations, Language } from '../domain/people.ts';
import type { Clock } from '../domain/ports.ts';
import type { PublicAddress } from '../domain/public-address.ts';
import { leadsTo, localPathOf } from '../lib/local-path.ts';
import { isRecord } from '../lib/record.ts';
import type { AttemptLimits } from './attempt-limits.ts';
import { ADDRESS_HEADER, BASE_PATH, type BetterAuth } from './better-auth.ts';
import { type CallContext, withCallContext } from './call-context.ts';
import { type Endpoint, endpointOf, FIELD_MAX, LANDING_FIELDS, OBJECT_MAX, OTHER_FIELD_MAX } from './endpoints.ts';
import type { PersonRules } from './person-rules.ts';
import { refusal, refusalFrom } from './refusals.ts';

export type AuthHandlerParts = {
  readonly auth: BetterAuth;
  readonly rules: PersonRules;
  readonly limit: AttemptLimits;
  readonly clock: Clock;
  readonly invitations: Pick<Invitations, 'giveBack'>;
  /** Its origin is what better-auth sees as the address of every request. */
  readonly address: Pick<PublicAddress, 'origin' | 'origins'>;
  /** How long an answer takes at least where its time could tell who is registered. */
  readonly discreetMs: number;
};

const USER_AGENT_MAX = 300;
const FRESH_MS = 24 * 60 * 60 * 1000;
const VERIFY_EMAIL = '/verify-email';
const SIGN_UP = '/sign-up/email';
const PASSKEY_OPTIONS = '/passkey/generate-authenticate-options';
const PASSED_ON = ['content-type', 'location'];

export function createAuthHandler(parts: AuthHandlerParts): (call: AuthCall) => Promise<Response> {
  const { auth, rules, limit, invitations } = parts;

  const sessionOf = (call: AuthCall) =>
    auth.api.getSession({
      headers: new Headers({ cookie: call.headers.get('cookie') ?? '' }),
      query: { disableRefresh: true },
    });

  return async (call) => {
    const endpoint = endpointOf(call.method, call.path);
    if (!endpoint) throw new ServiceError('not_found', 'There is nothing at this path.');
    if (call.path === '/list-sessions') return listSessions(call);
    if (endpoint.isDelicate) await refuseStale(call);
    if (call.path === VERIFY_EMAIL && linkOf(call.search).movesAddress && !(await sessionOf(call))) {
      // better-auth would sign them in, without a second factor.
      return Response.redirect(`${parts.address.origin}/sign-in?error=sign_in_first`, 302);
    }
    const ending = endpoint.endsTokens && (await sessionOf(call));
    const request = requestOf(endpoint, await withoutVoidLink(call), parts.address.origin);
    const email = emailOf(endpoint, call.body);
    const attempt = endpoint.limited && (await limit({ limited: endpoint.limited, address: call.address, email }));
    const [response] = await Promise.all([answer(request, call, email ?? ''), discreetly(endpoint)]);
    if (response.status < 400) {
      if (endpoint.limited === 'guess') await attempt?.wasFine();
      if (ending) await rules.endTokensOf(ending.user.id);
      if (call.path === SIGN_UP) return signedUp();
      return passedOn(call.path === PASSKEY_OPTIONS ? await requiringVerification(response) : response, parts.address);
    }
    const error = await refusalFrom(response);
    if (wasNoGuess(endpoint, error)) await attempt?.wasFine();
    throw error;
  };

  /** A link that was ended is to better-auth one that it does not know: it tells so where the link would have led. */
  async function withoutVoidLink(call: AuthCall): Promise<AuthCall> {
    if (call.path !== VERIFY_EMAIL || !(await rules.isVoid(linkOf(call.search)))) return call;
    const search = new URLSearchParams(call.search);
    search.set('token', 'void');
    return { ...call, search: `?${search}` };
  }

  /** Whether an address is known decides how much there is to write: nobody should be able to measure it. */
  async function discreetly({ emailField, limited }: Endpoint): Promise<void> {
    if (emailField !== undefined && limited !== 'guess') await Bun.sleep(parts.discreetMs);
  }

  async function answer(request: Request, call: AuthCall, email: string): Promise<Response> {
    const isSignUp = call.path === SIGN_UP;
    const link = linkOf(call.search);
    const context: CallContext = {
      path: call.path,
      language: languageOf(call),
      invitation: isSignUp ? await rules.admit(call.body.invitation, email) : undefined,
      oldEmail: call.path === VERIFY_EMAIL && link.movesAddress ? link.email : undefined,
    };
    const response = await withCallContext(context, () => auth.handler(request));
    if (response.status >= 400 && context.usedInvitationId) await invitations.giveBack(context.usedInvitationId);
    return response;
  }

  async function refuseStale(call: AuthCall): Promise<void> {
    const found = await sessionOf(call);
    if (!found) throw refusal('session_required');
    if (parts.clock.nowMs() - found.session.createdAt.getTime() > FRESH_MS) throw refusal('sign_in_again');
  }

  /** better-auth shows the list only for a day after signing in; seeing where one is signed in should never be hard. */
  async function listSessions(call: AuthCall): Promise<Response> {
    const found = await sessionOf(call);
    if (!found) throw refusal('session_required');
    const { internalAdapter } = await auth.$context;
    const sessions = await internalAdapter.listSessions(found.user.id, { onlyActiveSessions: true });
    return Response.json(sessions, { headers: { 'cache-control': 'no-store' } });
  }
}

/** What a link in a mail says. It is only looked at here; better-auth checks whether it is genuine. */
function linkOf(search: string) {
  const [, payload = ''] = (new URLSearchParams(search).get('token') ?? '').split('.');
  const says = parsed(Buffer.from(payload, 'base64url').toString());
  const { email, iat } = isRecord(says) ? says : {};
  return {
    movesAddress: isRecord(says) && says.updateTo !== undefined,
    email: typeof email === 'string' ? email : '',
    writtenAtMs: typeof iat === 'number' ? iat * 1000 : 0,
  };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** The right password for an address that is not confirmed; a form that was not filled in; a sign-up that failed. */
const wasNoGuess = ({ limited }: Endpoint, { code }: ServiceError): boolean =>
  limited === 'sign-up' || ['email_not_verified', 'password_length', 'invalid_request', 'internal'].includes(code);

function emailOf({ emailField }: Endpoint, body: AuthCall['body']): string | undefined {
  const email = emailField === undefined ? undefined : body[emailField];
  return typeof email === 'string' ? email.trim().toLowerCase().slice(0, 320) : undefined;
}

/** Nothing of what the client sent gets through but its cookies, its name, and the fields that the endpoint takes. */
function requestOf(endpoint: Endpoint, call: AuthCall, origin: string): Request {
  const headers = new Headers({ [ADDRESS_HEADER]: call.address });
  for (const name of ['cookie', 'user-agent', 'origin']) {
    const value = call.headers.get(name);
    if (value !== null) headers.set(name, name === 'user-agent' ? value.slice(0, USER_AGENT_MAX) : value);
  }
  const url = `${origin}${BASE_PATH}${call.path}${searchOf(endpoint, call.search)}`;
  if (call.method === 'GET') return new Request(url, { headers });
  headers.set('content-type', 'application/json');
  return new Request(url, { method: 'POST', headers, body: JSON.stringify(bodyOf(endpoint, call.body)) });
}

function bodyOf({ takes = [], lands = {}, emailField }: Endpoint, body: AuthCall['body']): Record<string, unknown> {
  const taken: Record<string, unknown> = { ...lands };
  for (const field of takes) {
    const value = body[field];
    if (value === undefined || value === null) continue;
    refuseLong(field, value);
    if (LANDING_FIELDS.includes(field)) taken[field] = landingOf(field, value);
    else taken[field] = field === emailField && typeof value === 'string' ? value.trim() : value;
  }
  return taken;
}

function searchOf({ asks = [] }: Endpoint, search: string): string {
  const given = new URLSearchParams(search);
  const taken = new URLSearchParams();
  for (const field of asks) {
    const value = given.get(field);
    if (value === null) continue;
    refuseLong(field, value);
    taken.set(field, LANDING_FIELDS.includes(field) ? landingOf(field, value) : value);
  }
  return taken.size === 0 ? '' : `?${taken}`;
}

/** What is kept of a caller's text, in the books and in the log, has a length that we have chosen. */
function refuseLong(field: string, value: unknown): void {
  const isText = typeof value === 'string';
  const max = isText ? (FIELD_MAX[field] ?? OTHER_FIELD_MAX) : OBJECT_MAX;
  if ((isText ? value : JSON.stringify(value)).length <= max) return;
  throw new ServiceError('invalid_request', `${field} may have ${max} characters at most.`, { param: field });
}

function landingOf(field: string, value: unknown): string {
  const path = localPathOf(value);
  if (path !== undefined) return path;
  throw new ServiceError('invalid_request', `${field} must be a path of this service.`, { param: field });
}

/** What the page says, else what the browser prefers. */
function languageOf({ body, headers }: AuthCall): Language {
  if (body.language === 'cs' || body.language === 'en') return body.language;
  return /^\s*(?:cs|sk)\b/i.test(headers.get('accept-language') ?? '') ? 'cs' : 'en';
}

/** The same for everybody: the answer of better-auth differs where the address is taken. */
const signedUp = (): Response => Response.json({ signedUp: true }, { headers: { 'cache-control': 'no-store' } });

/** The passkey plugin asks browsers for it only where it is convenient, and offers no setting. */
async function requiringVerification(response: Response): Promise<Response> {
  const options = { ...((await response.json()) as object), userVerification: 'required' };
  return Response.json(options, { headers: response.headers });
}

function passedOn(response: Response, { origin, origins }: AuthHandlerParts['address']): Response {
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
