/** `/api/auth/…`: reads what a page sent, keeps other sites out, and hands it to the sign-in part. */
import { networksOf } from '../../lib/ip-range.ts';
import { readBody } from '../../platform/http/body.ts';
import type { Call, Route } from '../../platform/http/call.ts';
import { parseFormBody } from '../../platform/http/form-body.ts';
import type { PageLimit } from '../../platform/http/page-limit.ts';
import { FORM_LIMITS } from '../../platform/http/page-route.ts';
import { BASE_PATH, ENDPOINTS } from './endpoints.ts';
import { type OriginCheck, refuseForeign } from './person-gate.ts';
import type { AuthCall } from './rules.ts';

type AuthEdge = {
  readonly handle: (call: AuthCall) => Promise<Response>;
  readonly isOurOrigin: OriginCheck;
  /** How often a network may ask. */
  readonly limit: PageLimit;
};

export const authRoutes = ({ handle, isOurOrigin, limit }: AuthEdge): readonly Route[] =>
  ENDPOINTS.map(({ method, path }) => ({
    method,
    path: `${BASE_PATH}${path}`,
    guard: 'none',
    handle: async ({ request, client: { address } }: Call) => {
      refuseForeign(request, isOurOrigin);
      for (const { network, times } of networksOf(address)) limit(network, times);
      const { pathname, search } = new URL(request.url);
      const { headers } = request;
      // HEAD would be answered as GET, and some of these links work only once.
      const body = method === 'GET' ? {} : parseFormBody(await readBody(request, FORM_LIMITS));
      return handle({ method: request.method, path: pathname.slice(BASE_PATH.length), search, body, address, headers });
    },
  }));
