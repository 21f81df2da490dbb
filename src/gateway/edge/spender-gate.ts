/** The gate of what a person spends from a page: a session first (401), then the limit of the key that pays (429). */

import type { ApiKey } from '../../core/api-key.ts';
import type { PlaygroundOf } from '../../features/keys/keys.ts';
import { type PersonGate, refuseUnlessMay } from '../../features/sign-in/person-gate.ts';
import type { Call } from '../../platform/http/call.ts';
import { type Admitted, admit, type RequestLimits } from './gate.ts';

export type SpenderGate = (call: Call) => Promise<Admitted>;

type Spenders = {
  readonly personGate: PersonGate;
  /** The key with which an account pays for what a member does on the pages. */
  readonly keyOf: (of: PlaygroundOf) => Promise<ApiKey>;
};

export function createSpenderGate(limits: RequestLimits, { personGate, keyOf }: Spenders): SpenderGate {
  return async (call) => {
    const person = await personGate(call);
    refuseUnlessMay(person, 'spend', []);
    const { accountId, userId, memberRole } = person;
    const key = await keyOf({ accountId, ...(memberRole !== 'owner' && { userId }) });
    return admit(call, { accountId, key, requestId: call.requestId }, limits);
  };
}
