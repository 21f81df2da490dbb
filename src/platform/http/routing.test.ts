import { describe, expect, test } from 'bun:test';
import { ServiceError } from '../../core/errors.ts';
import type { Route } from './call.ts';
import { ANYWHERE, findRoute } from './routing.ts';

const route = (method: 'GET' | 'POST', path: string): Route => ({
  method,
  path,
  guard: 'none',
  handle: () => new Response(`${method} ${path}`),
});
const ROUTES = [
  route('POST', '/v1/chat/completions'),
  route('GET', '/v1/models'),
  route('GET', '/v1/models/{id}'),
  route('GET', '/both'),
  route('POST', '/both'),
  route('GET', '/openapi.json'),
];
const find = findRoute(ROUTES);

function refusal(method: string, path: string) {
  try {
    find(method, path);
  } catch (error) {
    if (error instanceof ServiceError) return { code: error.code, message: error.message, allow: error.details.allow };
    throw error;
  }
  return undefined;
}

test('a part of a path with a NUL in it names nothing', () => {
  expect(refusal('GET', '/v1/models/a%00b')?.code).toBe('not_found');
});

describe('a route for anywhere', () => {
  const anywhere = route('GET', ANYWHERE);
  const findAnywhere = findRoute([...ROUTES, anywhere]);

  test('takes what no other route has, and is read only', () => {
    expect(findAnywhere('GET', '/nothing/here').route).toBe(anywhere);
    expect(findAnywhere('HEAD', '/nothing').route).toBe(anywhere);
    expect(findAnywhere('GET', '/both').route).toBe(ROUTES[3]!);
    expect(() => findAnywhere('POST', '/nothing')).toThrow('There is nothing at this path');
    expect(() => findAnywhere('POST', ANYWHERE)).toThrow('There is nothing at this path');
  });
});

describe('a route', () => {
  test.each([
    ['POST', '/v1/chat/completions', 0],
    ['GET', '/v1/models', 1],
    ['GET', '/both', 3],
    ['POST', '/both', 4],
    ['HEAD', '/v1/models', 1],
  ])('is found: %s %s', (method, path, index) => {
    expect(find(method, path)).toEqual({ route: ROUTES[index]!, params: {} });
  });

  test.each([
    ['/v1/models/svc-frost', 'svc-frost'],
    ['/v1/models/a%2Fb', 'a/b'],
    ['/v1/models/%C5%BE', 'ž'],
    ['/v1/models/%zz', '%zz'],
    ['/v1/models/%ff', '%ff'],
    ['/v1/models/..%2f..', '../..'],
    [`/v1/models/${'x'.repeat(256)}`, 'x'.repeat(256)],
  ])('with a parameter is found: %s', (path, id) => {
    expect(find('GET', path)).toEqual({ route: ROUTES[2]!, params: { id } });
  });
});

describe('nothing', () => {
  test.each([
    '/',
    '',
    '/v1',
    '/v1/',
    '/v1/models/a/b',
    '/v1/Models',
    '/v1/completions',
    '/openapi_json',
    '/both ',
    '/__proto__',
    '/constructor',
    `/v1/models/${'x'.repeat(257)}`,
  ])('is at "%s"', (path) => {
    expect(refusal('GET', path)).toEqual({
      code: 'not_found',
      message:
        'There is nothing at this path; the API is POST /v1/chat/completions, /v1/responses, /v1/messages and /v1/embeddings.',
      allow: undefined,
    });
  });
});

describe('another method', () => {
  test('is refused with what the path takes', () => {
    expect(refusal('GET', '/v1/chat/completions')).toEqual({
      code: 'method_not_allowed',
      message: 'This path takes POST, not GET.',
      allow: ['POST'],
    });
    expect(refusal('POST', '/v1/models/x')?.allow).toEqual(['GET']);
    expect(refusal('OPTIONS', '/both')).toMatchObject({
      message: 'This path takes GET and POST, not OPTIONS.',
      allow: ['GET', 'POST'],
    });
  });

  test('HEAD is refused where there is no GET', () => {
    expect(refusal('HEAD', '/v1/chat/completions')?.code).toBe('method_not_allowed');
  });
});
