/** The claim of the server that makes the answer of an Idempotency-Key, where several may be asked for it at once. */

import type { RecordedAnswer } from '../core/chat.ts';
import type { ErrorCode, ErrorDetails } from '../core/errors.ts';

export type AnswerLookup = { readonly fingerprint: string; readonly answer: RecordedAnswer };

export interface RecordedAnswers {
  find(scope: string, nowMs: number): Promise<AnswerLookup | undefined>;
}

export type AnswerClaim = {
  /** The caller and the key. */
  readonly scope: string;
  /** A hash of the request's body. */
  readonly fingerprint: string;
  /** Unlike that of any other claim. */
  readonly owner: string;
  /** Until then no other server may have it. The owner moves it on while it works. */
  readonly leasedUntilMs: number;
};

/** Why no answer came of a claim. */
export type ClaimFailure = Pick<ErrorDetails, 'param' | 'retryAfterMs'> & {
  readonly code: ErrorCode;
  readonly message: string;
};

type ClaimOutcome =
  /** It is ours: we make the answer. */
  | { readonly kind: 'taken' }
  /** There is an answer already. */
  | { readonly kind: 'known'; readonly known: AnswerLookup }
  /** Another server makes it now. */
  | { readonly kind: 'busy'; readonly owner: string; readonly fingerprint: string };

type SeenClaim = Pick<AnswerClaim, 'owner' | 'leasedUntilMs'> & { readonly failure?: ClaimFailure };

export interface AnswerClaims {
  /** One of many who ask at once gets it; a claim that has failed or whose lease is over is as good as none. */
  take(claim: AnswerClaim, nowMs: number): Promise<ClaimOutcome>;
  look(scope: string): Promise<SeenClaim | undefined>;
  /** Changes nothing where another server has it by now. */
  renew(claim: Pick<AnswerClaim, 'scope' | 'owner' | 'leasedUntilMs'>): Promise<void>;
  /** No answer came of it. Without a failure those who wait begin anew; with one they get it. */
  end(claim: Pick<AnswerClaim, 'scope' | 'owner'>, failure: ClaimFailure | undefined): Promise<void>;
}
