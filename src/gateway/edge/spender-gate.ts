/** Who spends from a page, and may they now? A session first (401), then the limit of the key that pays (429). */
import type { ApiKey } from '../../core/api-key.ts';
import type { PlaygroundOf } from '../../core/settings-ports.ts';
import { type PersonGate, refuseUnlessMay } from '../../features/sign-in/person-gate.ts';
import type { Call } from '../../platform/http/call.ts';
import { type AdmissionParts, type Admitted, admit } from './gate.ts';

export type SpenderGate = (call: Call) => Promise<Admitted>;

type SpenderGateParts = AdmissionParts & {
  readonly personGate: PersonGate;
  /** The key with which an account pays for what a member does on the pages. */
  readonly keyOf: (of: PlaygroundOf) => Promise<ApiKey>;
};

export function createSpenderGate(parts: SpenderGateParts): SpenderGate {
  return async (call) => {
    const person = await parts.personGate(call);
    refuseUnlessMay(person, 'spend');
    const { accountId, userId, memberRole } = person;
    const key = await parts.keyOf({ accountId, ...(memberRole !== 'owner' && { userId }) });
    return admit(call, { accountId, key, requestId: call.requestId }, parts);
  };
}
