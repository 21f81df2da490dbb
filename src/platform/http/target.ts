/** Reads the request line and Host as RFC 9112 wants them; what the runtime lets through and should not is refused here. */
import { ServiceError } from '../../core/errors.ts';

const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9._~-]+)(:\d{1,5})?$/i;
/** These are about a connection, not about a path: there is no path that could take them. */
const REFUSED_METHODS = ['TRACE', 'CONNECT'];
const METHODS = ['GET', 'POST', 'OPTIONS'];

/** The path, with repeated slashes as one, and under the API without one at the end: hand-joined addresses have them. */
export function pathOf(request: Request): string {
  refuseBadHost(request.headers.get('host'));
  if (request.headers.get('content-length')?.includes(',')) refuse('Content-Length is given twice.');
  if (REFUSED_METHODS.includes(request.method)) {
    throw new ServiceError('method_not_allowed', `The method ${request.method} is not supported.`, { allow: METHODS });
  }
  const { url } = request;
  if (url.includes('#')) refuse('The request target may not have a fragment.');
  const scheme = url.indexOf('://');
  const pathAt = scheme < 0 || url.startsWith('/') ? 0 : url.indexOf('/', scheme + 3);
  const queryAt = url.indexOf('?', pathAt);
  const path = pathAt < 0 ? '/' : url.slice(pathAt, queryAt < 0 ? undefined : queryAt);
  if (path.includes('%')) refuseEncodedSlashes(path);
  const joined = path.includes('//') ? path.replaceAll(/\/{2,}/g, '/') : path;
  return isApi(joined) && joined.endsWith('/') ? joined.slice(0, -1) : joined;
}

/** Clients join base addresses by hand: there, repeated slashes and one at the end are meant as if they were not there. */
const isApi = (path: string): boolean => path.startsWith('/v1/');

/** A model's name may have a slash, which clients encode. */
const MAY_HAVE_SLASH = '/v1/models/';

/** A proxy that decodes them sees another path than we do, and its rules would be for that one. */
function refuseEncodedSlashes(path: string): void {
  const lower = path.toLowerCase();
  if (lower.includes('%5c') || (lower.includes('%2f') && !path.startsWith(MAY_HAVE_SLASH))) {
    refuse('The request target may not have an encoded slash or backslash.');
  }
}

/**
 * The runtime turns backslashes into slashes and takes `.` and `..` out before we see a target, so a proxy's rule for a
 * path could be passed with another writing of it. Repeated slashes are what hand-joined base addresses of the API have.
 */
export function refuseOtherWriting(url: string, path: string): void {
  const [written = ''] = url.slice(url.indexOf('://') + 3).split('?', 1);
  if (isApi(path) && (written.includes('//') || written.endsWith('/'))) return;
  refuse('The request target may not have backslashes, dot segments or repeated slashes.');
}

/** HTTP/1.0 has no Host; HTTP/1.1 without one never gets here. Two of them arrive joined by a comma. */
function refuseBadHost(host: string | null): void {
  if (host !== null && !HOST.test(host)) refuse('The Host header is not a valid host.');
}

function refuse(message: string): never {
  throw new ServiceError('invalid_request', message);
}
