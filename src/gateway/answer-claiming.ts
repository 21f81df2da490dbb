/**
 * One answer for an Idempotency-Key over several servers. The server that claims the key first makes the answer, and renews its
 * lease meanwhile. Others look now and then what has become of it:
 *
 *   the answer is there        → they give it again
 *   it has failed              → they fail alike
 *   its lease is over          → its server is dead or was out of reach: one of them makes the answer
 */

import { ServiceError } from '../core/errors.ts';
import type { AnswerClaims, AnswerLookup, ClaimFailure } from '../ledger/answer-claims.ts';
import { repeat } from '../lib/repeat.ts';
import { unlessAborted } from '../lib/unless-aborted.ts';
import type { Platform } from '../platform/platform.ts';

export type Claiming = {
  readonly claims: AnswerClaims;
  /** Fires when the server waits no longer. */
  readonly stopping: AbortSignal;
};

export type Claim = {
  readonly owner: string;
  /** The answer was kept, and the claim with it is gone. */
  fulfilled(): void;
  /** Resolves when others can begin anew: until then its failure may not be passed on. */
  failed(thrown: unknown): Promise<void>;
};

type Claimed = { readonly known: AnswerLookup } | { readonly claim: Claim };

type WantedAnswer = {
  readonly scope: string;
  readonly fingerprint: string;
  /** To be thrown when the key is in use with another body. */
  readonly reused: () => ServiceError;
  /** Told when the key is in use with the same body, and the answer is waited for. */
  readonly onWaiting: () => void;
};

/** Longer than the database may be out of reach without a request being refused for it. */
const LEASE_MS = 30_000;
const RENEW_EVERY_MS = 8_000;
const LOOK_AFTER_MS_MIN = 50;
const LOOK_AFTER_MS_MAX = 1_000;

/** Waits until the answer is there or is ours to make. */
export async function claimAnswer(
  { clock, ids }: Pick<Platform, 'clock' | 'ids'>,
  { claims, stopping }: Claiming,
  { scope, fingerprint, reused, onWaiting }: WantedAnswer,
): Promise<Claimed> {
  const owner = ids.next('claim_');
  const lease = () => ({ scope, owner, leasedUntilMs: clock.nowMs() + LEASE_MS });
  for (;;) {
    const outcome = await claims.take({ ...lease(), fingerprint }, clock.nowMs());
    if (outcome.kind === 'known') return { known: outcome.known };
    if (outcome.kind === 'taken') return { claim: keepClaim({ claims, lease }) };
    if (outcome.fingerprint !== fingerprint) throw reused();
    onWaiting();
    await untilOver({ scope, owner: outcome.owner }, { claims, clock, stopping });
  }
}

/** Waits while the same server has the claim and is alive. Throws what it has failed with. */
async function untilOver(
  { scope, owner }: { readonly scope: string; readonly owner: string },
  { claims, clock, stopping }: Claiming & Pick<Platform, 'clock'>,
): Promise<void> {
  for (let pauseMs = LOOK_AFTER_MS_MIN; ; pauseMs = Math.min(LOOK_AFTER_MS_MAX, pauseMs * 1.5)) {
    await pause(pauseMs, stopping);
    const seen = await claims.look(scope);
    if (seen?.owner !== owner) return;
    if (seen.failure) throw thrownFrom(seen.failure);
    if (seen.leasedUntilMs <= clock.nowMs()) return;
  }
}

type Keeping = {
  readonly claims: AnswerClaims;
  readonly lease: () => { readonly scope: string; readonly owner: string; readonly leasedUntilMs: number };
};

function keepClaim({ claims, lease }: Keeping): Claim {
  // A renewal that fails is made up for by the next one; if none gets through, the end finds out that the claim is lost.
  const renewing = repeat({ everyMs: RENEW_EVERY_MS, work: () => claims.renew(lease()), onFailure: () => {} });
  return {
    owner: lease().owner,
    fulfilled: () => void renewing.stop(),
    failed: async (thrown) => {
      void renewing.stop();
      // Where this fails, the lease ends by itself.
      await claims.end(lease(), failureFrom(thrown)).catch(() => {});
    },
  };
}

/** Those who wait at a server that goes on need not fail because another one stops. */
function failureFrom(thrown: unknown): ClaimFailure | undefined {
  if (!(thrown instanceof ServiceError) || thrown.code === 'shutting_down') return undefined;
  const { param, retryAfterMs } = thrown.details;
  return {
    code: thrown.code,
    message: thrown.message,
    ...(param !== undefined && { param }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
}

const thrownFrom = ({ code, message, ...details }: ClaimFailure): ServiceError =>
  new ServiceError(code, message, details);

/** Rejects with the reason of a server that stops. */
const pause = (ms: number, stopping: AbortSignal): Promise<void> => unlessAborted(Bun.sleep(ms), stopping);
