import { describe, expect, test } from 'bun:test';
import { ERROR_CODES, type ErrorCode, ServiceError } from '../../core/errors.ts';
import { ERROR_TABLE, retryHeaders, statusOf, toErrorBody, toServiceError } from './error-body.ts';

const errorOf = (code: ErrorCode, retryAfterMs?: number) =>
  new ServiceError(code, 'Sentence.', retryAfterMs === undefined ? {} : { retryAfterMs });

const codesWith = (...statuses: readonly number[]) =>
  ERROR_CODES.filter((code) => statuses.includes(ERROR_TABLE[code].status));

test('every error code has a row, and every row an error code', () => {
  expect(Object.keys(ERROR_TABLE).sort()).toEqual([...ERROR_CODES].sort());
});

const TYPES: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'insufficient_credit',
  403: 'invalid_request_error', // Only on the pages' own routes.
  404: 'not_found_error',
  405: 'invalid_request_error',
  409: 'invalid_request_error', // Only on the operators' routes.
  413: 'request_too_large',
  429: 'rate_limit_error',
  502: 'upstream_error',
};

test.each(ERROR_CODES)('%s has a published status, and the type that belongs to it', (code) => {
  const { status, type } = ERROR_TABLE[code];

  expect(Object.keys(TYPES)).toContain(String(status));
  expect(type).toBe(TYPES[status]!);
});

test.each([
  ['invalid_api_key', 401, 'invalid_api_key'],
  ['insufficient_credit', 402, 'insufficient_quota'],
  ['context_length_exceeded', 400, 'context_length_exceeded'],
  ['rate_limited', 429, 'rate_limit_exceeded'],
  ['request_too_large', 413, 'request_too_large'],
  ['invalid_request', 400, null],
  ['internal', 502, 'internal_error'],
] as const)('%s is %p with the code that clients know: %p', (code, status, wireCode) => {
  const error = errorOf(code);

  expect(statusOf(error)).toBe(status);
  expect(toErrorBody(error).error.code).toBe(wireCode);
});

describe('the body', () => {
  test('has exactly message, type, param and code', () => {
    const error = new ServiceError('invalid_request', 'temperature must be at most 2.', { param: 'temperature' });

    expect(toErrorBody(error)).toEqual({
      error: {
        message: 'temperature must be at most 2.',
        type: 'invalid_request_error',
        param: 'temperature',
        code: null,
      },
    });
  });

  test('has param null where no field is at fault', () => {
    expect(toErrorBody(errorOf('rate_limited')).error.param).toBeNull();
  });

  test('never has the cause', () => {
    const error = new ServiceError('upstream_failed', 'Unavailable.', {
      cause: new Error('http://10.0.0.1 sk-secret'),
    });

    expect(JSON.stringify(toErrorBody(error))).not.toMatch(/10\.0\.0\.1|sk-secret/);
  });
});

describe('whatever is thrown', () => {
  test('is passed on where it was meant for the caller', () => {
    const error = errorOf('not_found');

    expect(toServiceError(error)).toBe(error);
  });

  test.each([
    ['an error', new TypeError('secret detail')],
    ['a string', 'secret detail'],
    ['undefined', undefined],
    ['null', null],
  ])('says nothing of itself where it is a bug: %s', (_what, thrown) => {
    const error = toServiceError(thrown);

    expect(statusOf(error)).toBe(502);
    expect(JSON.stringify(toErrorBody(error))).not.toContain('secret');
    expect(error.details.cause).toBe(thrown);
  });
});

describe('retrying', () => {
  /** Failures that pass by themselves, or by what others do. */
  const passing: readonly ErrorCode[] = ['body_too_slow', 'provider_unreachable', 'domain_record_missing'];
  const lasting = codesWith(400, 401, 402, 403, 404, 405, 409, 413).filter((code) => !passing.includes(code));

  test.each(lasting)('%s cannot be cured by it, and says so', (code) => {
    expect(retryHeaders(errorOf(code))).toEqual({ 'x-should-retry': 'false' });
  });

  test.each([...passing])('%s says nothing about it', (code) => {
    expect(retryHeaders(errorOf(code))).toEqual({});
  });

  test.each(codesWith(429, 502).filter((code) => code !== 'no_engine'))('%s says after how long', (code) => {
    expect(retryHeaders(errorOf(code, 2500))).toMatchObject({ 'retry-after': '3', 'retry-after-ms': '2500' });
  });

  test.each(codesWith(429, 502).filter((code) => code !== 'no_engine'))('%s is not discouraged', (code) => {
    expect(retryHeaders(errorOf(code))['x-should-retry']).toBeUndefined();
  });

  test('a model without an engine is not worth it until the operator connects one', () => {
    expect(retryHeaders(errorOf('no_engine', 2500))).toEqual({ 'x-should-retry': 'false' });
  });

  test.each([
    [-5, '1', '1'],
    [0, '1', '1'],
    [0.2, '1', '1'],
    [1, '1', '1'],
    [999.5, '1', '1000'],
    [1000, '1', '1000'],
    [1000.1, '2', '1001'],
    [1001, '2', '1001'],
    [59_999, '60', '59999'],
    [60_000, '60', '60000'],
    [60_001, '60', '60000'],
    [3_600_000, '60', '60000'],
  ])(
    'a wait of %p ms is %p s and %p ms: whole, never too early, and never longer than clients wait',
    (waitMs, s, ms) => {
      expect(retryHeaders(errorOf('rate_limited', waitMs))).toEqual({ 'retry-after': s, 'retry-after-ms': ms });
    },
  );

  test('people who tried too often get the whole wait', () => {
    expect(retryHeaders(errorOf('too_many_attempts', 899_999.5))).toEqual({
      'retry-after': '900',
      'retry-after-ms': '900000',
    });
  });

  test('a failure that does not say is worth it after a second', () => {
    expect(retryHeaders(errorOf('upstream_failed'))).toEqual({ 'retry-after': '1', 'retry-after-ms': '1000' });
  });
});
