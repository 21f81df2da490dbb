import { ServiceError } from '../../core/errors.ts';
import type { Attempts } from '../../core/people.ts';

/** Counts a try, and refuses it where there were too many. */
export async function takeAttempts(
  attempts: Pick<Attempts, 'take'>,
  limits: Parameters<Attempts['take']>[0],
  nowMs: number,
): Promise<void> {
  const { waitMs } = await attempts.take(limits, nowMs);
  if (waitMs > 0) {
    throw new ServiceError('too_many_attempts', 'Too many attempts; please wait.', { retryAfterMs: waitMs });
  }
}
