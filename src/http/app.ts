/** Every route and the one error exit, on one screen. `createApp` builds; it neither listens nor starts anything. */
import { ServiceError } from '../domain/errors.ts';
import type { Ids, Log } from '../domain/ports.ts';
import { REQUEST_PREFIX } from '../domain/request-id.ts';
import { statusOf, toServiceError } from '../wire/error-body.ts';
import type { Call, Route } from './call.ts';
import { CORS_HEADERS, preflight } from './cors.ts';
import { toErrorResponse } from './error-response.ts';
import { type Admitted, type Gate, rateLimitHeaders } from './gate.ts';
import type { PersonGate } from './person-gate.ts';
import { findRoute } from './routing.ts';
import type { SpenderGate } from './spender-gate.ts';
import { pathOf } from './target.ts';

export type AppParts = {
  readonly routes: readonly Route[];
  readonly gate: Gate;
  readonly personGate: PersonGate;
  /** For routes that a signed-in person pays for. */
  readonly spenderGate: SpenderGate;
  readonly ids: Ids;
  readonly log: Log;
  /** While the server stops, connections are not kept for another request. */
  readonly isStopping: () => boolean;
};

/** `onStreamEnd` is called when the last bytes of a streamed answer have been handed over. */
export type App = (request: Request, address: string, onStreamEnd?: () => void) => Promise<Response>;

export function createApp(parts: AppParts): App {
  const { gate, personGate, spenderGate, ids, log } = parts;
  const find = findRoute(parts.routes);

  return async (request, address, onStreamEnd = () => {}) => {
    const requestId = ids.next(REQUEST_PREFIX);
    let admitted: Admitted | undefined;
    let response: Response;
    let path = '';
    try {
      path = pathOf(request);
      if (request.method === 'OPTIONS' && path.startsWith('/v1/')) response = preflight(request);
      else {
        const { route, params } = find(request.method, path);
        const call: Call = { request, requestId, address, params, onStreamEnd };
        if (route.guard === 'none') response = await route.handle(call);
        else if (route.guard === 'person') response = await route.handle({ ...call, person: await personGate(call) });
        else {
          admitted = await (route.guard === 'spender' ? spenderGate(call) : gate(call));
          if (!admitted.admission.admitted) throw gate.refusal(admitted.admission);
          response = await route.handle({ ...call, caller: admitted.caller });
        }
      }
    } catch (thrown) {
      response = refuse(thrown, request, requestId);
    }
    return finish(response, { path, requestId, admitted });
  };

  function refuse(thrown: unknown, request: Request, requestId: string): Response {
    // Whoever has left reads no answer, and it is no error of ours that they left.
    if (request.signal.aborted && !(thrown instanceof ServiceError)) return new Response(null, { status: 400 });
    const error = toServiceError(thrown);
    const about = { requestId, code: error.code, cause: error.details.cause };
    if (statusOf(error) >= 500) log.error(about, 'request failed');
    else if (error.details.cause !== undefined) log.warn(about, 'request refused');
    return toErrorResponse(error);
  }

  function finish(
    response: Response,
    about: { readonly path: string; readonly requestId: string; readonly admitted: Admitted | undefined },
  ): Response {
    const { headers } = response;
    headers.set('x-request-id', about.requestId);
    if (about.path.startsWith('/v1/')) setAll(headers, CORS_HEADERS);
    if (about.admitted) setAll(headers, rateLimitHeaders(about.admitted.admission));
    if (parts.isStopping()) headers.set('connection', 'close');
    return response;
  }
}

function setAll(headers: Headers, values: Readonly<Record<string, string>>): void {
  for (const name in values) headers.set(name, values[name]!);
}
