/** Browsers may call /v1 from any page with a key; cookies play no part. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { jsonError } from '../support/scripted-upstream.ts';
import { startService, type TestService } from '../support/service.ts';
import { CHAT } from './bad-input.fixture.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

/** The headers of the official client in a browser. */
const STAINLESS = [
  'authorization',
  'content-type',
  'x-stainless-arch',
  'x-stainless-lang',
  'x-stainless-os',
  'x-stainless-package-version',
  'x-stainless-retry-count',
  'x-stainless-runtime',
  'x-stainless-runtime-version',
  'x-stainless-timeout',
  'idempotency-key',
];
const ORIGIN = { origin: 'https://example.org' };

const preflight = (path: string, headers: Record<string, string>) =>
  fetch(new URL(path, service.url), { method: 'OPTIONS', headers: { ...ORIGIN, ...headers } });

function expectOpen({ headers }: Response): void {
  expect(headers.get('access-control-allow-origin')).toBe('*');
  expect(headers.get('access-control-allow-credentials')).toBeNull();
  expect(headers.get('set-cookie')).toBeNull();
}

test('a preflight for a kept response allows to delete it', async () => {
  const response = await preflight('/v1/responses/resp_1', { 'access-control-request-method': 'DELETE' });

  expect(response.status).toBe(204);
  expectOpen(response);
  expect(response.headers.get('access-control-allow-methods')).toBe('GET, DELETE');
});

test.each(['/v1/chat/completions', '/v1/models', '/v1/models/svc-frost'])(
  'a preflight for %s needs no key and allows what the client wants to send',
  async (path) => {
    const asked = STAINLESS.join(',');
    const response = await preflight(path, {
      'access-control-request-method': 'POST',
      'access-control-request-headers': asked,
    });

    expect(response.status).toBe(204);
    expectOpen(response);
    expect(response.headers.get('access-control-allow-headers')).toBe(asked);
    expect(response.headers.get('access-control-allow-methods')).toBe('GET, POST');
    expect(response.headers.get('access-control-max-age')).toBe('86400');
    expect(response.headers.get('vary')).toBe('access-control-request-headers');
    expect(response.headers.get('x-request-id')).toMatch(/^req_/);
    expect(await response.text()).toBe('');
  },
);

test('a preflight that asks for nothing allows a key and JSON', async () => {
  const response = await preflight('/v1/chat/completions', { 'access-control-request-method': 'POST' });

  expect(response.headers.get('access-control-allow-headers')).toBe('authorization, content-type');
});

test.each(['x(y)', 'a;b', 'x"y', 'a'.repeat(5000)])(
  'a preflight that asks for %s does not get it repeated',
  async (asked) => {
    const response = await preflight('/v1/models', { 'access-control-request-headers': asked });

    expect(response.headers.get('access-control-allow-headers')).toBe('authorization, content-type');
  },
);

test('a preflight asks nothing of the engine and uses nothing of a limit', async () => {
  const before = service.upstream.requests.length;

  const response = await preflight('/v1/chat/completions', { authorization: `Bearer ${service.key}` });

  expect(response.headers.get('x-ratelimit-limit-requests')).toBeNull();
  expect(service.upstream.requests.length).toBe(before);
});

test('every answer, good or bad, may be read by a page, with the headers that clients need', async () => {
  const at = (path: string, init: RequestInit = {}) =>
    fetch(new URL(path, service.url), { ...init, headers: { ...ORIGIN } });
  const headers = ORIGIN;
  const answers = [
    await service.post(CHAT, { headers }),
    await service.post({ ...CHAT, stream: true }, { headers }),
    await service.post('not JSON', { headers }),
    await at('/v1/models'),
    await at('/v1/nothing'),
    await at('/v1/models', { method: 'DELETE' }),
  ];
  service.upstream.play(jsonError(500));
  answers.push(await service.post(CHAT, { headers }));

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 400, 401, 404, 405, 502]);
  for (const answer of answers) {
    expectOpen(answer);
    const exposed = answer.headers.get('access-control-expose-headers')?.split(', ') ?? [];
    expect(exposed).toEqual(
      expect.arrayContaining([
        'x-request-id',
        'retry-after',
        'retry-after-ms',
        'x-should-retry',
        'idempotent-replayed',
      ]),
    );
    expect(exposed).toEqual(
      expect.arrayContaining([
        'x-ratelimit-limit-requests',
        'x-ratelimit-remaining-requests',
        'x-ratelimit-reset-requests',
        'x-ratelimit-limit-tokens',
        'x-ratelimit-remaining-tokens',
        'x-ratelimit-reset-tokens',
      ]),
    );
  }
});

test('a cookie is no key', async () => {
  const response = await fetch(`${service.url}/models`, {
    headers: { cookie: `session=${service.key}; token=${service.key}` },
  });

  expect(response.status).toBe(401);
});
