/** The one listening socket: hands requests to the app and knows how many are running. */
import { toErrorBody, toServiceError } from '../wire/error-body.ts';
import type { App } from './app.ts';

export type ListenOptions = { readonly host: string; readonly port: number; readonly trustProxy: boolean };

export type Server = {
  readonly url: string;
  readonly running: number;
  /** Takes no more connections and resolves when every answer has been sent and `isQuiet` agrees. */
  drain(isQuiet: () => boolean): Promise<void>;
};

const QUIET_CHECK_MS = 20;

export function listen(app: App, options: ListenOptions): Server {
  const server = Bun.serve({
    hostname: options.host,
    port: options.port,
    // Silence is judged where its meaning is known (slow bodies, silent engines, stalled readers), not by the socket.
    idleTimeout: 0,
    // The app refuses large bodies itself, after it has checked the key.
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    development: false,
    fetch: (request, self) => app(request, addressOf(request, self, options.trustProxy)),
    error: (thrown) => Response.json(toErrorBody(toServiceError(thrown)), { status: 502 }),
  });
  const { hostname, port } = server;
  const host = hostname?.includes(':') ? `[${hostname}]` : hostname;

  return {
    url: `http://${host}:${port}/v1`,
    get running() {
      return server.pendingRequests;
    },
    drain: async (isQuiet) => {
      void server.stop();
      while (server.pendingRequests > 0 || !isQuiet()) await Bun.sleep(QUIET_CHECK_MS);
      await server.stop(true);
    },
  };
}

/** Behind a proxy of the operator's own, the last address in X-Forwarded-For is the one that proxy has seen. */
function addressOf(request: Request, server: Bun.Server<undefined>, trustProxy: boolean): string {
  const forwarded = trustProxy ? request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined;
  return forwarded || server.requestIP(request)?.address || '';
}
