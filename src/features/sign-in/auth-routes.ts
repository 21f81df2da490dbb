/** `/api/auth/…`: reads what a page sent, keeps other sites out, and hands it to the sign-in part. */
import type { AuthCall } from '../../core/people.ts';
import { networksOf } from '../../lib/ip-range.ts';
import { readBody } from '../../platform/http/body.ts';
import type { Call, Method, Route } from '../../platform/http/call.ts';
import { parseFormBody } from '../../platform/http/form-body.ts';
import type { PageLimit } from '../../platform/http/page-limit.ts';
import { FORM_LIMITS } from '../../platform/http/page-route.ts';
import { type OriginCheck, refuseForeign } from './person-gate.ts';

type AuthEdge = {
  /** What can be reached: paths behind `/api/auth`. */
  readonly endpoints: readonly { readonly method: Method; readonly path: string }[];
  readonly handle: (call: AuthCall) => Promise<Response>;
  readonly isOurOrigin: OriginCheck;
  /** How often a network may ask. */
  readonly limit: PageLimit;
};

const BASE = '/api/auth';

export const authRoutes = ({ endpoints, handle, isOurOrigin, limit }: AuthEdge): readonly Route[] =>
  endpoints.map(({ method, path }) => ({
    method,
    path: `${BASE}${path}`,
    guard: 'none',
    handle: async ({ request, client: { address } }: Call) => {
      refuseForeign(request, isOurOrigin);
      for (const { network, times } of networksOf(address)) limit(network, times);
      const { pathname, search } = new URL(request.url);
      const { headers } = request;
      // HEAD would be answered as GET, and some of these links work only once.
      const body = method === 'GET' ? {} : parseFormBody(await readBody(request, FORM_LIMITS));
      return handle({ method: request.method, path: pathname.slice(BASE.length), search, body, address, headers });
    },
  }));
