import { pathOf } from '../../platform/http/target.ts';

/** The header that says of an answer that a model has written it. */
export const AI_DISCLOSURE = 'ai-disclosure';

/** Browsers may call /v1 from any page: a key is sent on purpose, cookies are never read there. */
const EXPOSED = [
  'x-request-id',
  'request-id',
  'x-ratelimit-limit-requests',
  'x-ratelimit-remaining-requests',
  'x-ratelimit-reset-requests',
  'x-ratelimit-limit-tokens',
  'x-ratelimit-remaining-tokens',
  'x-ratelimit-reset-tokens',
  'retry-after',
  'retry-after-ms',
  'x-should-retry',
  'idempotent-replayed',
  'x-request-warning',
  AI_DISCLOSURE,
].join(', ');

const HEADER_NAMES = /^[\w!#$%&'*+.^`|~, -]{1,4096}$/;

export const CORS_HEADERS = { 'access-control-allow-origin': '*', 'access-control-expose-headers': EXPOSED };

/** Allows whatever headers the client's library wants to send: we read only the ones we know. */
export function preflight(request: Request): Response {
  const asked = request.headers.get('access-control-request-headers');
  return new Response(null, {
    status: 204,
    headers: {
      ...CORS_HEADERS,
      'access-control-allow-methods': pathOf(request).startsWith('/v1/responses/') ? 'GET, DELETE' : 'GET, POST',
      'access-control-allow-headers': asked && HEADER_NAMES.test(asked) ? asked : 'authorization, content-type',
      'access-control-max-age': '86400',
      vary: 'access-control-request-headers',
    },
  });
}
