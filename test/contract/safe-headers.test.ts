/** Headers that keep browsers and caches from doing harm, on everything that is answered. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { startService, type TestService } from '../support/service.ts';
import { CHAT } from './bad-input.fixture.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService({ env: { BOREAL_PUBLIC_URL: 'https://chat.example.com' } });
});
afterAll(() => service.stop());

const origin = () => new URL(service.url).origin;
const get = (path: string, headers: Record<string, string> = {}) => fetch(origin() + path, { headers });
const withKey = () => ({ authorization: `Bearer ${service.key}` });

const PRIVATE: readonly (readonly [string, () => Promise<Response>])[] = [
  ['a completion', () => service.post(CHAT)],
  ['a refusal', () => service.post({})],
  ['a request without a key', () => get('/v1/models')],
  ['the models of a key', () => get('/v1/models', withKey())],
  ['one model', () => get('/v1/models/svc-frost', withKey())],
  ['a receipt that is not there', () => get('/v1/receipts/none', withKey())],
  ['what a page asks', () => get('/api/keys')],
  ['what an operator asks', () => get('/api/operator/engines')],
  ['metrics', () => get('/metrics')],
  ['readiness', () => get('/readyz')],
];

describe('for its caller alone', () => {
  test.each(PRIVATE)('%s is not stored and not guessed at', async (_, ask) => {
    const { headers } = await ask();

    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
  });

  test('a stream is not stored either', async () => {
    const response = await service.post({ ...CHAT, stream: true });
    await response.text();

    expect(response.headers.get('cache-control')).toBe('no-store, no-cache, no-transform');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });
});

test('pages and the reference may be kept as they say', async () => {
  expect((await get('/reference')).headers.get('cache-control')).toBe('no-cache');
  expect((await get('/', { accept: 'text/html' })).headers.get('x-content-type-options')).toBe('nosniff');
});

test('where the public address is not https, browsers are not asked to insist on it', async () => {
  await using plain = await startService();

  const { headers } = await fetch(`${new URL(plain.url).origin}/healthz`);

  expect(headers.get('strict-transport-security')).toBeNull();
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});
