/** The one table from what happened to what the caller gets: status, OpenAI `type` and `code`, and headers. */

import type { BankFileProblem } from '../../core/bank-file-problem.ts';
import { type ErrorCode, type FieldProblem, ServiceError } from '../../core/errors.ts';
import type { TokenRate } from '../../core/ledger.ts';

type Row = {
  readonly status: 400 | 401 | 402 | 403 | 404 | 405 | 409 | 413 | 429 | 502;
  readonly type: string;
  readonly code: string | null;
  /** `false` tells clients that the same request cannot succeed; `true` that it may, after a wait. Without, it may later. */
  readonly retry?: boolean | undefined;
  /** For people, not for clients that repeat by themselves: the wait is not rounded. */
  readonly waitsLong?: boolean;
};

const INVALID = { status: 400, type: 'invalid_request_error', retry: false } as const;
const UNKNOWN = { status: 401, type: 'authentication_error', retry: false } as const;
const FORBIDDEN = { status: 403, type: 'invalid_request_error', retry: false } as const;
const ABSENT = { status: 404, type: 'not_found_error', retry: false } as const;
/** Passes by itself, or by what others do. */
const PASSING = { ...INVALID, retry: undefined } as const;
const OURS = { status: 502, type: 'upstream_error', retry: true } as const;

export const ERROR_TABLE: Readonly<Record<ErrorCode, Row>> = {
  invalid_request: { ...INVALID, code: null },
  invalid_body: { ...INVALID, code: 'invalid_body' },
  unsupported_content_type: { ...INVALID, code: 'unsupported_content_type' },
  model_not_found: { ...INVALID, code: 'model_not_found' },
  model_not_allowed: { ...INVALID, code: 'model_not_allowed' },
  tools_not_supported: { ...INVALID, code: 'unsupported_parameter' },
  context_length_exceeded: { ...INVALID, code: 'context_length_exceeded' },
  rejected_by_model: { ...INVALID, code: 'rejected_by_model' },
  previous_response_not_found: { ...INVALID, code: 'previous_response_not_found' },
  idempotency_key_invalid: { ...INVALID, code: 'idempotency_key_invalid' },
  idempotency_key_reused: { ...INVALID, code: 'idempotency_key_reused' },
  body_too_slow: { ...PASSING, code: 'body_too_slow' },
  invalid_api_key: { ...UNKNOWN, code: 'invalid_api_key' },
  ip_not_allowed: { ...UNKNOWN, code: 'ip_not_allowed' },
  session_required: { ...UNKNOWN, code: 'session_required' },
  invalid_token: { ...UNKNOWN, code: 'invalid_token' },
  foreign_origin: { ...FORBIDDEN, code: 'foreign_origin' },
  role_not_allowed: { ...FORBIDDEN, code: 'role_not_allowed' },
  scope_not_allowed: { ...FORBIDDEN, code: 'scope_not_allowed' },
  invalid_credentials: { ...UNKNOWN, code: 'invalid_credentials' },
  wrong_password: { ...INVALID, code: 'wrong_password' },
  email_not_verified: { ...FORBIDDEN, code: 'email_not_verified' },
  password_length: { ...INVALID, code: 'password_length' },
  password_weak: { ...INVALID, code: 'password_weak' },
  invalid_link: { ...INVALID, code: 'invalid_link' },
  invalid_code: { ...UNKNOWN, code: 'invalid_code' },
  sign_in_again: { ...UNKNOWN, code: 'sign_in_again' },
  second_factor_required: { ...FORBIDDEN, code: 'second_factor_required' },
  two_factor_state: { ...INVALID, code: 'two_factor_state' },
  passkey_refused: { ...UNKNOWN, code: 'passkey_refused' },
  email_taken: { ...INVALID, code: 'email_taken' },
  sign_up_closed: { ...FORBIDDEN, code: 'sign_up_closed' },
  invitation_required: { ...FORBIDDEN, code: 'invitation_required' },
  invitation_invalid: { ...FORBIDDEN, code: 'invitation_invalid' },
  domain_public: { ...INVALID, code: 'domain_public' },
  domain_taken: { ...INVALID, code: 'domain_taken' },
  domain_record_missing: { ...PASSING, code: 'domain_record_missing' },
  provider_unreachable: { ...PASSING, code: 'provider_unreachable' },
  provider_mismatch: { ...INVALID, code: 'provider_mismatch' },
  organisation_sign_in_required: { ...FORBIDDEN, code: 'organisation_sign_in_required' },
  own_sign_in_required: { ...FORBIDDEN, code: 'own_sign_in_required' },
  organisation_closed: { ...FORBIDDEN, code: 'organisation_closed' },
  organisation_sign_in_unknown: { ...ABSENT, code: 'organisation_sign_in_unknown' },
  too_many_attempts: { status: 429, type: 'rate_limit_error', code: 'too_many_attempts', retry: true, waitsLong: true },
  proof_required: { ...FORBIDDEN, code: 'proof_required' },
  terms_not_accepted: { ...INVALID, code: 'terms_not_accepted' },
  consent_required: { ...INVALID, code: 'consent_required' },
  withdrawal_refused: { ...INVALID, code: 'withdrawal_refused' },
  voucher_invalid: { ...INVALID, code: 'voucher_invalid' },
  statement_invalid: { ...INVALID, code: 'statement_invalid' },
  order_unknown: { ...INVALID, code: 'order_unknown' },
  order_settled: { ...INVALID, code: 'order_settled' },
  amount_differs: { ...INVALID, code: 'amount_differs' },
  movement_settled: { ...INVALID, code: 'movement_settled' },
  account_closed: { ...INVALID, code: 'account_closed' },
  plan_running: { ...INVALID, code: 'plan_running' },
  account_full: { ...INVALID, code: 'account_full' },
  too_many_keys: { ...INVALID, code: 'too_many_keys' },
  offer_unknown: { ...INVALID, code: 'offer_unknown' },
  webhook_refused: { ...INVALID, code: 'webhook_refused' },
  payment_provider_failed: { ...OURS, code: 'payment_provider_failed' },
  insufficient_credit: { status: 402, type: 'insufficient_credit', code: 'insufficient_quota', retry: false },
  key_limit_reached: { status: 402, type: 'insufficient_credit', code: 'key_limit_reached', retry: false },
  member_limit_reached: { status: 402, type: 'insufficient_credit', code: 'member_limit_reached', retry: false },
  account_limit_reached: { status: 402, type: 'insufficient_credit', code: 'account_limit_reached', retry: false },
  account_blocked: { status: 402, type: 'insufficient_credit', code: 'account_blocked', retry: false },
  changed_meanwhile: { status: 409, type: 'invalid_request_error', code: 'changed_meanwhile', retry: false },
  set_by_file: { status: 409, type: 'invalid_request_error', code: 'set_by_file', retry: false },
  not_found: { ...ABSENT, code: 'not_found' },
  method_not_allowed: { status: 405, type: 'invalid_request_error', code: 'method_not_allowed', retry: false },
  request_too_large: { status: 413, type: 'request_too_large', code: 'request_too_large', retry: false },
  rate_limited: { status: 429, type: 'rate_limit_error', code: 'rate_limit_exceeded', retry: true },
  too_many_running: { status: 429, type: 'rate_limit_error', code: 'concurrency_limit_exceeded', retry: true },
  upstream_failed: { ...OURS, code: 'upstream_error' },
  upstream_incomplete: { ...OURS, code: 'upstream_incomplete' },
  structured_output_failed: { ...OURS, code: 'structured_output_failed' },
  upstream_overloaded: { ...OURS, code: 'upstream_overloaded' },
  no_engine: { ...OURS, code: 'no_engine', retry: false },
  store_unavailable: { ...OURS, code: 'store_unavailable' },
  shutting_down: { ...OURS, code: 'shutting_down' },
  internal: { ...OURS, code: 'internal_error' },
};

/** Whatever was thrown, as something the caller may read. An unknown error says nothing of itself. */
export function toServiceError(thrown: unknown): ServiceError {
  if (thrown instanceof ServiceError) return thrown;
  return new ServiceError('internal', 'Something failed on our side; nothing was charged. Please try again.', {
    cause: thrown,
  });
}

export type ErrorBody = {
  readonly error: {
    readonly message: string;
    readonly type: string;
    readonly param: string | null;
    readonly code: string | null;
    readonly statement?: BankFileProblem;
    readonly problems?: readonly FieldProblem[];
  };
};

export function toErrorBody(error: ServiceError): ErrorBody {
  const { type, code } = ERROR_TABLE[error.code];
  const { param = null, statement, problems } = error.details;
  const more = { ...(statement && { statement }), ...(problems && { problems }) };
  return { error: { message: error.message, type, param, code, ...more } };
}

export const statusOf = (error: ServiceError): number => ERROR_TABLE[error.code].status;

/** The headers of the strictest limit of tokens a minute. */
export const tokenRateHeaders = ({ limit, remaining, resetMs }: TokenRate): Record<string, string> => ({
  'x-ratelimit-limit-tokens': String(limit),
  'x-ratelimit-remaining-tokens': String(remaining),
  'x-ratelimit-reset-tokens': `${Math.max(0, resetMs / 1000).toFixed(3)}s`,
});

const RETRY_AFTER_MS_DEFAULT = 1000;
const RETRY_AFTER_S_MAX = 60; // The official clients ignore anything longer.

/** `Retry-After` in whole seconds rounded up, so that it is never too early, and the exact wait beside it. */
export function retryHeaders(error: ServiceError): Readonly<Record<string, string>> {
  const { retry, status, waitsLong } = ERROR_TABLE[error.code];
  const secondsMax = waitsLong ? Number.MAX_SAFE_INTEGER : RETRY_AFTER_S_MAX;
  if (retry === undefined) return {};
  const headers: Record<string, string> = {};
  if (!retry) headers['x-should-retry'] = 'false';
  else if (status === 429 || status === 502) {
    const waitMs = Math.max(1, Math.ceil(error.details.retryAfterMs ?? RETRY_AFTER_MS_DEFAULT));
    const seconds = Math.min(secondsMax, Math.max(1, Math.ceil(waitMs / 1000)));
    headers['retry-after'] = String(seconds);
    headers['retry-after-ms'] = String(Math.min(waitMs, secondsMax * 1000));
  }
  return headers;
}
