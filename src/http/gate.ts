/** Who calls, and may they call now? 401 first, then 429; nothing of the body has been read yet. */
import { ServiceError } from '../domain/errors.ts';
import type { Caller, RateLimits } from '../domain/ports.ts';
import type { Admission } from '../domain/rate-limit.ts';
import type { Authenticate } from '../service/keys.ts';
import type { Call } from './call.ts';

export type Admitted = { readonly caller: Caller; readonly admission: Admission & { readonly limit: number } };

export type Gate = ((call: Call) => Promise<Admitted>) & {
  refusal(admission: Admission & { readonly limit: number }): ServiceError;
};

export function createGate(authenticate: Authenticate, limits: RateLimits, requestsPerMinute: number): Gate {
  const gate = async ({ request, requestId, address }: Call): Promise<Admitted> => {
    const key = await authenticate(bearerOf(request.headers), address);
    const admission = { ...(await limits.admit(key.id)), limit: requestsPerMinute };
    return { caller: { accountId: key.accountId, key, requestId }, admission };
  };
  return Object.assign(gate, { refusal });
}

const refusal: Gate['refusal'] = ({ limit, resetMs }) =>
  new ServiceError(
    'rate_limited',
    `Rate limit reached: ${limit} requests per minute for one API key; try again in ${(resetMs / 1000).toFixed(1)} seconds.`,
    { retryAfterMs: resetMs },
  );

/** Only `Authorization: Bearer`. Two such headers arrive joined by a comma and so are no key. */
function bearerOf(headers: Headers): string | undefined {
  return /^bearer +([!-~]{1,512})$/i.exec(headers.get('authorization') ?? '')?.[1];
}

export const rateLimitHeaders = ({ limit, remaining, resetMs }: Admitted['admission']): Record<string, string> => ({
  'x-ratelimit-limit-requests': String(limit),
  'x-ratelimit-remaining-requests': String(remaining),
  'x-ratelimit-reset-requests': `${Math.max(0, resetMs / 1000).toFixed(3)}s`,
});
