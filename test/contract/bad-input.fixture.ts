/** The form of every refusal, whatever was wrong with the request. */
import { expect } from 'bun:test';
import { startService, type TestService } from '../support/service.ts';

export const USER = { role: 'user', content: 'Say something.' } as const;
export const CHAT = { model: 'svc-frost', messages: [USER], max_tokens: 100 };

type Expected = {
  readonly status: number;
  readonly type: string;
  readonly code: string | null;
  readonly param: string | null;
  readonly message?: RegExp;
};

export const INVALID = { status: 400, type: 'invalid_request_error', code: null } as const;
export const INVALID_BODY = { status: 400, type: 'invalid_request_error', code: 'invalid_body', param: null } as const;
export const WRONG_TYPE = { ...INVALID_BODY, code: 'unsupported_content_type' } as const;
export const NO_KEY = {
  status: 401,
  type: 'authentication_error',
  code: 'invalid_api_key',
  param: null,
  message: /^Incorrect API key provided\./,
} as const;

/** A service whose request limit is out of the way. */
export const startOpenService = (env: Readonly<Record<string, string>> = {}): Promise<TestService> =>
  startService({ env: { BOREAL_LIMITS_REQUESTS_PER_MINUTE: '1000000', ...env } });

/** A chat request as text, so that values are on the wire exactly as they are written here. */
export const chatWith = (field: string, literal: string): string =>
  `${JSON.stringify(CHAT).slice(0, -1)},${JSON.stringify(field)}:${literal}}`;

/** The same, for a field that CHAT has already. */
export function chatWithout(field: keyof typeof CHAT, literal?: string): string {
  const { [field]: _, ...rest } = CHAT;
  const text = JSON.stringify(rest);
  return literal === undefined ? text : `${text.slice(0, -1)},"${field}":${literal}}`;
}

/** Sends a request that must be refused: as expected, in the published form, unseen by the upstream, at no cost. */
export async function expectRefused(
  service: TestService,
  send: () => Promise<Response>,
  expected: Expected,
): Promise<Response> {
  const asked = service.upstream.requests.length;
  const before = await service.stores.ledger.balanceOf(service.accountId, Date.now());

  const response = await send();
  const body = await response.text();

  expectErrorBody(body, expected, response.status);
  expect(response.headers.get('content-type')).toMatch(/^application\/json\b/);
  expect(response.headers.get('x-request-id')).toMatch(/^req_[0-9A-Za-z]{24,}$/);
  expect(body).not.toContain(service.key);
  expect(service.upstream.requests.length).toBe(asked);
  expect(await service.stores.ledger.balanceOf(service.accountId, Date.now())).toEqual(before);
  return response;
}

/** Exactly `{"error":{message,type,param,code}}`, with a message of one sentence. */
export function expectErrorBody(body: string, expected: Expected, status: number): void {
  const parsed = JSON.parse(body) as {
    error: { message: string; type: string; param: string | null; code: string | null };
  };
  const { message, ...rest } = parsed.error;
  expect(Object.keys(parsed)).toEqual(['error']);
  expect(Object.keys(parsed.error)).toEqual(['message', 'type', 'param', 'code']);
  expect({ status, ...rest }).toEqual({
    status: expected.status,
    type: expected.type,
    param: expected.param,
    code: expected.code,
  });
  expect(message).toMatch(/^\S.{8,600}[.]$/su);
  if (expected.message) expect(message).toMatch(expected.message);
  if (expected.param) expect(message).toContain(expected.param.split(/[.[]/)[0]!);
}
