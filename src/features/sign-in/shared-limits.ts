/**
 * Counts an attempt against limits of two kinds. The limit of one client alone is plain. A limit that strangers share is
 * not: an attacker who used it up would keep all others out, so there a solved proof of work passes instead of being counted.
 */
import { ServiceError } from '../../core/errors.ts';
import type { CountAttempt } from '../../core/people.ts';
import type { Platform } from '../../platform/platform.ts';
import type { SignInSetup } from './setup.ts';

const MINUTE_MS = 60_000;

export function createSharedLimits(
  { clock }: Pick<Platform, 'clock'>,
  { attempts, proofs }: Pick<SignInSetup, 'attempts' | 'proofs'>,
): CountAttempt {
  return async ({ hard, shared, proof, refusal = 'Too many attempts' }) => {
    const once = proofs.onceOf(proof);
    // The shared ones come last, so that what a client is refused does not use up what all of them share.
    const { waitMs, reached } = await attempts.take([...hard, ...(once ? [once] : shared)], clock.nowMs());
    const isHard = hard.some(({ scope }) => scope === reached);
    if (waitMs > 0) throw isHard ? tooMany(refusal, waitMs) : proofRequired();
    return [...hard, ...(once ? [] : shared)].map(({ scope }) => scope);
  };
}

function tooMany(refusal: string, waitMs: number): ServiceError {
  const minutes = Math.ceil(waitMs / MINUTE_MS);
  const wait = `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
  return new ServiceError('too_many_attempts', `${refusal}: please try again in ${wait}.`, { retryAfterMs: waitMs });
}

const proofRequired = (): ServiceError =>
  new ServiceError(
    'proof_required',
    'Many people are asking at once: solve the challenge of GET /api/auth/proof and repeat this with its solution.',
  );
