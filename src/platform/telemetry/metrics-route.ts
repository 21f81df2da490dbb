/** GET /metrics: for Prometheus. It tells what the service earns, so it is not public. */
import { ServiceError } from '../../core/errors.ts';
import { isLoopback } from '../../lib/ip-range.ts';
import type { Call } from '../http/call.ts';

/** A proxy on this machine would make the whole world look like this machine. */
const PROXY_HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'];

/**
 * With a token, callers that send it. Without one, only this machine, not through a proxy, and only where the port is bound
 * to this machine alone: elsewhere a proxy that adds no header makes strangers look like this machine.
 */
export const showMetrics =
  (
    text: () => Promise<string>,
    { metricsToken: token, host }: { readonly metricsToken: string; readonly host: string },
  ) =>
  async ({ request, client }: Call): Promise<Response> => {
    const isAllowed =
      token === '' ? isLoopback(host) && isDirectlyFromHere(request, client.address) : hasToken(request, token);
    if (!isAllowed) throw new ServiceError('not_found', 'There is nothing at this path.');
    return new Response(await text(), { headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' } });
  };

const isDirectlyFromHere = (request: Request, address: string): boolean =>
  isLoopback(address) && !PROXY_HEADERS.some((name) => request.headers.has(name));

/** Compares hashes, so that the time it takes says nothing about the token. */
function hasToken(request: Request, token: string): boolean {
  const given = /^bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? '';
  return Bun.SHA256.hash(given, 'hex') === Bun.SHA256.hash(token, 'hex');
}
