/** Management tokens at the routes of the pages: how often one may ask, what its scopes allow, and its line in the log. */

import { ServiceError } from '../../core/errors.ts';
import { actorOf } from '../../core/management-token.ts';
import type { Person, PersonToken } from '../../core/person.ts';
import type { Admission } from '../../core/rate-limit.ts';
import type { TokenScope } from '../../core/token-scopes.ts';
import type { RateLimits } from '../../ledger/rate-limiter.ts';
import type { Call } from '../../platform/http/call.ts';
import type { Platform } from '../../platform/platform.ts';

export type ManagementTokenGate = {
  /** Counted like the requests of a key. */
  admit(token: PersonToken): Promise<Admission & { readonly limit: number }>;
  /** Before it is done, so that nothing is done without a line. Operators' actions have one of their own. */
  log(call: Call, person: Person): Promise<void>;
};

type TokenRates = { readonly rateLimits: Pick<RateLimits, 'admit'>; readonly requestsPerMinute: number };

export const createManagementTokenGate = (
  { actionLog, clock }: Platform,
  { rateLimits, requestsPerMinute }: TokenRates,
): ManagementTokenGate => ({
  admit: async ({ id }) => ({ ...(await rateLimits.admit(id)), limit: requestsPerMinute }),

  log: async ({ request, requestId }, person) => {
    if (request.method === 'GET' || request.method === 'HEAD') return;
    const { accountId } = person;
    await actionLog.act({
      id: requestId,
      actor: actorOf(person),
      reason: 'asked with a management token',
      atMs: clock.nowMs(),
      action: { kind: 'token-call', accountId, call: `${request.method} ${new URL(request.url).pathname}` },
    });
  },
});

/** A session has every scope. */
export function refuseUnlessScoped({ token }: Pick<Person, 'token'>, scopes: readonly TokenScope[]): void {
  if (!token || token.scopes.some((scope) => scopes.includes(scope))) return;
  throw new ServiceError(
    'scope_not_allowed',
    scopes.length === 0
      ? 'This takes a person who is signed in at the pages: no scope of a management token holds it.'
      : `This takes a management token with the scope ${scopes.join(' or ')}; this one has ${token.scopes.join(', ')}.`,
  );
}
