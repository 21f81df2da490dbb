/** The refusals of an operation for the OpenAPI document: each status with its codes, and what a code means. */
import { ERROR_CODES, type ErrorCode } from '../../core/errors.ts';
import { ERROR_TABLE } from '../../platform/http/error-body.ts';

const STATUS_NOTES: Readonly<Record<number, string>> = {
  400: 'The request is not valid: the model, the messages or the parameters.',
  401: 'The API key is missing or not valid.',
  402: 'The credit is exhausted. The same request cannot succeed, and clients do not repeat it by themselves.',
  404: 'There is no such thing, or not for this key.',
  413: 'The request is too large.',
  429: 'Too many requests with this key; wait as long as retry-after says.',
  502: 'The model is temporarily unavailable, or something else on our side. Nothing was charged; try again.',
};

export const CODE_NOTES: Readonly<Partial<Record<ErrorCode, string>>> = {
  invalid_request: 'param names a field that is missing, has the wrong type or is out of its range.',
  invalid_body: 'The body is no JSON object in UTF-8, is nested too deeply, or has a field twice.',
  unsupported_content_type: 'Content-Type is not application/json, or there is a Content-Encoding.',
  model_not_found: 'The catalogue has no such model.',
  model_not_allowed: 'The key is limited to other models.',
  tools_not_supported: 'tools or tool_choice on a model without tools.',
  context_length_exceeded: 'The chat is too long for the model.',
  rejected_by_model: 'The model refuses the request for another reason.',
  previous_response_not_found: 'There is no such response, or it is kept no longer: send the whole input.',
  idempotency_key_invalid: 'The Idempotency-Key is not 1 to 255 visible ASCII characters.',
  idempotency_key_reused: 'The same Idempotency-Key came with another body.',
  body_too_slow: 'The body did not arrive in time.',
  invalid_api_key: 'There is no key, or it is mistyped, unknown, expired or revoked.',
  ip_not_allowed: 'The key is limited to other network addresses.',
  insufficient_credit: 'Plan, packages and credit do not cover the input and one token of output.',
  key_limit_reached: 'The limit of the key, of credit or of tokens, is reached.',
  member_limit_reached: 'The monthly budget of the member whose key it is, of credit or of tokens, is reached.',
  account_limit_reached: 'The limit of credit or of tokens of the account is reached.',
  account_blocked: 'The account owes money, is suspended or is closed.',
  not_found: 'Check the id and the base address, which ends in /v1.',
  request_too_large: 'The body is larger than this service takes. The connection is closed.',
  rate_limited: 'As many requests as a minute may have were admitted in the last 60 seconds.',
  too_many_running: 'As many requests of the key or the account run or wait as may at once.',
  upstream_failed: 'The model cannot be reached, or what it sent is no answer.',
  upstream_incomplete: 'The model broke off in the middle of its answer.',
  structured_output_failed: 'The answer does not keep to the strict JSON schema of the request.',
  upstream_overloaded: 'The model is busy.',
  no_engine: 'Nothing is connected to this model: use another.',
  store_unavailable: 'The database cannot be read or written at the moment.',
  shutting_down: 'The service stops, and the answer took longer than it waits.',
  internal: 'A mistake of ours; tell us the x-request-id.',
};

export const RATE_HEADERS = [
  'x-ratelimit-limit-requests',
  'x-ratelimit-remaining-requests',
  'x-ratelimit-reset-requests',
];

/** A key can meet these wherever it is used. */
const OF_EVERY_KEY: readonly ErrorCode[] = [
  'invalid_request',
  'invalid_api_key',
  'ip_not_allowed',
  'rate_limited',
  'store_unavailable',
  'internal',
];

export const READING_CODES: readonly ErrorCode[] = OF_EVERY_KEY;
export const FINDING_CODES: readonly ErrorCode[] = [...OF_EVERY_KEY, 'not_found'];
/** Codes without a note here are answered to pages only, or to a path or method that does not exist. */
export const RESPONSES_CODES: readonly ErrorCode[] = ERROR_CODES.filter(
  (code) => CODE_NOTES[code] !== undefined && code !== 'not_found',
);
export const CHAT_CODES: readonly ErrorCode[] = RESPONSES_CODES.filter(
  (code) => code !== 'previous_response_not_found',
);

type ErrorNotes = {
  readonly statuses: Readonly<Record<number, string>>;
  readonly codes: Readonly<Partial<Record<ErrorCode, string>>>;
};

/** One response for each status that these codes have. */
export function errorResponses(
  codes: readonly ErrorCode[],
  notes: ErrorNotes = { statuses: STATUS_NOTES, codes: CODE_NOTES },
): Readonly<Record<string, object>> {
  const byStatus = Object.groupBy(codes, (code) => ERROR_TABLE[code].status);
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, group]) => [status, errorResponse(Number(status), group, notes)]),
  );
}

function errorResponse(status: number, codes: readonly ErrorCode[], notes: ErrorNotes): object {
  const options = codes.map((code) => ({ const: ERROR_TABLE[code].code, description: notes.codes[code] }));
  const named = codes.map((code) => ERROR_TABLE[code].code).filter((code) => code !== null);
  return {
    description: `${notes.statuses[status]} Codes: ${named.join(', ') || 'none'}.`,
    headers: headersOf(status, codes),
    content: {
      'application/json': {
        schema: {
          allOf: [{ $ref: '#/components/schemas/Error' }],
          properties: {
            error: {
              properties: { type: { const: ERROR_TABLE[codes[0]!].type }, code: { oneOf: options } },
            },
          },
        },
      },
    },
  };
}

function headersOf(status: number, codes: readonly ErrorCode[]): Readonly<Record<string, object>> {
  const isFinal = codes.some((code) => ERROR_TABLE[code].retry === false);
  const isWorthRepeating = status === 429 || status === 502;
  const names = [
    'x-request-id',
    ...(isWorthRepeating ? ['retry-after', 'retry-after-ms'] : []),
    ...(isFinal ? ['x-should-retry'] : []),
  ];
  return headers(names);
}

export const headers = (names: readonly string[]): Readonly<Record<string, object>> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

export const HEADERS = {
  'x-request-id': { description: 'Name it when you ask for help. It also finds the receipt.', schema: text() },
  'x-ratelimit-limit-requests': { description: 'How many requests a minute may have.', schema: text() },
  'x-ratelimit-remaining-requests': { description: 'How many more would be admitted now.', schema: text() },
  'x-ratelimit-reset-requests': {
    description: 'Until the oldest counted request leaves the window, such as 32.650s.',
    schema: text(),
  },
  'retry-after': { description: 'When to try again, in whole seconds, at most 60.', schema: text() },
  'retry-after-ms': { description: 'The same in milliseconds.', schema: text() },
  'x-should-retry': { description: 'false: the same request cannot succeed.', schema: { const: 'false' } },
  'ai-disclosure': {
    description: 'The answer was written by a model.',
    schema: { const: 'mode=ai-originated' },
  },
  'idempotent-replayed': {
    description: 'true: this is the earlier answer to the same Idempotency-Key.',
    schema: { const: 'true' },
  },
};

function text() {
  return { type: 'string' };
}
