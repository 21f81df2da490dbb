import { expect, test } from 'bun:test';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ask, type Call, failureOf, never, ok, textOf, until, upstream } from './http-client.fixture.ts';
import { createHttpClient, originOf } from './http-client.ts';

const clientOf = (server: { readonly port: number }, options = {}) =>
  createHttpClient({ hostname: '127.0.0.1', port: server.port, tls: false }, options);

const echo = ({ socket, body }: Call) => socket.write(ok(body));

test('a request carries its host, its headers and the length of its body in bytes', async () => {
  using server = await upstream(echo);
  const body = 'Příliš žluťoučký kůň 🐎';
  const request = ask({ method: 'POST', path: '/v1/chat?a=b', headers: { 'X-Key': 'Abc' }, body });

  const answer = await clientOf(server).request(request, never());

  expect(await textOf(answer)).toBe(body);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-length')).toBe(String(Buffer.byteLength(body)));
  expect(server.calls[0]!.head).toBe(
    `POST /v1/chat?a=b HTTP/1.1\r\nhost: 127.0.0.1:${server.port}\r\nX-Key: Abc\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n`,
  );
});

test('without a body, a POST says so and a GET says nothing', async () => {
  using server = await upstream(echo);
  const client = clientOf(server);

  await textOf(await client.request(ask({ method: 'POST' }), never()));
  await textOf(await client.request(ask(), never()));

  expect(server.calls[0]!.head).toContain('\r\ncontent-length: 0\r\n');
  expect(server.calls[1]!.head).not.toContain('content-length');
});

test.each([
  ['a line end in a value', { headers: { a: 'b\r\nc: d' } }],
  ['a NUL in a value', { headers: { a: 'b\0' } }],
  ['a line end in a name', { headers: { 'a\n': 'b' } }],
  ['an empty name', { headers: { '': 'b' } }],
  ['a header that is for the client to set', { headers: { 'Content-Length': '1' } }],
  ['a space in the path', { path: '/ HTTP/1.1' }],
  ['a line end in the path', { path: '/\r\nx: y' }],
  ['a path without a slash', { path: 'x' }],
])('%s is a bug, and nothing is sent', async (_name, parts) => {
  using server = await upstream(echo);

  const failure = await failureOf(clientOf(server).request(ask(parts), never()));

  expect(failure).toMatchObject({ name: 'Error' });
  expect(server.opened()).toBe(0);
});

test('a body read to its end gives its connection to the next request', async () => {
  using server = await upstream(echo);
  const client = clientOf(server);

  for (let index = 0; index < 20; index += 1) {
    const answer = await client.request(ask({ method: 'POST', body: `${index}` }), never());
    expect(await textOf(answer)).toBe(`${index}`);
  }

  expect(server.opened()).toBe(1);
});

test('a large body is written whole, however little the socket takes at once', async () => {
  const body = 'ě'.repeat(10_000_000);
  using server = await upstream(({ socket, body: received }) => socket.write(ok(String(received === body))));

  const answer = await clientOf(server).request(ask({ method: 'POST', body }), never());

  expect(await textOf(answer)).toBe('true');
});

test('a body in two parts is one body, also where its connection was lost and it is written again', async () => {
  const rest = Buffer.from('ě'.repeat(5_000_000));
  let isFirst = true;
  using server = await upstream(({ socket, body }) => {
    // The second request on a connection finds it closed.
    if (body === 'first') return socket.write(ok('first'));
    if (isFirst) {
      isFirst = false;
      return socket.end();
    }
    return socket.write(ok(String(body === `start${rest}`)));
  });
  const client = clientOf(server);
  await textOf(await client.request(ask({ method: 'POST', body: 'first' }), never()));

  const answer = await client.request(ask({ method: 'POST', body: { start: 'start', rest: [rest] } }), never());

  expect(await textOf(answer)).toBe('true');
  expect(server.opened()).toBe(2);
});

test('an answer that comes byte by byte is the same answer', async () => {
  const wire = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n6;x\r\n world\r\n0\r\n\r\n';
  using server = await upstream(async ({ socket }) => {
    socket.setNoDelay(true);
    for (const char of wire) await new Promise((resolve) => socket.write(char, resolve));
  });
  const client = clientOf(server);

  for (let index = 0; index < 3; index += 1) {
    expect(await textOf(await client.request(ask(), never()))).toBe('hello world');
  }

  expect(server.opened()).toBe(1);
});

test('a body without a length is ended by the peer, and its connection is not used again', async () => {
  using server = await upstream(({ socket }) => socket.end('HTTP/1.0 200 OK\r\n\r\nold text'));
  const client = clientOf(server);

  expect(await textOf(await client.request(ask(), never()))).toBe('old text');
  expect(await textOf(await client.request(ask(), never()))).toBe('old text');

  expect(server.opened()).toBe(2);
});

test('an answer can come before the request is written, and its connection is not used again', async () => {
  let closed = 0;
  using hasty = Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      open(socket) {
        socket.pause();
        socket.write('HTTP/1.1 413 Too Large\r\ncontent-length: 3\r\n\r\nbig');
      },
      close() {
        closed += 1;
      },
      data() {},
    },
  });

  const answer = await clientOf(hasty).request(ask({ method: 'POST', body: 'x'.repeat(50_000_000) }), never());

  expect(answer.status).toBe(413);
  expect(await textOf(answer)).toBe('big');
  await until(() => closed === 1);
});

test('a second answer without a request reaches no client', async () => {
  using server = await upstream(({ socket, connection, turn }) =>
    socket.write(connection === 1 ? ok('first') + ok('stray') : ok(`asked for ${turn}`)),
  );
  const client = clientOf(server);

  expect(await textOf(await client.request(ask(), never()))).toBe('first');
  expect(await textOf(await client.request(ask(), never()))).toBe('asked for 1');

  await until(() => server.closed() === 1);
  expect(server.opened()).toBe(2);
});

test('bytes on an idle connection close it, and reach no client', async () => {
  using server = await upstream(({ socket, connection }) => socket.write(ok(`from ${connection}`)));
  const client = clientOf(server);

  expect(await textOf(await client.request(ask(), never()))).toBe('from 1');
  server.calls[0]!.socket.write(ok('stray'));
  await until(() => server.closed() === 1);

  expect(await textOf(await client.request(ask(), never()))).toBe('from 2');
});

test('an idle connection is closed after its time', async () => {
  using server = await upstream(echo);
  const client = clientOf(server, { idlePoolMs: 20 });

  await Promise.all([1, 2, 3].map(async () => textOf(await client.request(ask(), never()))));

  await until(() => server.closed() === 3);
});

test('no more connections are kept idle than allowed', async () => {
  using server = await upstream(echo);
  const client = clientOf(server, { idleMax: 2 });

  await Promise.all([1, 2, 3, 4, 5].map(async () => textOf(await client.request(ask(), never()))));

  await until(() => server.closed() === 3);
  expect(server.opened()).toBe(5);
});

test('closing the client closes what is idle and lets what runs go on', async () => {
  using server = await upstream(({ socket, head }) => {
    if (head.startsWith('GET /idle')) socket.write(ok('idle'));
    else socket.write('HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nru');
  });
  const client = clientOf(server);
  const running = await client.request(ask({ path: '/running' }), never());
  await textOf(await client.request(ask({ path: '/idle' }), never()));

  client.close();
  await until(() => server.closed() === 1);
  server.calls[0]!.socket.write('ns');

  expect(await textOf(running)).toBe('runs');
  await until(() => server.closed() === 2);
});

test('a unix socket is an origin too', async () => {
  const unix = join(tmpdir(), `http-client-${process.pid}.sock`);
  using server = await upstream(echo, unix);
  const client = createHttpClient({ unix });

  const answer = await client.request(ask({ method: 'POST', body: 'near' }), never());

  expect(await textOf(answer)).toBe('near');
  expect(server.calls[0]!.head).toContain('\r\nhost: localhost\r\n');
});

test('300 requests run at once', async () => {
  const waiting: Call[] = [];
  using server = await upstream((call) => {
    waiting.push(call);
    if (waiting.length < 300) return;
    for (const { socket, body } of waiting.splice(0)) socket.write(ok(body));
  });
  const client = clientOf(server);
  const one = async (_: unknown, index: number) =>
    textOf(await client.request(ask({ method: 'POST', body: `${index}` }), never()));

  const texts = await Promise.all(Array.from({ length: 300 }, one));

  expect(texts).toEqual(Array.from({ length: 300 }, (_, index) => `${index}`));
  expect(server.opened()).toBe(300);
});

test('2,000 requests to a server that closes idle connections at random all succeed', async () => {
  let state = 42;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  using server = await upstream(({ socket, body }) => {
    socket.write(ok(body));
    const fate = random();
    if (fate < 0.2) socket.end();
    else if (fate < 0.4) setImmediate(() => socket.destroy());
    else if (fate < 0.5) setTimeout(() => socket.resetAndDestroy(), random() * 3);
  });
  const client = clientOf(server);
  let left = 2000;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      const body = `${left}`;
      expect(await textOf(await client.request(ask({ method: 'POST', body }), never()))).toBe(body);
    }
  };

  await Promise.all(Array.from({ length: 8 }, worker));

  expect(server.opened()).toBeGreaterThan(100);
  expect(server.opened()).toBeLessThan(2000);
});

test('an origin is read from an address', () => {
  expect(originOf(new URL('http://a.example/x'))).toEqual({ hostname: 'a.example', port: 80, tls: false });
  expect(originOf(new URL('https://a.example'))).toEqual({ hostname: 'a.example', port: 443, tls: true });
  expect(originOf(new URL('http://[::1]:8080'))).toEqual({ hostname: '::1', port: 8080, tls: false });
  expect(() => originOf(new URL('ftp://a.example'))).toThrow('not "ftp:"');
});
