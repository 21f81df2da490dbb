/** The caller of a line: the key that made its batch, as it is when the line begins. */

import { type Caller, isUsable } from '../../core/api-key.ts';
import { ServiceError } from '../../core/errors.ts';
import type { Batch } from '../../features/batches/rules.ts';
import type { Keys } from '../../features/keys/index.ts';
import type { Clock } from '../../platform/clock.ts';

type Found = { readonly caller: Caller; readonly refusal: ServiceError | undefined };

/** A key that has ended refuses the line, but for an answer that it has paid already. */
export async function callerOf(
  { keys, clock }: { readonly keys: Pick<Keys, 'findById'>; readonly clock: Clock },
  { keyId, accountId, isBackground }: Batch,
  requestId: string,
): Promise<Found> {
  const made = isBackground ? 'this response' : 'this batch';
  const ended = new ServiceError('invalid_api_key', `The API key that made ${made} was revoked or has expired.`);
  const key = await keys.findById(keyId);
  if (!key) throw ended;
  const paused = `The member whose API key made ${made} may not spend any more.`;
  const refusal = isUsable(key, clock.nowMs()) ? undefined : ended;
  return {
    caller: { accountId, key, requestId },
    refusal: refusal ?? (key.isPaused ? new ServiceError('role_not_allowed', paused) : undefined),
  };
}
