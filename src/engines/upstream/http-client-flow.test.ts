import { describe, expect, spyOn, test } from 'bun:test';
import type { HttpAnswer } from './http.ts';
import { ask, failureOf, never, ok, textOf, until, upstream } from './http-client.fixture.ts';
import { createHttpClient } from './http-client.ts';

const clientOf = (server: { readonly port: number }, tls = false) =>
  createHttpClient({ hostname: '127.0.0.1', port: server.port, tls });

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n';
const silent = () => {};
const readerOf = (answer: HttpAnswer) => answer.body[Symbol.asyncIterator]();

describe('an abort', () => {
  const reason = new Error('The caller left.');

  test('before the call opens no connection', async () => {
    using server = await upstream(silent);

    expect(await failureOf(clientOf(server).request(ask(), AbortSignal.abort(reason)))).toBe(reason);

    expect(server.opened()).toBe(0);
  });

  test('right after the call closes the connection that opens later', async () => {
    using server = await upstream(silent);
    const controller = new AbortController();
    const asked = clientOf(server).request(ask(), controller.signal);

    controller.abort(reason);

    expect(await failureOf(asked)).toBe(reason);
    await until(() => server.opened() === 1 && server.closed() === 1);
    expect(server.calls).toEqual([]);
  });

  test('during the TLS handshake closes the connection', async () => {
    using server = await upstream(silent);
    const controller = new AbortController();
    const asked = clientOf(server, true).request(ask(), controller.signal);
    await until(() => server.opened() === 1);

    controller.abort(reason);

    expect(await failureOf(asked)).toBe(reason);
    await until(() => server.closed() === 1);
  });

  test('while the answer is awaited closes the connection', async () => {
    using server = await upstream(silent);
    const controller = new AbortController();
    const asked = clientOf(server).request(ask(), controller.signal);
    await until(() => server.calls.length === 1);

    controller.abort(reason);

    expect(await failureOf(asked)).toBe(reason);
    await until(() => server.closed() === 1);
  });

  test('while the request is written closes the connection', async () => {
    using server = await upstream(silent);
    const controller = new AbortController();
    const body = 'x'.repeat(50_000_000);
    const asked = clientOf(server).request(ask({ method: 'POST', body }), controller.signal);
    await until(() => server.opened() === 1);

    controller.abort(reason);

    expect(await failureOf(asked)).toBe(reason);
    await until(() => server.closed() === 1);
  });

  test('while a reader waits rejects the reader and closes the connection', async () => {
    using server = await upstream(({ socket }) => socket.write(HEAD));
    const controller = new AbortController();
    const reader = readerOf(await clientOf(server).request(ask(), controller.signal));
    const next = failureOf(reader.next());

    controller.abort(reason);

    expect(await next).toBe(reason);
    expect(await reader.next()).toEqual({ done: true, value: undefined });
    await until(() => server.closed() === 1);
  });

  test('while the body is not read closes the connection, and a late reader gets the reason and no bytes', async () => {
    using server = await upstream(({ socket }) => socket.write(`${HEAD}hello`));
    const controller = new AbortController();
    const answer = await clientOf(server).request(ask(), controller.signal);

    controller.abort(reason);

    await until(() => server.closed() === 1);
    expect(await failureOf(readerOf(answer).next())).toBe(reason);
  });

  test('after the last byte came, but before it was read, still stops the reader', async () => {
    using server = await upstream(({ socket }) => socket.write(ok('whole')));
    const controller = new AbortController();
    const client = clientOf(server);
    const answer = await client.request(ask(), controller.signal);

    controller.abort(reason);

    expect(await failureOf(textOf(answer))).toBe(reason);
    expect(await textOf(await client.request(ask(), never()))).toBe('whole');
    expect(server.opened()).toBe(1);
  });

  test('after all was read changes nothing', async () => {
    using server = await upstream(({ socket }) => socket.write(ok('whole')));
    const controller = new AbortController();
    const client = clientOf(server);
    await textOf(await client.request(ask(), controller.signal));

    controller.abort(reason);

    expect(await textOf(await client.request(ask(), never()))).toBe('whole');
    expect(server.opened()).toBe(1);
  });

  test('is listened for only while a request runs, however it ends', async () => {
    using server = await upstream(({ socket, head }) => {
      if (head.startsWith('GET /ok')) socket.write(ok('whole'));
      else if (head.startsWith('GET /cut')) socket.end(`${HEAD}hello`);
      else if (head.startsWith('GET /open')) socket.write(`${HEAD}hello`);
      else if (head.startsWith('GET /bad')) socket.write('nonsense\r\n\r\n');
    });
    const { signal } = new AbortController();
    const added = spyOn(signal, 'addEventListener');
    const removed = spyOn(signal, 'removeEventListener');
    const client = clientOf(server);

    await textOf(await client.request(ask({ path: '/ok' }), signal));
    await failureOf(client.request(ask({ path: '/cut' }), signal).then(textOf));
    await failureOf(client.request(ask({ path: '/bad' }), signal));
    await failureOf(client.request(ask({ path: '/late', within: { firstByteMs: 5 } }), signal));
    (await client.request(ask({ path: '/open' }), signal)).discard();

    expect(added).toHaveBeenCalledTimes(5);
    expect(removed.mock.calls).toEqual(added.mock.calls);
  });
});

describe('a reader that leaves', () => {
  test('in the middle of the body closes the connection', async () => {
    using server = await upstream(({ socket }) => socket.write(`${HEAD}hello`));
    const answer = await clientOf(server).request(ask(), never());

    for await (const _ of answer.body) break;

    await until(() => server.closed() === 1);
  });

  test('without having started closes the connection', async () => {
    using server = await upstream(({ socket }) => socket.write(HEAD));
    const answer = await clientOf(server).request(ask(), never());

    answer.discard();
    answer.discard();

    await until(() => server.closed() === 1);
    expect(await readerOf(answer).next()).toEqual({ done: true, value: undefined });
  });

  test('while it waits gets the end, and the connection is closed', async () => {
    using server = await upstream(({ socket }) => socket.write(HEAD));
    const reader = readerOf(await clientOf(server).request(ask(), never()));
    const next = reader.next();

    await reader.return!();

    expect(await next).toEqual({ done: true, value: undefined });
    await until(() => server.closed() === 1);
  });

  test('does not hear of a failure, and no other client does', async () => {
    const unhandled: unknown[] = [];
    const note = (error: unknown) => void unhandled.push(error);
    process.on('unhandledRejection', note);
    using server = await upstream(({ socket, head }) => {
      if (head.startsWith('GET /ok')) socket.write(ok('whole'));
      else socket.end(`${HEAD}hello`);
    });
    const client = clientOf(server);
    const abandoned = await client.request(ask(), never());
    await until(() => server.closed() === 1);

    // A round trip later the failure has been seen by the client, and would have been reported.
    await textOf(await client.request(ask({ path: '/ok' }), never()));
    await new Promise((resolve) => setImmediate(resolve));

    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
    expect(await failureOf(textOf(abandoned))).toMatchObject({ kind: 'closed' });
  });

  test('two readers at once are a bug', async () => {
    using server = await upstream(({ socket }) => socket.write(HEAD));
    const reader = readerOf(await clientOf(server).request(ask(), never()));
    const first = reader.next();

    expect(await failureOf(reader.next())).toMatchObject({ name: 'Error' });

    server.calls[0]!.socket.write('hello');
    expect(Buffer.from((await first).value!).toString()).toBe('hello');
  });
});

describe('a reader that is slow', () => {
  test('holds back a peer that has 200 MB to send, and then gets all of it', async () => {
    const total = 200 * 2 ** 20;
    const block = Buffer.alloc(2 ** 16, 'x');
    let sent = 0;
    let isBlocked = false;
    using server = await upstream(({ socket, head }) => {
      if (head.startsWith('GET /ok')) return void socket.write(ok('whole'));
      const pump = () => {
        isBlocked = false;
        while (sent < total && !isBlocked) {
          sent += block.length;
          isBlocked = !socket.write(block);
        }
      };
      socket.on('drain', pump);
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${total}\r\n\r\n`);
      pump();
    });
    const client = clientOf(server);
    const answer = await client.request(ask(), never());

    // Many round trips in the same event loop give a client that still reads all the time it needs.
    for (let index = 0; index < 300; index += 1) await textOf(await client.request(ask({ path: '/ok' }), never()));
    expect(isBlocked).toBe(true);
    expect(sent).toBeLessThan(24 * 2 ** 20);

    let received = 0;
    for await (const piece of answer.body) received += piece.length;
    expect(received).toBe(total);
  });
});
