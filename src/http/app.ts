/** Every route and the one error exit, on one screen. `createApp` builds; it neither listens nor starts anything. */
import { ServiceError } from '../domain/errors.ts';
import type { Clock, Ids, Log, Metrics } from '../domain/ports.ts';
import { REQUEST_PREFIX } from '../domain/request-id.ts';
import type { RequestFeed } from '../service/request-feed.ts';
import { statusOf, toServiceError } from '../wire/error-body.ts';
import type { Call, CallNote, Route } from './call.ts';
import { CORS_HEADERS, preflight } from './cors.ts';
import { toErrorResponse } from './error-response.ts';
import { type Admitted, type Gate, rateLimitHeaders } from './gate.ts';
import type { PersonGate } from './person-gate.ts';
import { findRoute } from './routing.ts';
import type { SpenderGate } from './spender-gate.ts';
import { isStream } from './stream-headers.ts';
import { pathOf } from './target.ts';

export type AppParts = {
  readonly routes: readonly Route[];
  readonly gate: Gate;
  readonly personGate: PersonGate;
  readonly operatorGate: PersonGate;
  /** For routes that a signed-in person pays for. */
  readonly spenderGate: SpenderGate;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Hears of every request that somebody could be charged for. */
  readonly feed?: Pick<RequestFeed, 'requestEnded'>;
  /** Whether every answered request gets a line in the log. */
  readonly logsRequests: boolean;
  /** While the server stops, connections are not kept for another request. */
  readonly isStopping: () => boolean;
};

/** `onStreamEnd` is called when the last bytes of a streamed answer have been handed over. */
export type App = (request: Request, address: string, onStreamEnd?: () => void) => Promise<Response>;

/** One call as far as it is known: the route, once it was found; the key's admission, once it was asked for. */
type Journey = {
  readonly requestId: string;
  readonly startedAtMs: number;
  readonly note: CallNote;
  path: string;
  route: string;
  admitted?: Admitted;
  keyName?: string;
};

export function createApp(parts: AppParts): App {
  const { gate, personGate, operatorGate, spenderGate, ids, clock, log, metrics } = parts;
  const find = findRoute(parts.routes);

  return async (request, address, onStreamEnd = () => {}) => {
    const requestId = ids.next(REQUEST_PREFIX);
    const journey: Journey = { requestId, startedAtMs: clock.monotonicMs(), note: {}, path: '', route: '' };
    const streamEnded = () => {
      report(journey, request.method, 200);
      onStreamEnd();
    };
    const call = { request, requestId, address, note: journey.note, onStreamEnd: streamEnded };
    let response: Response;
    try {
      response = await answer(call, journey);
    } catch (thrown) {
      response = refuse(thrown, request, requestId);
    }
    if (!isStream(response)) report(journey, request.method, response.status);
    return finish(response, journey);
  };

  async function answer(call: Omit<Call, 'params'>, journey: Journey): Promise<Response> {
    const { request } = call;
    journey.path = pathOf(request);
    if (request.method === 'OPTIONS' && journey.path.startsWith('/v1/')) return preflight(request);
    const { route, params } = find(request.method, journey.path);
    journey.route = route.path;
    const found: Call = { ...call, params };
    if (route.guard === 'none') return route.handle(found);
    if (route.guard === 'person') {
      const person = await personGate(found);
      journey.note.accountId = person.accountId;
      return route.handle({ ...found, person });
    }
    if (route.guard === 'operator') return route.handle({ ...found, operator: await operatorGate(found) });
    const admitted = await (route.guard === 'spender' ? spenderGate(found) : gate(found));
    journey.admitted = admitted;
    journey.note.accountId = admitted.caller.accountId;
    journey.note.keyId = admitted.caller.key.id;
    journey.keyName = admitted.caller.key.name;
    if (!admitted.admission.admitted) throw gate.refusal(admitted.admission);
    return route.handle({ ...found, caller: admitted.caller });
  }

  function refuse(thrown: unknown, request: Request, requestId: string): Response {
    // Whoever has left reads no answer, and it is no error of ours that they left.
    if (request.signal.aborted && !(thrown instanceof ServiceError)) return new Response(null, { status: 400 });
    const error = toServiceError(thrown);
    const about = { requestId, code: error.code, cause: error.details.cause };
    if (statusOf(error) >= 500) log.error(about, 'request failed');
    else if (error.details.cause !== undefined) log.warn(about, 'request refused');
    return toErrorResponse(error);
  }

  function report(journey: Journey, method: string, status: number): void {
    const { requestId, startedAtMs, note, route, keyName } = journey;
    const durationMs = clock.monotonicMs() - startedAtMs;
    metrics.requestEnded({ method, route, status, durationMs, ...(note.model !== undefined && { model: note.model }) });
    if (route.endsWith('/completions') && method === 'POST') {
      parts.feed?.requestEnded({ requestId, status, durationMs, ...note, ...(keyName !== undefined && { keyName }) });
    }
    if (parts.logsRequests) {
      log.info({ requestId, method, route, status, durationMs: Math.round(durationMs), ...note }, 'request');
    }
  }

  function finish(response: Response, { path, requestId, admitted }: Journey): Response {
    const { headers } = response;
    headers.set('x-request-id', requestId);
    if (path.startsWith('/v1/')) setAll(headers, CORS_HEADERS);
    if (admitted) setAll(headers, rateLimitHeaders(admitted.admission));
    if (parts.isStopping()) headers.set('connection', 'close');
    return response;
  }
}

function setAll(headers: Headers, values: Readonly<Record<string, string>>): void {
  for (const name in values) headers.set(name, values[name]!);
}
