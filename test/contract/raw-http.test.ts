/**
 * HTTP as bytes: what a client and a proxy could read differently is refused. What the runtime refuses, it refuses
 * before the service sees anything: that has no body in our form, but it carries no secret either, closes the connection
 * and costs nothing.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { RawClient } from '../support/raw-client.ts';
import { startService, type TestService } from '../support/service.ts';
import { expectErrorBody, INVALID, startOpenService, WRONG_TYPE } from './bad-input.fixture.ts';
import {
  BODY,
  CHUNKED,
  chunked,
  FREE,
  HOST,
  JSON_TYPE,
  LENGTH,
  lines,
  ONE_CHARGE,
  POST,
  rawRequests,
} from './raw-http.fixture.ts';

let service: TestService;
beforeAll(async () => {
  service = await startOpenService();
});
afterAll(() => service.stop());

const { key, chat, chatFrom, withHost, withType, withLength, withCoding, withChunks, exchange, costOf, lastCharge } =
  rawRequests(() => service);

describe('refused by the service', () => {
  const badHost = { ...INVALID, param: null, message: /Host header is not a valid host/ };
  const badType = { ...WRONG_TYPE, message: /Content-Type: application\/json/ };
  const rows: readonly (readonly [string, () => string, Parameters<typeof expectErrorBody>[1]])[] = [
    ['two equal Host headers', () => withHost(HOST, HOST), badHost],
    ['two different Host headers', () => withHost(HOST, 'Host: other'), badHost],
    ['a Host with a space', () => withHost('Host: a b'), badHost],
    ['a Host with a path', () => withHost('Host: localhost/v1'), badHost],
    ['a Host with a user', () => withHost('Host: user@localhost'), badHost],
    ['a Host with a bad port', () => withHost('Host: localhost:99999999'), badHost],
    ['an empty Host', () => withHost('Host:'), badHost],
    [
      'equal Content-Length twice',
      () => withLength(LENGTH, LENGTH),
      { ...INVALID, param: null, message: /Content-Length is given twice/ },
    ],
    ['Content-Encoding', () => chat('Content-Encoding: gzip'), { ...WRONG_TYPE, message: /without Content-Encoding/ }],
    ['charset=utf-16', () => withType('Content-Type: application/json; charset=utf-16'), badType],
    ['Content-Type twice', () => withType(JSON_TYPE, JSON_TYPE), badType],
    ['Content-Type twice, the second plain text', () => withType(JSON_TYPE, 'Content-Type: text/plain'), badType],
    ['Content-Type twice, the first plain text', () => withType('Content-Type: text/plain', JSON_TYPE), badType],
    ['text/plain', () => withType('Content-Type: text/plain'), badType],
    ['no Content-Type', () => withType(), badType],
    [
      'a fragment in the target',
      () => chatFrom('POST /v1/chat/completions#x HTTP/1.1'),
      { ...INVALID, param: null, message: /fragment/ },
    ],
  ];

  test.each(rows)('%s: 400 in our form', async (_, bytes, expected) => {
    const { result, ...cost } = await costOf(() => exchange(bytes()));

    expect(result.statuses).toEqual([400]);
    expectErrorBody(result.body, expected, 400);
    expect(result.text).toMatch(/\r\nx-request-id: req_\w+\r\n/i);
    expect(cost).toEqual(FREE);
  });

  test.each(['TRACE /v1/models HTTP/1.1', 'CONNECT localhost:80 HTTP/1.1', 'CONNECT /v1/models HTTP/1.1'])(
    '%s: 405, and nothing of the request comes back',
    async (line) => {
      const { result, ...cost } = await costOf(() => exchange(lines(line, HOST, key(), 'X-Mark: do-not-repeat')));

      expectErrorBody(
        result.body,
        { ...INVALID, status: 405, code: 'method_not_allowed', param: null, message: /is not supported/ },
        result.statuses[0]!,
      );
      expect(result.text).toMatch(/\r\nallow: GET, POST, OPTIONS\r\n/i);
      expect(result.text).not.toContain('do-not-repeat');
      expect(cost).toEqual(FREE);
    },
  );
});

describe('refused by the runtime', () => {
  const rows: readonly (readonly [string, () => string, number])[] = [
    ['no Host', () => withHost(), 400],
    ['HTTP/0.9', () => 'GET /v1/models\r\n\r\n', 505],
    ['a line of HTTP/2.0', () => chatFrom('POST /v1/chat/completions HTTP/2.0'), 505],
    ['a line of HTTP/1.2', () => chatFrom('POST /v1/chat/completions HTTP/1.2'), 505],
    ['the preface of HTTP/2', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
    ['the hello of TLS', () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
    ['two spaces before the target', () => chatFrom('POST  /v1/chat/completions HTTP/1.1'), 400],
    ['two spaces behind the target', () => chatFrom('POST /v1/chat/completions  HTTP/1.1'), 505],
    ['a space behind the version', () => chatFrom('POST /v1/chat/completions HTTP/1.1 '), 505],
    ['a target without a slash', () => chatFrom('POST v1/chat/completions HTTP/1.1'), 400],
    ['an empty line before the request', () => `\r\n${chat()}`, 400],
    ['Transfer-Encoding: gzip, chunked', () => withCoding('Transfer-Encoding: gzip, chunked'), 400],
    ['Transfer-Encoding: gzip', () => withCoding('Transfer-Encoding: gzip'), 400],
    ['Transfer-Encoding: identity', () => withCoding('Transfer-Encoding: identity'), 400],
    ['Transfer-Encoding: chunked, identity', () => withCoding('Transfer-Encoding: chunked, identity'), 400],
    ['Transfer-Encoding: xchunked', () => withCoding('Transfer-Encoding: xchunked'), 400],
    ['Transfer-Encoding with a vertical tab', () => withCoding('Transfer-Encoding: \x0bchunked'), 400],
    ['Transfer-Encoding that is empty', () => withCoding('Transfer-Encoding:'), 400],
    ['Transfer-Encoding twice', () => withCoding(CHUNKED, CHUNKED), 400],
    [
      'Transfer-Encoding with HTTP/1.0',
      () => lines('POST /v1/chat/completions HTTP/1.0', HOST, key(), JSON_TYPE, CHUNKED) + chunked(),
      400,
    ],
    ['Content-Length and Transfer-Encoding', () => withCoding(LENGTH, CHUNKED), 400],
    ['Transfer-Encoding and Content-Length', () => withCoding(CHUNKED, LENGTH), 400],
    ['different Content-Length twice, the smaller last', () => withLength(LENGTH, 'Content-Length: 3'), 400],
    ['different Content-Length twice, the smaller first', () => withLength('Content-Length: 3', LENGTH), 400],
    ['a list as Content-Length', () => withLength(`${LENGTH}, ${BODY.length}`), 400],
    ['a sign before Content-Length', () => withLength(`Content-Length: +${BODY.length}`), 400],
    ['a negative Content-Length', () => withLength('Content-Length: -1'), 400],
    ['a hexadecimal Content-Length', () => withLength('Content-Length: 0x5b'), 400],
    ['an empty Content-Length', () => withLength('Content-Length:'), 400],
    ['a Content-Length beyond counting', () => withLength('Content-Length: 99999999999999999999999'), 400],
    ['a space before the colon', () => withLength(`Content-Length : ${BODY.length}`), 400],
    ['a folded header', () => chat('X-Folded: a\r\n b'), 400],
    ['a bare CR in a header', () => chat('X-A: b\rX-B: c'), 400],
    ['a NUL in a header value', () => chat('X-A: b\0c'), 400],
    ['a NUL in a header name', () => chat('X-\0A: b'), 400],
    ['a header without a name', () => chat(': b'), 400],
    ['a header without a colon', () => chat('nothing'), 400],
    ['bare LF as line ends', () => chat().replaceAll('\r\n', '\n'), 505],
    ['a header of 20 KB', () => chat(`X-Large: ${'a'.repeat(20_000)}`), 431],
    ['500 headers', () => chat(...Array(500).fill('X-Many: b')), 431],
    ['a target of 20 KB', () => lines(`GET /v1/models?${'a'.repeat(20_000)} HTTP/1.1`, HOST, key()), 431],
    ['a chunk size with 0x', () => withChunks(chunked(`0x${BODY.length.toString(16)}`)), 400],
    ['a chunk size with a sign', () => withChunks(chunked(`+${BODY.length.toString(16)}`)), 400],
    ['a negative chunk size', () => withChunks(chunked('-1')), 400],
    ['a chunk size beyond counting', () => withChunks(chunked('fffffffffffffffff')), 400],
    ['bare LF between chunks', () => withChunks(chunked(undefined, '\n')), 400],
    ['a chunk longer than its size', () => withChunks(chunked('3')), 400],
    ['a chunk that runs into the next', () => withChunks(`${BODY.length.toString(16)}\r\n${BODY}XX0\r\n\r\n`), 400],
  ];

  test.each(rows)('%s: refused and closed, nothing forwarded, nothing charged', async (_, bytes, status) => {
    using client = new RawClient(service.port);
    const { result, ...cost } = await costOf(async () => {
      client.send(Buffer.from(bytes(), 'latin1'));
      const over = await client.over;
      await lastCharge();
      return over;
    });

    expect(result).toBe('fin');
    expect(client.text).toStartWith(`HTTP/1.1 ${status} `);
    expect(client.text.match(/HTTP\/1\.1 /g)).toHaveLength(1);
    expect(client.text).not.toContain(service.key);
    expect(cost).toEqual(ONE_CHARGE);
  });

  test.each(['FOO /v1/models HTTP/1.1', 'get /v1/models HTTP/1.1'])(
    'the method of "%s" is unknown to the runtime, which closes without a word',
    async (line) => {
      using client = new RawClient(service.port);
      client.send(lines(line, HOST, key()));

      expect(await client.over).toBe('fin');
      expect(client.text).toBe('');
    },
  );
});

describe('a body that does not come', () => {
  const SLOW = { ...INVALID, code: 'body_too_slow', param: null, message: /did not arrive within 0\.1 seconds/ };

  // Side by side: each waits for seconds until its connection is closed.
  test.concurrent.each([
    ['with Content-Length', () => [LENGTH], BODY.slice(0, 9)],
    ['with Content-Length and no byte of it', () => [LENGTH], ''],
    ['in chunks', () => [CHUNKED], `9\r\n${BODY.slice(0, 9)}\r\n`],
    ['in chunks, without the last', () => [CHUNKED], `${BODY.length.toString(16)}\r\n${BODY}\r\n`],
  ] as const)('%s: 400 body_too_slow, and the connection is closed', async (_, framing, beginning) => {
    await using slow = await startService({ env: { BOREAL_LIMITS_BODY_MS: '100' } });
    using client = new RawClient(slow.port);

    client.send(lines(POST, HOST, `Authorization: Bearer ${slow.key}`, JSON_TYPE, ...framing()) + beginning);

    expect(await client.over).toBe('fin');
    expect(client.text).toStartWith('HTTP/1.1 400 ');
    expectErrorBody(client.text.split('\r\n\r\n')[1]!, SLOW, 400);
    expect(slow.upstream.requests).toHaveLength(0);
  });

  test('a client that leaves in the middle of its body costs nothing and disturbs no other', async () => {
    const { asked, paid } = await costOf(async () => {
      using client = new RawClient(service.port);
      client.send(lines(POST, HOST, key(), JSON_TYPE, LENGTH) + BODY.slice(0, 9));
      client.reset();
      await client.over;
      expect((await service.post('not JSON')).status).toBe(400);
    });

    expect({ asked, paid }).toEqual(FREE);
    expect(service.log.filter(({ level }) => level === 'error')).toEqual([]);
  });
});
