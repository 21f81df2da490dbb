/** A target is what it looks like: no other writing of a path passes a proxy's rule for it. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { TestService } from '../support/service.ts';
import { expectErrorBody, INVALID, startOpenService } from './bad-input.fixture.ts';
import { HOST, lines, rawRequests } from './raw-http.fixture.ts';

let service: TestService;
beforeAll(async () => {
  service = await startOpenService();
});
afterAll(() => service.stop());

const { key, exchange } = rawRequests(() => service);
const get = (target: string) => exchange(lines(`GET ${target} HTTP/1.1`, HOST, key()));

describe('refused with 400', () => {
  test.each([
    '/api\\operator/engines',
    '/api/operator\\engines',
    '/\\api/operator/engines',
    '//api\\operator/engines',
    '//api/operator/engines',
    '/api//operator/engines',
    '/x/../api/operator/engines',
    '/./api/operator/engines',
    '/%2e/api/operator/engines',
    '/x/%2E%2e/api/operator/engines',
    'http://localhost/api\\operator/engines',
    '/v1\\models',
    '/v1/./models',
    '/metrics/../healthz',
    '/x\\..\\metrics',
  ])('%s, which would be read as another path', async (target) => {
    const { statuses, body } = await get(target);

    const message = /may not have backslashes, dot segments or repeated slashes/;
    expectErrorBody(body, { ...INVALID, param: null, message }, statuses[0]!);
  });

  test.each([
    '/api%2foperator/engines',
    '/api%5Coperator/engines',
    '/v1%2Fmodels',
    '/v1/models/a%5cb',
    '/x%2f..%2fmetrics',
  ])('%s, whose slash is encoded', async (target) => {
    const { statuses, body } = await get(target);

    expectErrorBody(body, { ...INVALID, param: null, message: /encoded slash or backslash/ }, statuses[0]!);
  });
});

describe('taken', () => {
  test.each([
    ['/v1/models', 200],
    ['http://localhost/v1/models', 200],
    ['/v1/models?x=\\y/../z%2f', 200],
    ['//v1/models', 200],
    ['/v1//models', 200],
    ['/v1/models/svc-frost', 200],
    ['/v1/models/org%2Fmodel', 404],
    ['/healthz?a=//b', 200],
  ])('%s: %d', async (target, status) => {
    expect((await get(target)).statuses).toEqual([status]);
  });
});
