/** Who spends from a page, and may they now? A session first (401), then the limit of the key that pays (429). */
import type { ApiKey } from '../domain/api-key.ts';
import type { RateLimits } from '../domain/ports.ts';
import type { Call } from './call.ts';
import type { Admitted } from './gate.ts';
import type { PersonGate } from './person-gate.ts';

export type SpenderGate = (call: Call) => Promise<Admitted>;

export type SpenderGateParts = {
  readonly personGate: PersonGate;
  /** The key with which an account pays for what its owner does on the pages. */
  readonly keyOf: (accountId: string) => Promise<ApiKey>;
  readonly rateLimits: RateLimits;
  readonly requestsPerMinute: number;
};

export function createSpenderGate(parts: SpenderGateParts): SpenderGate {
  return async (call) => {
    const { accountId } = await parts.personGate(call);
    const key = await parts.keyOf(accountId);
    const admission = { ...(await parts.rateLimits.admit(key.id)), limit: parts.requestsPerMinute };
    return { caller: { accountId, key, requestId: call.requestId }, admission };
  };
}
