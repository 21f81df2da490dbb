/**
 * Our own HTTP/1.1 client, on plain sockets: an abort closes the socket at once, a slow reader holds the peer back, and
 * each wait has its own deadline. The pieces, from the caller to the wire:
 *
 *   createHttpClient ──> Exchange (one request) ──> Connection (one socket)
 *                            │    └── Body (to the reader)       ▲
 *                            └── ResponseParser                 └── ConnectionPool (while idle)
 */
import type { HttpClient } from './http.ts';
import { dialingFor, type HttpOrigin } from './http-connection.ts';
import { startExchange } from './http-exchange.ts';
import { ConnectionPool, type PoolOptions } from './http-pool.ts';
import { encodeRequest } from './http-request-bytes.ts';

type HttpClientOptions = Partial<PoolOptions>;

const DEFAULTS: PoolOptions = { idlePoolMs: 4000, idleMax: 256 };

/** A client for one origin, with its own pool of connections and no limit on how many requests run at once. */
export function createHttpClient(origin: HttpOrigin, options: HttpClientOptions = {}): HttpClient {
  const host = hostHeaderOf(origin);
  const pool = new ConnectionPool(dialingFor(origin), { ...DEFAULTS, ...options });
  return {
    request(request, signal) {
      return new Promise((resolve, reject) => {
        const pieces = encodeRequest(request, host);
        startExchange(pieces, { pool, deadlines: request.deadlines, signal }, { resolve, reject });
      });
    },
    close: () => pool.close(),
  };
}

/** The origin of an `http:` or `https:` address. Its path, if any, is for the caller to put on the request line. */
export function originOf(url: URL): HttpOrigin {
  const tls = url.protocol === 'https:';
  if (!tls && url.protocol !== 'http:') throw new Error(`An upstream is http or https, not "${url.protocol}".`);
  const port = url.port === '' ? defaultPort(tls) : Number(url.port);
  // The brackets of an IPv6 address belong to the notation of an address, not to the host.
  return { hostname: url.hostname.replace(/^\[(.*)\]$/, '$1'), port, tls };
}

function hostHeaderOf(origin: HttpOrigin): string {
  if ('unix' in origin) return 'localhost';
  const name = origin.hostname.includes(':') ? `[${origin.hostname}]` : origin.hostname;
  return origin.port === defaultPort(origin.tls !== false) ? name : `${name}:${origin.port}`;
}

function defaultPort(tls: boolean): number {
  return tls ? 443 : 80;
}
