/** Every route and the one error exit, on one screen. `createApp` builds; it neither listens nor starts anything. */

import { ServiceError } from '../../core/errors.ts';
import type { Person } from '../../core/person.ts';
import { REQUEST_PREFIX } from '../../core/request-id.ts';
import { type Span, type Tracer, traceStep } from '../../core/trace.ts';
import type { RequestFeed } from '../../features/overview/request-feed.ts';
import { type PersonGate, refuseUnlessMay } from '../../features/sign-in/person-gate.ts';
import { type ManagementTokenGate, refuseUnlessScoped } from '../../features/tokens/gate.ts';
import { programPath } from '../../platform/api/implement.ts';
import type { Clock, Ids } from '../../platform/clock.ts';
import { type Call, type CallNote, CLIENT_LEFT, type Client, type Route } from '../../platform/http/call.ts';
import { statusOf, toServiceError } from '../../platform/http/error-body.ts';
import { toErrorResponse } from '../../platform/http/error-response.ts';
import type { Dialect } from '../../platform/http/error-shape.ts';
import { ANYWHERE, findRoute } from '../../platform/http/routing.ts';
import { isStream } from '../../platform/http/stream-headers.ts';
import { pathOf, refuseOtherWriting } from '../../platform/http/target.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Log } from '../../platform/telemetry/log.ts';
import type { Metrics } from '../../platform/telemetry/metrics.ts';
import { AI_DISCLOSURE, CORS_HEADERS, preflight } from './cors.ts';
import { type DiscardLimits, discardBody } from './discard-body.ts';
import { type Admitted, type Gate, rateLimitHeaders } from './gate.ts';
import { dialectOf } from './path-family.ts';
import type { SpenderGate } from './spender-gate.ts';

/** The gates of routes, one for each guard that is not `none`. */
export type Gates = {
  readonly gate: Gate;
  readonly personGate: PersonGate;
  readonly operatorGate: PersonGate;
  /** For routes that a signed-in person pays for. */
  readonly spenderGate: SpenderGate;
  readonly managementTokenGate: ManagementTokenGate;
};

type AppNeeds = {
  readonly routes: readonly Route[];
  readonly gates: Gates;
  /** They sort by time, as the ledger wants them. */
  readonly requestIds: Ids;
  readonly metrics: Metrics;
  readonly tracer: Tracer;
  /** Called with every request that could be charged. */
  readonly feed?: Pick<RequestFeed, 'requestEnded'>;
  /** Every answered request gets a line in the log. */
  readonly logsRequests: boolean;
  /** While the server stops, connections are not kept for another request. */
  readonly isStopping: () => boolean;
  readonly limits: DiscardLimits;
  /** Clients reach us by https only, so browsers may remember it. */
  readonly isHttps?: () => boolean;
};

/** The connection of a client. After an answer the app calls `rest` or `linger`, for a stream when it has ended. */
export type Connection = Client & {
  /** Waits for the next request. */
  rest(): void;
  /** A part of the body has not been read: it is thrown away for some seconds, so that the client can read its answer. */
  linger(): void;
  /** True where the target had the form of this route's path as it was written, before dots and backslashes were resolved. */
  isWrittenFor(path: string): boolean;
};

export type App = (request: Request, connection: Connection) => Promise<Response>;

/** One call as far as it is known: the route, once it was found; the key's admission, once it was asked for. */
type Journey = {
  readonly requestId: string;
  readonly startedAtMs: number;
  readonly note: CallNote;
  readonly span: Span;
  path: string;
  /** The one that the client understands. */
  dialect: Dialect;
  route: string;
  /** The route can cost something. */
  isCharged: boolean;
  admitted?: Admitted;
  /** Counted for the key or for the management token. */
  admission?: Admitted['admission'];
  keyName?: string;
  /** Where the program that asks should ask instead. */
  movedTo?: string;
  /** The cause of a refusal or a failure. */
  reason?: string;
};

/** They ask all the time, and nothing can be learned from it. */
const UNTRACED: readonly string[] = ['/healthz', '/readyz', '/metrics'];
/** The mark that programs read. Its form is that of the Internet-Draft `draft-abaris-aicdh`, a structured field. */
const AI_ORIGINATED = 'mode=ai-originated';
/** Since the API of programs has a prefix of its own, as RFC 9745 writes a date: 2026-11-18. */
const DEPRECATED_SINCE = '@1794960000';
const METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

export function createApp({ clock, log }: Pick<Platform, 'clock' | 'log'>, needs: AppNeeds): App {
  const { requestIds, tracer, limits, isStopping, isHttps = () => false } = needs;
  const find = findRoute(needs.routes);
  const report = createReport({ clock, log }, needs);

  /** The call grows on its way: what is found out about it is added to the same object. */
  function answer(call: Call, journey: Journey, connection: Connection): Response | Promise<Response> {
    const { request } = call;
    journey.path = pathOf(request);
    journey.dialect = dialectOf(journey.path, request.headers);
    if (request.method === 'OPTIONS' && journey.path.startsWith('/v1/')) return preflight(request);
    const { route, params } = find(request.method, journey.path);
    if (route.path !== ANYWHERE && !connection.isWrittenFor(route.path)) refuseOtherWriting(request.url, route.path);
    journey.route = route.path;
    journey.isCharged = route.isCharged ?? false;
    call.span.set('http.route', route.path);
    return passGate(Object.assign(call, { params }), journey, { route, gates: needs.gates });
  }

  return async (request, connection) => {
    const requestId = requestIds.next(REQUEST_PREFIX);
    const journey = beginJourney(request, requestId, { span: tracer.begin(request.headers), clock });
    const streamEnded = () => {
      report(journey, request.method, 200);
      connection.rest();
    };
    const { note, span } = journey;
    const call = { request, requestId, client: connection, params: {}, note, span, onStreamEnd: streamEnded };
    let response: Response;
    let isRead = true;
    try {
      response = await answer(call, journey, connection);
    } catch (thrown) {
      response = refuse(thrown, journey, { request, log });
      isRead = !isTooSlow(thrown) && (await discardBody(request, limits));
    }
    // The runtime does not count what is written as life, so a connection rests only when its stream has ended.
    if (!isStream(response)) {
      journey.admitted?.running.end();
      report(journey, request.method, response.status);
      if (isRead) connection.rest();
      else connection.linger();
    }
    setHeaders(response.headers, journey, isHttps());
    if (response.status === 200 && isWrittenByModel(journey)) response.headers.set(AI_DISCLOSURE, AI_ORIGINATED);
    if (isStopping()) response.headers.set('connection', 'close');
    return response;
  };
}

type Beginning = { readonly span: Span; readonly clock: Clock };

function beginJourney(request: Request, requestId: string, { span, clock }: Beginning): Journey {
  span.set('boreal.request_id', requestId);
  span.set('http.request.method', METHODS.includes(request.method) ? request.method : '_OTHER');
  return {
    requestId,
    startedAtMs: clock.monotonicMs(),
    note: {},
    span,
    path: '',
    dialect: dialectOf('', request.headers),
    route: '',
    isCharged: false,
  };
}

type Guarded = { readonly route: Route; readonly gates: Gates };

/** Asks the gate of the route, notes whom it has let in, and has the route answer. */
async function passGate(call: Call, journey: Journey, { route, gates }: Guarded): Promise<Response> {
  if (route.guard === 'none') return route.handle(call);
  if (route.guard === 'person') {
    const person = await admitManagementToken(await gates.personGate(call), journey, { route, gates });
    journey.note.accountId = person.accountId;
    call.span.set('boreal.account_id', person.accountId);
    refuseUnlessMay(person, route.action, route.scopes);
    if (person.token) await gates.managementTokenGate.log(call, person);
    return route.handle(Object.assign(call, { person }));
  }
  if (route.guard === 'operator') {
    const operator = await admitManagementToken(await gates.operatorGate(call), journey, { route, gates });
    refuseUnlessScoped(operator, route.scopes);
    return route.handle(Object.assign(call, { operator }));
  }
  const asked = route.guard === 'spender' ? gates.spenderGate : gates.gate;
  const admitted = await traceStep(call.span.child('admission.gate'), asked(call));
  journey.admitted = admitted;
  journey.admission = admitted.admission;
  call.span.set('boreal.account_id', admitted.caller.accountId);
  journey.keyName = admitted.caller.key.name;
  if (admitted.tooMany) throw admitted.tooMany;
  if (!admitted.admission.admitted) throw gates.gate.refusal(admitted.admission);
  return route.handle(Object.assign(call, { caller: admitted.caller, running: admitted.running }));
}

async function admitManagementToken(
  person: Person,
  journey: Journey,
  { route, gates: { gate, managementTokenGate } }: Guarded,
): Promise<Person> {
  if (!person.token) return person;
  if (route.isOldForPrograms) journey.movedTo = programPath(journey.path);
  journey.admission = await managementTokenGate.admit(person.token);
  if (!journey.admission.admitted) throw gate.refusal(journey.admission, 'management token');
  return person;
}

type Refused = { readonly request: Request; readonly log: Log };

function refuse(thrown: unknown, journey: Journey, { request, log }: Refused): Response {
  const { requestId, span } = journey;
  // A client that has left reads no answer, and its leaving is no error of ours.
  if (request.signal.aborted && !(thrown instanceof ServiceError)) {
    span.set('error.type', CLIENT_LEFT);
    return new Response(null, { status: 400 });
  }
  const error = toServiceError(thrown);
  journey.reason = reasonOf(error);
  const about = { requestId, ...span.logFields, code: error.code, cause: error.details.cause };
  if (statusOf(error) >= 500) span.fail(error.code);
  else span.set('error.type', error.code);
  if (statusOf(error) >= 500) log.error(about, 'request failed');
  else if (error.details.cause !== undefined) log.warn(about, 'request refused');
  return toErrorResponse(error, journey.dialect, requestId);
}

/** Tells metrics, the feed, the log and the trace how a request ended. */
const createReport =
  ({ clock, log }: Pick<Platform, 'clock' | 'log'>, { metrics, feed, logsRequests }: AppNeeds) =>
  (journey: Journey, method: string, status: number): void => {
    const { requestId, startedAtMs, note, span, route, isCharged, keyName, reason } = journey;
    const durationMs = clock.monotonicMs() - startedAtMs;
    metrics.requestEnded({ method, route, status, durationMs, model: note.model });
    if (isCharged) feed?.requestEnded({ requestId, status, durationMs, note, keyName, reason });
    if (logsRequests) {
      const about = { requestId, ...span.logFields, method, route, status };
      log.info({ ...about, durationMs: Math.round(durationMs), ...note }, 'request');
    }
    if (UNTRACED.includes(route)) return;
    span.set('http.response.status_code', status);
    span.end();
  };

function setHeaders(headers: Headers, journey: Journey, isHttps: boolean): void {
  const { path, dialect, requestId, admission, movedTo } = journey;
  headers.set('x-request-id', requestId);
  if (dialect.requestIdHeader) headers.set(dialect.requestIdHeader, requestId);
  headers.set('x-content-type-options', 'nosniff');
  // What says nothing of caches is for its caller alone.
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
  if (isHttps) headers.set('strict-transport-security', 'max-age=31536000');
  if (path.startsWith('/v1/')) setAll(headers, CORS_HEADERS);
  if (admission) setAll(headers, rateLimitHeaders(admission));
  if (movedTo) setAll(headers, { deprecation: DEPRECATED_SINCE, link: `<${movedTo}>; rel="successor-version"` });
}

/** Also a kept answer that is read again. */
const isWrittenByModel = ({ isCharged, path }: Journey): boolean => isCharged || path.startsWith('/v1/responses/');

const isTooSlow = (thrown: unknown): boolean => thrown instanceof ServiceError && thrown.code === 'body_too_slow';

function setAll(headers: Headers, values: Readonly<Record<string, string>>): void {
  for (const name in values) headers.set(name, values[name]!);
}

const REASON_MAX = 100;

/** The code, and the field that is wrong or the engine. Messages may quote what was asked: operators do not get them. */
function reasonOf({ code, details: { param, engineFailure } }: ServiceError): string {
  const about = param ?? (engineFailure && `${engineFailure.engine}, ${engineFailure.how}`);
  return (about ? `${code}: ${about}` : code).slice(0, REASON_MAX);
}
