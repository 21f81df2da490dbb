import { describe, expect, test } from 'bun:test';
import type { Socket } from 'node:net';
import { ask, failureOf, never, ok, textOf, until, upstream } from './http-client.fixture.ts';
import { createHttpClient } from './http-client.ts';

const clientOf = (server: { readonly port: number }, tls = false) =>
  createHttpClient({ hostname: '127.0.0.1', port: server.port, tls });

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n';
const silent = () => {};

describe('deadlines', () => {
  test('a connection that does not become ready in time is given up and closed', async () => {
    using server = await upstream(silent);

    // The server takes the connection but never speaks TLS.
    const failure = await failureOf(clientOf(server, true).request(ask({ within: { connectMs: 20 } }), never()));

    expect(failure).toMatchObject({ kind: 'connect-timeout', beforeFirstByte: true });
    await until(() => server.opened() === 1 && server.closed() === 1);
  });

  test('an answer that does not begin in time is given up, and its connection closed', async () => {
    using server = await upstream(silent);

    const failure = await failureOf(clientOf(server).request(ask({ within: { firstByteMs: 20 } }), never()));

    expect(failure).toMatchObject({ kind: 'first-byte-timeout', beforeFirstByte: true });
    await until(() => server.closed() === 1);
  });

  test('an interim answer does not stop the wait for the answer', async () => {
    using server = await upstream(({ socket }) => socket.write('HTTP/1.1 100 Continue\r\n\r\n'));

    const failure = await failureOf(clientOf(server).request(ask({ within: { firstByteMs: 20 } }), never()));

    expect(failure).toMatchObject({ kind: 'first-byte-timeout', beforeFirstByte: true });
  });

  test('a peer that takes nothing of the request is given up', async () => {
    using deaf = Bun.listen({
      hostname: '127.0.0.1',
      port: 0,
      socket: { open: (socket) => void socket.pause(), data() {} },
    });
    const request = ask({ method: 'POST', body: 'x'.repeat(50_000_000), within: { firstByteMs: 50 } });

    const failure = await failureOf(clientOf(deaf).request(request, never()));

    expect(failure).toMatchObject({ kind: 'first-byte-timeout', beforeFirstByte: true });
  });

  test.each([
    ['head', 'HTTP/1.1 200 OK\r\ncontent-'],
    ['body', `${HEAD}hello`],
  ])('a %s that stops for too long is given up, and its connection closed', async (_name, wire) => {
    using server = await upstream(({ socket }) => socket.write(wire));
    const read = async () => textOf(await clientOf(server).request(ask({ within: { idleMs: 20 } }), never()));

    const failure = await failureOf(read());

    expect(failure).toMatchObject({ kind: 'idle-timeout', beforeFirstByte: false });
    await until(() => server.closed() === 1);
  });

  test('the idle deadline does not run while the body is not read', async () => {
    using server = await upstream(({ socket, head }) => {
      if (head.startsWith('GET /slow')) socket.write(HEAD);
    });
    const client = clientOf(server);
    const answer = await client.request(ask({ path: '/slow', within: { idleMs: 150 } }), never());
    const reader = answer.body[Symbol.asyncIterator]();
    const first = reader.next();
    server.calls[0]!.socket.write('hello');
    await first;

    // Another request's deadline, twice as long, tells that the time has passed.
    await failureOf(client.request(ask({ within: { firstByteMs: 300 } }), never()));
    server.calls[0]!.socket.write('world');

    expect(Buffer.from((await reader.next()).value!).toString()).toBe('world');
  });
});

describe('a peer that fails', () => {
  test('the port is closed', async () => {
    const server = await upstream(silent);
    server[Symbol.dispose]();

    const failure = await failureOf(clientOf(server).request(ask(), never()));

    expect(failure).toMatchObject({ kind: 'connect', beforeFirstByte: true, cause: { code: 'ECONNREFUSED' } });
  });

  test('the name is not known', async () => {
    const client = createHttpClient({ hostname: 'no-such-host.invalid', port: 80, tls: false });

    expect(await failureOf(client.request(ask(), never()))).toMatchObject({ kind: 'connect', beforeFirstByte: true });
  });

  test('no unix socket is there', async () => {
    const client = createHttpClient({ unix: '/no/such/directory/x.sock' });

    expect(await failureOf(client.request(ask(), never()))).toMatchObject({ kind: 'connect', beforeFirstByte: true });
  });

  const hangUps: [string, (socket: Socket) => void][] = [
    ['closes', (socket) => socket.end()],
    ['resets', (socket) => socket.resetAndDestroy()],
  ];

  test.each(hangUps)('it %s a new connection before it answers', async (_name, hangUp) => {
    using server = await upstream(({ socket }) => hangUp(socket));

    const failure = await failureOf(clientOf(server).request(ask(), never()));

    expect(failure).toMatchObject({ kind: 'closed', beforeFirstByte: true });
    expect(server.opened()).toBe(1);
  });

  test.each(hangUps)('it %s a reused connection before it answers: a new one asks again', async (_name, hangUp) => {
    using server = await upstream(({ socket, connection, turn }) => {
      if (connection === 1 && turn === 2) hangUp(socket);
      else socket.write(ok(`${connection}.${turn}`));
    });
    const client = clientOf(server);

    expect(await textOf(await client.request(ask(), never()))).toBe('1.1');
    expect(await textOf(await client.request(ask(), never()))).toBe('2.1');
  });

  test('it closes the reused connection and the new one: that is the end of it', async () => {
    using server = await upstream(({ socket, connection, turn }) => {
      if (connection === 1 && turn === 1) socket.write(ok('first'));
      else socket.end();
    });
    const client = clientOf(server);
    await textOf(await client.request(ask(), never()));

    const failure = await failureOf(client.request(ask(), never()));

    expect(failure).toMatchObject({ kind: 'closed', beforeFirstByte: true });
    expect(server.calls.length).toBe(3);
  });

  test('it has begun to answer on a reused connection: the request is not sent again', async () => {
    using server = await upstream(({ socket, turn }) => {
      if (turn === 1) socket.write(ok('first'));
      else socket.end('HTTP/1.1 2');
    });
    const client = clientOf(server);
    await textOf(await client.request(ask(), never()));

    const failure = await failureOf(client.request(ask(), never()));

    expect(failure).toMatchObject({ kind: 'closed', beforeFirstByte: false });
    expect(server.calls.length).toBe(2);
  });

  test.each(hangUps)('it %s in the middle of a body: what came is read, then the failure', async (_name, hangUp) => {
    using server = await upstream(({ socket }) => socket.write(`${HEAD}hello`));
    const answer = await clientOf(server).request(ask(), never());
    const reader = answer.body[Symbol.asyncIterator]();

    expect(Buffer.from((await reader.next()).value!).toString()).toBe('hello');
    hangUp(server.calls[0]!.socket);

    expect(await failureOf(reader.next())).toMatchObject({ kind: 'closed', beforeFirstByte: false });
    expect(await reader.next()).toEqual({ done: true, value: undefined });
  });

  test('it resets in the middle of a body without a length: that is not the end of the body', async () => {
    using server = await upstream(({ socket }) => socket.write('HTTP/1.1 200 OK\r\n\r\nhello'));
    const answer = await clientOf(server).request(ask(), never());
    const reader = answer.body[Symbol.asyncIterator]();
    await reader.next();

    server.calls[0]!.socket.resetAndDestroy();

    expect(await failureOf(reader.next())).toMatchObject({ kind: 'closed', beforeFirstByte: false });
  });

  test('what it sends is not HTTP: its connection is closed', async () => {
    using server = await upstream(({ socket }) => socket.write('220 mail.example ESMTP\r\n\r\n'));

    const failure = await failureOf(clientOf(server).request(ask(), never()));

    expect(failure).toMatchObject({ kind: 'protocol', beforeFirstByte: false });
    await until(() => server.closed() === 1);
  });

  test('a chunk in the middle of a body is malformed: the reader gets an error', async () => {
    const head = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';
    using server = await upstream(({ socket }) => socket.write(`${head}5\r\nhello\r\n`));
    const reader = (await clientOf(server).request(ask(), never())).body[Symbol.asyncIterator]();
    await reader.next();

    server.calls[0]!.socket.write('zz\r\n');

    expect(await failureOf(reader.next())).toMatchObject({ kind: 'protocol', beforeFirstByte: false });
    await until(() => server.closed() === 1);
  });

  test('its head of a gigabyte is refused long before it is read', async () => {
    using server = await upstream(({ socket }) => {
      const line = `x-filler: ${'x'.repeat(65_000)}\r\n`;
      const pump = () => {
        while (!socket.destroyed && socket.bytesWritten < 2 ** 30) {
          if (!socket.write(line)) return;
        }
      };
      socket.on('drain', pump);
      socket.write('HTTP/1.1 200 OK\r\n');
      pump();
    });

    const failure = await failureOf(clientOf(server).request(ask(), never()));

    expect(failure).toMatchObject({ kind: 'too-large', beforeFirstByte: false });
    await until(() => server.closed() === 1);
    expect(server.calls[0]!.socket.bytesWritten).toBeLessThan(32 * 2 ** 20);
  });
});
