/**
 * One error class for everything that reaches a caller, and one list of codes. A code says what happened; the
 * HTTP status, the OpenAI `type` and the wire `code` that belong to it are in one table in `platform/http/error-body.ts`.
 * Anything thrown that is not a ServiceError is a bug: it is logged in full and the caller hears only that we failed.
 */

import type { BankFileProblem } from './bank-file-problem.ts';
import type { TokenRate } from './ledger.ts';

export const ERROR_CODES = [
  'invalid_request',
  'invalid_body',
  'unsupported_content_type',
  'model_not_found',
  'model_not_allowed',
  'tools_not_supported',
  'context_length_exceeded',
  'rejected_by_model',
  'previous_response_not_found',
  'idempotency_key_invalid',
  'idempotency_key_reused',
  'body_too_slow',
  'invalid_api_key',
  'ip_not_allowed',
  'session_required',
  'invalid_token',
  'foreign_origin',
  'role_not_allowed',
  'scope_not_allowed',
  'invalid_credentials',
  'wrong_password',
  'email_not_verified',
  'password_length',
  'password_weak',
  'invalid_link',
  'invalid_code',
  'sign_in_again',
  'two_factor_state',
  'second_factor_required',
  'passkey_refused',
  'email_taken',
  'sign_up_closed',
  'invitation_required',
  'invitation_invalid',
  'domain_public',
  'domain_taken',
  'domain_record_missing',
  'provider_unreachable',
  'provider_mismatch',
  'organisation_sign_in_required',
  'own_sign_in_required',
  'organisation_closed',
  'organisation_sign_in_unknown',
  'too_many_attempts',
  'proof_required',
  'terms_not_accepted',
  'consent_required',
  'withdrawal_refused',
  'voucher_invalid',
  'statement_invalid',
  'order_unknown',
  'order_settled',
  'amount_differs',
  'movement_settled',
  'account_closed',
  'plan_running',
  'account_full',
  'too_many_keys',
  'offer_unknown',
  'webhook_refused',
  'payment_provider_failed',
  'insufficient_credit',
  'key_limit_reached',
  'member_limit_reached',
  'account_limit_reached',
  'account_blocked',
  'changed_meanwhile',
  'set_by_file',
  'not_found',
  'method_not_allowed',
  'request_too_large',
  'rate_limited',
  'too_many_running',
  'upstream_failed',
  'upstream_incomplete',
  'structured_output_failed',
  'upstream_overloaded',
  'no_engine',
  'store_unavailable',
  'shutting_down',
  'internal',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/** One of several fields at fault. */
export type FieldProblem = { readonly param: string; readonly message: string };

export type ErrorDetails = {
  /** The request field at fault, as `messages[3].content`. */
  readonly param?: string;
  /** What is wrong with it, as a sentence about it: `must be in the future`. */
  readonly problem?: string;
  /** For a form with more than one field at fault: all of them, as `param` and the message are the first. */
  readonly problems?: readonly FieldProblem[];
  /** For a refusal that time cures: after how long a repeat makes sense. */
  readonly retryAfterMs?: number;
  /** For `rate_limited` by tokens: what the headers say. */
  readonly tokenRate?: TokenRate;
  /** For `statement_invalid`: what is wrong with the file. */
  readonly statement?: BankFileProblem;
  /** A cause that the operator should see and the caller must not: it is logged, never sent. */
  readonly cause?: unknown;
  /** Which engine failed, and how, in a word or a status: for operators, without anything that the engine said. */
  readonly engineFailure?: { readonly engine: string; readonly how: string };
  /** The engine ended while it had the request, perhaps because of it: no engine is asked again. */
  readonly endedEngine?: boolean;
  /** For `store_unavailable`: the database was out of reach, and the same call may go well a little later. */
  readonly isPassing?: boolean;
  /** For `method_not_allowed`: what the path does take. */
  readonly allow?: readonly string[];
};

/** A refusal or failure that reaches the caller. The message is one sentence written for the caller. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.details = details;
  }
}

/** A field that cannot be what it is. `problem` is a sentence about it, without a subject and an end. */
export const invalidField = (param: string, problem: string): ServiceError =>
  new ServiceError('invalid_request', `${param} ${problem}.`, { param, problem });

/** One field at fault or several, each with a whole sentence. */
export function invalidFields(problems: readonly FieldProblem[]): ServiceError {
  const { param, message } = problems[0]!;
  return new ServiceError('invalid_request', message, { param, ...(problems.length > 1 && { problems }) });
}

export const bankFileInvalid = (message: string, statement: BankFileProblem): ServiceError =>
  new ServiceError('statement_invalid', message, { param: 'file', statement });

/** An account has as much as it may have at once; it costs nothing, and others are not kept waiting for it. */
export const tooManyRunning = (what: string, retryAfterMs: number): ServiceError =>
  new ServiceError(
    'too_many_running',
    `Too many requests at once: ${what}; try again in ${Math.ceil(retryAfterMs / 1000)} seconds.`,
    { retryAfterMs },
  );

export const tooManyKeys = (max: number): ServiceError =>
  new ServiceError('too_many_keys', `An account has at most ${max} keys that can be used: revoke one first.`);

/** A line of a batch was ended because another request would have had to wait for it. No engine has failed. */
export const gaveWay = (): ServiceError =>
  new ServiceError('shutting_down', 'The request gave way to others; nothing was charged.');

/** Where a model has only so many slots. */
export const SHARE_USED = 'the running and waiting requests of your account use its share of this model';
