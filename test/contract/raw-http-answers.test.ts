/** HTTP as bytes: what is answered is answered once, and one client's request never becomes two for the engine. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { heldAnswer } from '../support/held-answer.ts';
import { requestRows, settledRows } from '../support/ledger-order.ts';
import { RawClient } from '../support/raw-client.ts';
import { answerText } from '../support/scripted-upstream.ts';
import { type TestService, until } from '../support/service.ts';
import { CHAT, startOpenService } from './bad-input.fixture.ts';
import { BODY, CHUNKED, chunked, HOST, JSON_TYPE, LENGTH, lines, POST, rawRequests } from './raw-http.fixture.ts';

let service: TestService;
beforeAll(async () => {
  service = await startOpenService();
});
afterAll(() => service.stop());

const { key, chat, chatFrom, withHost, withCoding, withChunks, exchange, costOf, sendAndLose } = rawRequests(
  () => service,
);

describe('answered, exactly once', () => {
  const rows: readonly (readonly [string, () => string])[] = [
    ['a plain request', () => chat()],
    ['HTTP/1.0', () => chatFrom('POST /v1/chat/completions HTTP/1.0')],
    ['HTTP/1.0 without Host', () => lines('POST /v1/chat/completions HTTP/1.0', key(), JSON_TYPE, LENGTH) + BODY],
    ['a Host with a port', () => withHost('Host: example.com:8080')],
    ['a Host that is an IPv6 address', () => withHost('Host: [::1]:8080')],
    ['an absolute target', () => chatFrom('POST http://localhost/v1/chat/completions HTTP/1.1')],
    ['a query', () => chatFrom('POST /v1/chat/completions?api-version=1 HTTP/1.1')],
    ['chunks', () => withCoding(CHUNKED)],
    ['chunks, with the coding in capitals', () => withCoding('Transfer-Encoding: Chunked')],
    ['a chunk with an extension', () => withChunks(chunked(`${BODY.length.toString(16)};a=b`))],
    [
      'header names in any case',
      () =>
        lines(
          POST,
          'hOST: localhost',
          key()
            .toUpperCase()
            .replace(/(?<=BEARER ).*/, service.key),
          JSON_TYPE.toLowerCase(),
          LENGTH.toUpperCase(),
        ) + BODY,
    ],
    ['an offer of another protocol, which is not taken up', () => chat('Connection: upgrade', 'Upgrade: h2c')],
    ['an unknown expectation', () => chat('Expect: a-miracle')],
  ];

  test.each(rows)('%s: one answer, one request to the engine, one charge', async (_, bytes) => {
    const { result, asked, paid } = await costOf(() => exchange(bytes(), (text) => text.endsWith('}')));

    expect(result.statuses).toEqual([200]);
    expect(result.body).toContain('"content":"pong"');
    expect({ asked, paid }).toEqual({ asked: 1, paid: 65_000n });
  });

  test('Expect: 100-continue gets 100, and then its answer', async () => {
    using client = new RawClient(service.port);
    client.send(lines(POST, HOST, key(), JSON_TYPE, LENGTH, 'Expect: 100-continue'));
    await client.hasText('HTTP/1.1 100 Continue\r\n\r\n');

    client.send(BODY);

    await client.hasText('"content":"pong"');
    expect(client.text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 100', 'HTTP/1.1 200']);
  });

  test('a whole request in pieces of one byte is one request', async () => {
    const { asked } = await costOf(async () => {
      using client = new RawClient(service.port);
      for (const byte of chat()) client.send(byte);
      await client.hasText('"content":"pong"');
    });

    expect(asked).toBe(1);
  });

  test('a body in chunks of one byte is one body', async () => {
    const { asked } = await costOf(async () => {
      using client = new RawClient(service.port);
      client.send(lines(POST, HOST, key(), JSON_TYPE, CHUNKED));
      for (const byte of BODY) client.send(`1\r\n${byte}\r\n`);
      client.send('0\r\n\r\n');
      await client.hasText('"content":"pong"');
    });

    expect(asked).toBe(1);
    expect(service.upstream.requests.at(-1)?.body).toMatchObject({ messages: CHAT.messages });
  });

  test('one connection serves one request after another', async () => {
    using client = new RawClient(service.port);
    for (let n = 1; n <= 5; n++) {
      client.send(chat());
      await until(
        `answer ${n} has come`,
        () => client.text.split('"content":"pong"').length === n + 1 && client.text.endsWith('}'),
      );
    }

    expect(client.text.match(/HTTP\/1\.1 200/g)).toHaveLength(5);
  });

  test('HEAD gives the head of GET and no body', async () => {
    using client = new RawClient(service.port);
    client.send(lines('HEAD /v1/models HTTP/1.1', HOST, key(), 'Connection: close'));
    await client.over;
    using second = new RawClient(service.port);
    second.send(lines('HEAD /v1/chat/completions HTTP/1.1', HOST, key(), 'Connection: close'));
    await second.over;

    expect(client.text).toStartWith('HTTP/1.1 200 ');
    expect(client.text).toMatch(/\r\ncontent-type: application\/json/i);
    expect(client.text).toEndWith('\r\n\r\n');
    expect(second.text).toStartWith('HTTP/1.1 405 ');
    expect(second.text).toEndWith('\r\n\r\n');
  });
});

describe('more than one request at a time on one connection', () => {
  // The runtime ends a connection on which a request comes while another is being answered: it cannot queue them.
  test('requests sent ahead are not answered at all: closed, and nothing is forwarded', async () => {
    using client = new RawClient(service.port);
    const { result, asked } = await costOf(() => sendAndLose(client, chat() + chat() + chat()));

    expect(result).toBe('fin');
    expect(client.text).toBe('');
    expect(asked).toBe(0);
  });

  test('a second request hidden behind the body of the first is never answered', async () => {
    using client = new RawClient(service.port);
    const hidden = lines('GET /v1/models HTTP/1.1', HOST, key());
    const { asked } = await costOf(() => sendAndLose(client, chat() + hidden));

    expect(client.text).not.toContain('"object":"list"');
    expect(asked).toBe(0);
  });

  test('requests sent ahead that need no waiting are answered in order', async () => {
    using client = new RawClient(service.port);
    client.send(
      lines('OPTIONS /v1/models HTTP/1.1', HOST) +
        lines('GET /healthz HTTP/1.1', HOST) +
        lines('GET /nothing HTTP/1.1', HOST),
    );
    await client.hasText('not_found');

    expect(client.text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 204', 'HTTP/1.1 200', 'HTTP/1.1 404']);
  });

  const BEHIND: readonly (readonly [string, () => string])[] = [
    ['an empty line behind the body', () => `${chat()}\r\n`],
    ['a bare LF behind the body', () => `${chat()}\n`],
    ['nonsense behind the body', () => `${chat()}nonsense nonsense\r\n\r\n`],
    ['a trailer, which could hide a header', () => withChunks(chunked().replace(/\r\n$/, 'Content-Length: 3\r\n\r\n'))],
  ];

  test.each(BEHIND)('%s: refused and closed, nothing forwarded', async (_, bytes) => {
    using client = new RawClient(service.port);
    const { result, asked } = await costOf(() => sendAndLose(client, bytes()));

    expect(result).toBe('fin');
    expect(client.text).toStartWith('HTTP/1.1 400 ');
    expect(asked).toBe(0);
  });

  // The runtime cuts these clients off while their credit is being held. No engine was asked, so no charge may appear.
  test.each([...BEHIND, ['a request sent ahead', () => chat() + chat()] as const])(
    '%s: nothing charged to a client that was gone before the engine was asked',
    async (_, bytes) => {
      using client = new RawClient(service.port);
      const { paid } = await costOf(() => sendAndLose(client, bytes()));

      expect(paid).toBe(0n);
    },
  );

  test('a request sent ahead while an answer runs ends that answer, which costs what had come; itself it is not read', async () => {
    const gate = Promise.withResolvers<void>();
    service.upstream.play(heldAnswer(gate.promise));
    const body = JSON.stringify({ ...CHAT, stream: true });
    using client = new RawClient(service.port);
    const { asked, paid } = await costOf(async () => {
      const known = requestRows(service.config.dataDir).length;
      client.send(lines(POST, HOST, key(), JSON_TYPE, `Content-Length: ${body.length}`) + body);
      await client.hasText('"content":"one"');

      client.send(chat());

      await client.over;
      gate.resolve();
      await settledRows(service.config.dataDir, known + 1);
    });
    service.upstream.play(answerText('pong'));

    expect(client.text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200']);
    expect(client.text).not.toContain('[DONE]');
    expect(asked).toBe(1);
    expect(paid).toBeGreaterThan(0n);
  });
});
