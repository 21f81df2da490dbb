/** The one listening socket: hands requests to the app and knows how many are running. */
import type { Limits } from '../../core/limits.ts';
import { forwardedAddress } from '../../lib/forwarded-address.ts';
import { toErrorBody, toServiceError } from '../../platform/http/error-body.ts';
import { portHolder } from '../../platform/port-holder.ts';
import type { App, Connection } from './app.ts';

type ListenOptions = {
  readonly host: string;
  readonly port: number;
  readonly trustProxy: boolean;
  readonly limits: Pick<Limits, 'drainMs'>;
  /** The paths of all routes, with `{name}` for their parameters. */
  readonly paths?: readonly string[];
  /** Other processes of ours listen on the same port; the system then gives each some of the connections. */
  readonly sharesPort?: boolean;
  /** How long a connection may wait for its next request. The runtime counts in steps of four seconds. */
  readonly keepAliveSeconds?: number;
};

export type Server = {
  readonly url: string;
  readonly running: number;
  /**
   * Takes no more connections and resolves when every answer has been sent and `isQuiet` agrees. Answers are ended at
   * the drain limit; a client that does not read even that is cut off a moment later.
   */
  drain(isQuiet: () => boolean): Promise<void>;
};

const QUIET_CHECK_MS = 20;
const LAST_WORDS_MS = 1000;
/** Longer than the minute for which usual proxies keep a connection, so that it is they who close it. */
const KEEP_ALIVE_SECONDS = 75;
/** Steps of four seconds: four to eight in fact. */
const LINGER_SECONDS = 8;

/**
 * A connection is never silent for ever, and no answer is cut for being silent:
 *
 *   before its first request  → the runtime itself ends it after some ten seconds, also when headers drip in
 *   while a request runs      → no limit here: slow bodies, silent engines and stalled readers are judged by their own
 *   between two requests      → ended after `keepAliveSeconds`, also when the next one's headers drip in
 *   behind a refusal, with a part of the body unread → what comes is dropped by the runtime until `LINGER_SECONDS` are
 *                               over, whatever comes. `Connection: close` would cut off a client that still writes.
 *
 * An answer that is not a stream is handed over whole, and its reader has that same time to take it.
 */
export function listen(app: App, options: ListenOptions): Server {
  const { keepAliveSeconds = KEEP_ALIVE_SECONDS } = options;
  const handlerFor = (written?: string) => {
    const served = { keepAliveSeconds, written, trustProxy: options.trustProxy };
    return (request: Request, self: Bun.Server<undefined>) => {
      self.timeout(request, 0);
      return app(request, new ServedConnection(request, self, served));
    };
  };
  const server = refusingInUse(options, () =>
    Bun.serve({
      hostname: options.host,
      port: options.port,
      idleTimeout: 0,
      // The app refuses large bodies itself, after it has checked the key.
      maxRequestBodySize: Number.MAX_SAFE_INTEGER,
      development: false,
      // Outside development the runtime shares a port with every process that asks for it, and half the callers would reach the other one.
      reusePort: options.sharesPort ?? false,
      // The runtime compares these with the target as it was written; `request.url` is not that any more.
      routes: Object.fromEntries((options.paths ?? []).map((path) => [patternOf(path), handlerFor(path)])),
      fetch: handlerFor(),
      error: (thrown) => Response.json(toErrorBody(toServiceError(thrown)), { status: 502 }),
    }),
  );
  const { hostname, port } = server;
  const host = hostname?.includes(':') ? `[${hostname}]` : hostname;

  return {
    url: `http://${host}:${port}/v1`,
    get running() {
      return server.pendingRequests;
    },
    drain: async (isQuiet) => {
      void server.stop();
      const untilMs = performance.now() + options.limits.drainMs + LAST_WORDS_MS;
      const isAnswering = () => server.pendingRequests > 0 && performance.now() < untilMs;
      while (isAnswering() || !isQuiet()) await Bun.sleep(QUIET_CHECK_MS);
      await server.stop(true);
      while (server.pendingRequests > 0) await Bun.sleep(QUIET_CHECK_MS);
    },
  };
}

type Served = { readonly keepAliveSeconds: number; readonly written: string | undefined; readonly trustProxy: boolean };

class ServedConnection implements Connection {
  readonly #request: Request;
  readonly #server: Bun.Server<undefined>;
  readonly #served: Served;

  constructor(request: Request, server: Bun.Server<undefined>, served: Served) {
    this.#request = request;
    this.#server = server;
    this.#served = served;
  }

  /** Behind a proxy of the operator's own, X-Forwarded-For says who has asked. */
  get address(): string {
    const forwarded = this.#served.trustProxy ? this.#request.headers.get('x-forwarded-for') : null;
    return forwarded === null ? (this.#server.requestIP(this.#request)?.address ?? '') : forwardedAddress(forwarded);
  }

  rest(): void {
    this.#server.timeout(this.#request, this.#served.keepAliveSeconds);
  }

  linger(): void {
    this.#server.timeout(this.#request, LINGER_SECONDS);
  }

  isWrittenFor(path: string): boolean {
    return path === this.#served.written;
  }
}

const patternOf = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

/**
 * Finds the port that several processes will share, where any will do, and refuses one that is taken: once it is
 * shared, a stranger's would be shared too.
 */
export function findPort({ host, port }: Pick<ListenOptions, 'host' | 'port'>): number {
  const server = refusingInUse({ host, port }, () =>
    Bun.serve({ hostname: host, port, development: false, reusePort: false, fetch: refuseAll }),
  );
  const found = server.port!;
  void server.stop(true);
  return found;
}

const refuseAll = (): Response => new Response(null, { status: 503 });

/** The port is taken. One sentence says so, because it is a common mistake. */
export class PortInUse extends Error {
  override readonly name = 'PortInUse';
}

function refusingInUse<T>({ host, port }: Pick<ListenOptions, 'host' | 'port'>, listening: () => T): T {
  try {
    return listening();
  } catch (cause) {
    if ((cause as { code?: unknown }).code !== 'EADDRINUSE') throw cause;
    const holder = portHolder(port);
    const by = holder ? ` by process ${holder.pid} (${holder.program}): stop it` : ': stop what listens there';
    throw new PortInUse(`Port ${port} of ${host} is in use${by}, or set BOREAL_PORT to another one.`, { cause });
  }
}
