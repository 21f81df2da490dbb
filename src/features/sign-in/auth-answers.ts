/** Asks better-auth with what our rules know of the call, and makes its answer ours. */
import type { Language } from '../../core/people.ts';
import { leadsTo } from '../../lib/local-path.ts';
import type { SignInTarget } from '../organisations/index.ts';
import { linkOf } from './auth-request.ts';
import { is } from './auth-rows.ts';
import type { BetterAuth } from './better-auth.ts';
import { type CallContext, withCallContext } from './call-context.ts';
import type { CarriedRows } from './carried-rows.ts';
import { type Endpoint, VERIFY_EMAIL } from './endpoints.ts';
import type { KnownDevices } from './known-devices.ts';
import type { NewPeople } from './new-people.ts';
import type { AuthCall } from './rules.ts';
import type { SignInSetup } from './setup.ts';
import type { FailedSignIn, SignInLog } from './sign-in-log.ts';
import type { SignUpProofs } from './sign-up-proofs.ts';
import { emailOf } from './users.ts';

const SIGN_UP = '/sign-up/email';
const PASSKEY_OPTIONS = '/passkey/generate-authenticate-options';
const PASSED_ON = ['content-type', 'location'];

type Asking = {
  readonly endpoint: Endpoint;
  readonly email: string;
  readonly organisation: SignInTarget | undefined;
  /** Of a session that is there already. */
  readonly isSignedIn: boolean;
};

type Asked = {
  readonly auth: BetterAuth;
  readonly newPeople: NewPeople;
  readonly carriedRows: CarriedRows;
  readonly devices: KnownDevices;
  readonly signUps: SignUpProofs;
  readonly logSignIn: SignInLog;
};

export function createAuthAnswers(
  { invitations, address, rows }: SignInSetup,
  { auth, newPeople, carriedRows, devices, signUps, logSignIn }: Asked,
) {
  async function answer(request: Request, call: AuthCall, asking: Asking): Promise<Response> {
    const { begins } = asking.endpoint;
    const context = await contextOf(call, asking);
    const response = await withCallContext(context, () => auth.handler(request));
    const failed = response.status === 401 && context.failure === undefined && failedSignIn(asking, context);
    if (failed) logSignIn.failed(failed);
    if (response.status >= 400 && context.usedInvitationId) await invitations.giveBack(context.usedInvitationId);
    if (response.status >= 400 && context.failure !== undefined) throw context.failure;
    if (begins && context.carried) {
      response.headers.append('set-cookie', await carriedRows.cookieOf(begins, context.carried));
    }
    if (context.openedFor && opensSession(response)) {
      const signedIn = await emailOf(rows, context.openedFor);
      await logOpened(context, signedIn);
      response.headers.append('set-cookie', devices.cookieAfterSignIn(call.headers, signedIn));
    }
    return response;
  }

  async function logOpened({ openedFor, openedBy, organisation }: CallContext, email: string): Promise<void> {
    if (openedFor === undefined || openedBy === undefined) return;
    const by = organisation ? 'organisation' : openedBy;
    await logSignIn.signedIn({ userId: openedFor, email, by, organisationId: organisation?.accountId });
  }

  async function contextOf(call: AuthCall, { email, organisation, endpoint }: Asking): Promise<CallContext> {
    const { begins, completes } = endpoint;
    const isConfirming = call.path === VERIFY_EMAIL;
    const link = linkOf(call.search);
    return {
      path: call.path,
      language: languageOf(call),
      organisation,
      invitation: call.path === SIGN_UP ? await newPeople.admit(call.body, email) : undefined,
      oldEmail: isConfirming && link.movesAddress ? link.email : undefined,
      confirming: isConfirming ? confirmingBy(call) : undefined,
      carries: begins !== undefined,
      brought: completes && (await carriedRows.broughtIn(completes, call.headers)),
    };
  }

  function confirmingBy({ search, headers }: AuthCall): CallContext['confirming'] {
    return {
      token: new URLSearchParams(search).get('token') ?? '',
      hasSignedUp: (userId) => signUps.isOf(headers, userId),
    };
  }

  /** The answer of better-auth where it is good, as the client gets it. */
  async function forwarded(path: string, response: Response): Promise<Response> {
    if (path === SIGN_UP) return signedUp(response);
    return forwardResponse(path === PASSKEY_OPTIONS ? await requiringVerification(response) : response, address);
  }

  /**
   * The same for known and unknown addresses: the answer of better-auth differs where the address is taken. There it
   * makes an id up, so that the cookie tells nothing, and proves nothing.
   */
  async function signedUp(response: Response): Promise<Response> {
    const { user } = (await response.json()) as { readonly user: { readonly id: string } };
    const headers = { 'cache-control': 'no-store', 'set-cookie': signUps.cookieOf(user.id) };
    return Response.json({ signedUp: true }, { headers });
  }

  return { answer, forwarded };
}

const SIGN_IN = '/sign-in/email';
const FACTORS = ['/two-factor/verify-totp', '/two-factor/verify-backup-code'];

/** The person of whom a proof was asked, and it was wrong. Within a session it is none of a sign-in. */
function failedSignIn({ email, isSignedIn }: Asking, { path, factorOf }: CallContext): FailedSignIn | undefined {
  if (path === SIGN_IN) return { user: is('email', email), by: 'password' };
  const isFactor = FACTORS.includes(path) && factorOf !== undefined && !isSignedIn;
  return isFactor ? { user: is('id', factorOf), by: 'second factor' } : undefined;
}

/** With a second factor, better-auth opens a session and takes it back in the same answer: the last cookie counts. */
function opensSession(response: Response): boolean {
  const last = response.headers.getSetCookie().findLast((cookie) => /^[\w-]+\.session_token=/.test(cookie));
  return last !== undefined && !/max-age=0(?:;|$)/i.test(last);
}

/** The page's choice, else what the browser prefers. */
export function languageOf({ body, headers }: AuthCall): Language {
  if (body.language === 'cs' || body.language === 'en') return body.language;
  return /^\s*(?:cs|sk)\b/i.test(headers.get('accept-language') ?? '') ? 'cs' : 'en';
}

/** The passkey plugin asks browsers for it only where it is convenient, and offers no setting. */
async function requiringVerification(response: Response): Promise<Response> {
  const options = { ...((await response.json()) as object), userVerification: 'required' };
  return Response.json(options, { headers: response.headers });
}

function forwardResponse(response: Response, { origin, origins }: SignInSetup['address']): Response {
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
