import { describe, expect, test } from 'bun:test';
import { ServiceError } from '../../core/errors.ts';
import { pathOf } from './target.ts';

const request = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Request(url, { method, headers });

function refusal(run: () => unknown) {
  try {
    run();
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  return undefined;
}

describe('the path', () => {
  test.each([
    ['http://localhost/v1/models', '/v1/models'],
    ['http://localhost:8787/v1/models?limit=1', '/v1/models'],
    ['https://[::1]:8787/v1/models', '/v1/models'],
    ['http://localhost', '/'],
    ['http://localhost/', '/'],
    ['http://localhost?x=/v1', '/'],
    ['http://localhost/v1/models?x=http://other//path', '/v1/models'],
    ['http://localhost//v1///chat//completions', '/v1/chat/completions'],
    ['http://localhost/v1/models/', '/v1/models'],
    ['http://localhost/v1/', '/v1'],
    ['http://localhost/api/keys/', '/api/keys/'],
    ['http://localhost/v1/models/a%2Fb', '/v1/models/a%2Fb'],
  ])('of %s is %s', (url, path) => {
    expect(pathOf(request(url))).toBe(path);
  });

  test('is not left by dots: they are resolved before, and what is left is no path of ours', () => {
    expect(pathOf(request('http://localhost/v1/../../etc/passwd'))).toBe('/etc/passwd');
    expect(pathOf(request('http://localhost/v1/%2e%2e/healthz'))).toBe('/healthz');
  });
});

describe('the host', () => {
  test.each([
    'localhost',
    'localhost:8787',
    'api.example.com',
    '127.0.0.1:1',
    '[::1]',
    '[::1]:8787',
    'my_host',
    'A-B.c',
  ])('may be %s', (host) => {
    expect(pathOf(request('http://localhost/x', { host }))).toBe('/x');
  });

  test.each(['a b', 'a,b', 'a/b', 'user@a', 'a:b', 'a:123456', '[::1', 'a?b', ''])('may not be "%s"', (host) => {
    const error = refusal(() => pathOf(request('http://localhost/x', { host })));

    expect(error?.code).toBe('invalid_request');
    expect(error?.message).toBe('The Host header is not a valid host.');
  });

  test('may be missing, as in HTTP/1.0', () => {
    expect(pathOf(request('http://localhost/x'))).toBe('/x');
  });
});

test.each(['GET', 'POST', 'HEAD', 'OPTIONS'])('the method %s is known', (method) => {
  expect(pathOf(request('http://localhost/x', {}, method))).toBe('/x');
});

test('a fragment is refused, because no client sends one', () => {
  expect(refusal(() => pathOf(request('http://localhost/x#y')))?.message).toBe(
    'The request target may not have a fragment.',
  );
});

test('a length that is given twice is refused', () => {
  expect(refusal(() => pathOf(request('http://localhost/x', { 'content-length': '5, 6' })))?.message).toBe(
    'Content-Length is given twice.',
  );
});
