import { expect, test } from 'bun:test';
import { ERROR_TABLE } from '../../../src/platform/http/error-body.ts';
import { signInErrorTexts } from '../features/sign-in/error-texts.ts';
import { errorTexts } from './errors.ts';

/** Only programs get these, or the words of the server are about one field and are shown beside it. */
const NOT_FOR_PAGES = [
  'invalid_body',
  'unsupported_content_type',
  'idempotency_key_invalid',
  'idempotency_key_reused',
  'body_too_slow',
  'invalid_api_key',
  'invalid_token',
  'scope_not_allowed',
  'ip_not_allowed',
  'method_not_allowed',
  'previous_response_not_found',
  'webhook_refused',
];

test('whatever people may be refused with is said in their language', () => {
  const codes = Object.values(ERROR_TABLE).flatMap(({ code }) => code ?? []);
  const texts = { ...errorTexts.cs, ...signInErrorTexts.cs };

  expect(codes.filter((code) => !(code in texts)).toSorted()).toEqual(NOT_FOR_PAGES.toSorted());
});
