/** Faults of a request before its fields are looked at: the body's form, its headers, the path, the method. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { TestService } from '../support/service.ts';
import {
  CHAT,
  chatWith,
  expectRefused,
  INVALID,
  INVALID_BODY,
  startOpenService,
  WRONG_TYPE,
} from './bad-input.fixture.ts';

let service: TestService;
beforeAll(async () => {
  service = await startOpenService();
});
afterAll(() => service.stop());

const CHAT_TEXT = JSON.stringify(CHAT);
const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

/** Sends bytes as they are; `post` would turn them into text. */
function send(body: Uint8Array | string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${service.url}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json', ...headers },
    body,
  });
}

const NOT_JSON = /not valid JSON/;
const NOT_OBJECT = /must be a JSON object/;
const TWICE = /the same field twice/;
const DEEP = /nested deeper than 64 levels/;

const BODIES: readonly (readonly [string, string, RegExp])[] = [
  ['nothing', '', /is empty; send a JSON object/],
  ['spaces', '  \n ', NOT_JSON],
  ['null', 'null', NOT_OBJECT],
  ['true', 'true', NOT_OBJECT],
  ['a number', '1', NOT_OBJECT],
  ['a string', '"hello"', NOT_OBJECT],
  ['an array', `[${CHAT_TEXT}]`, NOT_OBJECT],
  ['two objects', `${CHAT_TEXT}${CHAT_TEXT}`, NOT_JSON],
  ['lines of JSON', `${CHAT_TEXT}\n${CHAT_TEXT}\n`, NOT_JSON],
  ['half an object', CHAT_TEXT.slice(0, -1), NOT_JSON],
  ['a trailing comma', `${CHAT_TEXT.slice(0, -1)},}`, NOT_JSON],
  ['a comment', `/* hello */${CHAT_TEXT}`, NOT_JSON],
  ['a form', 'model=svc-frost&messages=hello', NOT_JSON],
  ['an SQL query', "'; DROP TABLE accounts; --", NOT_JSON],
  ['a web page', '<!doctype html><title>x</title>', NOT_JSON],
  ['a byte order mark', `\ufeff${CHAT_TEXT}`, NOT_JSON],
  ['a NUL at the end', `${CHAT_TEXT}\u0000`, NOT_JSON],
  ['the same model twice', chatWith('model', '"svc-frost"'), TWICE],
  ['two models', chatWith('model', '"svc-polaris"'), TWICE],
  ['a field twice, once with an escape', `{"m\\u006fdel":"svc-frost",${CHAT_TEXT.slice(1)}`, TWICE],
  ['messages twice', chatWith('messages', '[]'), TWICE],
  ['an unknown field twice', `${chatWith('x', '1').slice(0, -1)},"x":2}`, TWICE],
  ['__proto__', chatWith('__proto__', '{"model":"svc-polaris"}'), /a field named __proto__/],
  ['constructor', chatWith('constructor', '{}'), /a field named constructor/],
  ['prototype', chatWith('prototype', '{}'), /a field named prototype/],
  ['65 levels', chatWith('x', nested(64)), DEEP],
  ['65 levels of objects', chatWith('x', `${'{"a":'.repeat(64)}1${'}'.repeat(64)}`), DEEP],
  ['a megabyte of opening brackets', '['.repeat(1 << 20), DEEP],
  ['a megabyte of opening objects', '{"a":'.repeat(1 << 18), DEEP],
  ['a deep tool schema', chatWith('tools', nested(100_000)), DEEP],
];

test.each(BODIES)('a body of %s is refused', async (_, body, message) => {
  await expectRefused(service, () => send(body), { ...INVALID_BODY, message });
});

test.each([
  ['64 levels', chatWith('x', nested(63))],
  ['brackets inside a string', chatWith('x', JSON.stringify('[{'.repeat(5000)))],
  ['escaped quotes before brackets', chatWith('x', JSON.stringify('\\"[[[\\\\"'.repeat(100)))],
  ['colons inside a string', chatWith('x', JSON.stringify('"a":1,"a":2'))],
  ['the same key twice, deeper down', chatWith('metadata', '{"a":1,"a":2}')],
  ['__proto__ deeper down', chatWith('metadata', '{"__proto__":{"polluted":true}}')],
  ['spaces around everything', ` \r\n\t${JSON.stringify(CHAT, null, 8)}\n\n`],
])('a body with %s is taken', async (_, body) => {
  const response = await send(body);

  expect(response.status).toBe(200);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

const BROKEN_UTF8: readonly (readonly [string, readonly number[]])[] = [
  ['a lone continuation byte', [0x80]],
  ['a first byte without its second', [0xc3]],
  ['an overlong slash', [0xc0, 0xaf]],
  ['an overlong NUL', [0xc0, 0x80]],
  ['a surrogate', [0xed, 0xa0, 0x80]],
  ['a character beyond the last', [0xf4, 0x90, 0x80, 0x80]],
  ['bytes that no encoding has', [0xff, 0xfe]],
  ['Latin 1', [0x9e, 0x6c, 0x75, 0x9d]],
];

test.each(BROKEN_UTF8)('a body with %s is not valid UTF-8 and is refused, not repaired', async (_, bytes) => {
  const [before, after] = JSON.stringify({ ...CHAT, messages: [{ role: 'user', content: '@' }] }).split('@');
  const body = Buffer.concat([Buffer.from(before!), Buffer.from(bytes), Buffer.from(after!)]);

  await expectRefused(service, () => send(body), { ...INVALID_BODY, message: /not valid UTF-8/ });
});

test.each(['utf-16le', 'utf16be'])('a body in %s is refused', async (encoding) => {
  const body = Buffer.from(CHAT_TEXT, 'utf16le');
  if (encoding === 'utf16be') body.swap16();

  await expectRefused(service, () => send(body), { ...INVALID_BODY, message: NOT_JSON });
});

test.each([
  'text/plain',
  'text/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/octet-stream',
  'application/jsonx',
  'application/json+x',
  'application/ld+json',
  'application/json, text/plain',
  'application/json; charset=utf-16',
  'application/json; charset=latin1',
  'application/json; charset=',
  'json',
  '*/*',
])('Content-Type %s is refused and the right one is named', async (type) => {
  const expected = { ...WRONG_TYPE, message: /Content-Type: application\/json/ };
  await expectRefused(service, () => send(CHAT_TEXT, { 'content-type': type }), expected);
});

test('a body without Content-Type is refused', async () => {
  const headers = { authorization: `Bearer ${service.key}` };
  const post = () =>
    fetch(`${service.url}/chat/completions`, { method: 'POST', headers, body: Buffer.from(CHAT_TEXT) });

  await expectRefused(service, post, { ...WRONG_TYPE, message: /Content-Type: application\/json/ });
});

test.each([
  'application/json',
  'Application/JSON',
  'application/json;charset=utf-8',
  'application/json; charset=UTF-8',
  'application/json; charset="utf-8"',
  'application/json ; charset=utf8',
])('Content-Type %s is taken', async (type) => {
  expect((await send(CHAT_TEXT, { 'content-type': type })).status).toBe(200);
});

test.each(['gzip', 'br', 'deflate', 'zstd', 'identity, gzip', 'x'])(
  'Content-Encoding %s is refused',
  async (encoding) => {
    const expected = { ...WRONG_TYPE, message: /without Content-Encoding/ };
    await expectRefused(service, () => send(CHAT_TEXT, { 'content-encoding': encoding }), expected);
  },
);

describe('paths and methods', () => {
  const at =
    (path: string, method = 'GET') =>
    () =>
      fetch(new URL(path, service.url), { method, headers: { authorization: `Bearer ${service.key}` } });

  test.each([
    '/v1',
    '/v1/',
    '/v1/chat',
    '/v1/edits',
    '/v1/moderations',
    '/v2/chat/completions',
    '/admin',
    '/.env',
    '/v1/models/a/b',
  ])('%s does not exist', async (path) => {
    const expected = {
      status: 404,
      type: 'not_found_error',
      code: 'not_found',
      param: null,
      message: /POST \/v1\/chat\/completions/,
    };
    await expectRefused(service, at(path), expected);
  });

  test('a path with a NUL in it leads nowhere', async () => {
    const expected = { status: 404, type: 'not_found_error', code: 'not_found', param: null };
    await expectRefused(service, at('/v1/models/%00'), expected);
  });

  test.each(['svc-none', 'svc-1', '%ff', '..%2f', encodeURIComponent('ž'), 'a'.repeat(256)])(
    'there is no model %s to look at',
    async (id) => {
      const expected = { status: 404, type: 'not_found_error', code: 'not_found', param: 'model' };
      await expectRefused(service, at(`/v1/models/${id}`), expected);
    },
  );

  test.each([
    ['/v1/chat/completions', 'GET', 'POST'],
    ['/v1/models', 'POST', 'GET'],
    ['/v1/models/svc-frost', 'POST', 'GET'],
    ['/v1/chat/completions', 'PUT', 'POST'],
    ['/v1/chat/completions', 'DELETE', 'POST'],
    ['/v1/models', 'PATCH', 'GET'],
  ])('%s does not take %s, and Allow says what it takes', async (path, method, allow) => {
    const expected = {
      status: 405,
      type: 'invalid_request_error',
      code: 'method_not_allowed',
      param: null,
      message: new RegExp(method),
    };
    const response = await expectRefused(service, at(path, method), expected);

    expect(response.headers.get('allow')).toBe(allow);
  });

  test('a base address that was joined with one slash too many still works', async () => {
    const response = await fetch(`${service.url}//chat//completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
      body: CHAT_TEXT,
    });

    expect(response.status).toBe(200);
  });
});

test.each([
  ['no credit', { ...CHAT }],
  ['no credit, streaming', { ...CHAT, stream: true }],
])('%s: 402 that says so, and a client that obeys does not retry', async (_, body) => {
  const { secret } = await service.newKey({ accountId: await service.newAccount(0n) });
  const headers = { authorization: `Bearer ${secret}` };
  const expected = {
    status: 402,
    type: 'insufficient_credit',
    code: 'insufficient_quota',
    param: null,
    message: /top up/,
  };

  const response = await expectRefused(service, () => service.post(body, { headers }), expected);

  expect(response.headers.get('x-should-retry')).toBe('false');
  expect(response.headers.get('retry-after')).toBeNull();
});

test.each(['', ' ', 'a b', 'k'.repeat(256), 'klíč', 'tab\there'])(
  'the Idempotency-Key "%s" is refused',
  async (key) => {
    const expected = {
      ...INVALID,
      code: 'idempotency_key_invalid',
      param: null,
      message: /1 to 255 visible ASCII characters/,
    };
    // `fetch` cannot send what is not Latin 1; the bytes of UTF-8 are, one by one.
    const headers = { 'idempotency-key': Buffer.from(key).toString('latin1') };
    await expectRefused(service, () => send(CHAT_TEXT, headers), expected);
  },
);
