import { expect, test } from 'bun:test';
import { createServer, type TLSSocket } from 'node:tls';
import { ask, failureOf, listen, never, ok, textOf } from './http-client.fixture.ts';
import { createHttpClient } from './http-client.ts';
import { AUTHORITY, ELSEWHERE, HERE, SELF_SIGNED } from './http-client-tls.fixture.ts';

type Pair = { readonly cert: string; readonly key: string };

async function secureUpstream(pair: Pair) {
  const names: unknown[] = [];
  let bytes = 0;
  const sockets = new Set<TLSSocket>();
  const server = createServer(pair, (socket) => {
    names.push(socket.servername);
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('data', (data) => {
      bytes += data.length;
      if (data.toString('latin1').endsWith('end')) socket.write(ok('secret'));
    });
  });
  server.on('tlsClientError', () => {});
  const port = await listen(server);
  const dispose = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { port, names, bytes: () => bytes, [Symbol.dispose]: dispose };
}

const request = ask({ method: 'POST', body: 'end' });

test('a certificate from a known authority for this host is accepted', async () => {
  using server = await secureUpstream(HERE);
  const client = createHttpClient({ hostname: 'localhost', port: server.port, tls: { ca: AUTHORITY } });

  expect(await textOf(await client.request(request, never()))).toBe('secret');
  expect(await textOf(await client.request(request, never()))).toBe('secret');

  expect(server.names).toEqual(['localhost']);
});

test('an address can be verified too, and is not sent as a server name', async () => {
  using server = await secureUpstream(HERE);
  const client = createHttpClient({ hostname: '127.0.0.1', port: server.port, tls: { ca: AUTHORITY } });

  expect(await textOf(await client.request(request, never()))).toBe('secret');

  expect(server.names).toEqual([false]);
});

test('a large request and its answer go through TLS whole', async () => {
  using server = await secureUpstream(HERE);
  const client = createHttpClient({ hostname: 'localhost', port: server.port, tls: { ca: AUTHORITY } });
  const body = `${'x'.repeat(20_000_000)}end`;

  expect(await textOf(await client.request({ ...request, body }, never()))).toBe('secret');
});

test.each([
  ['signed by itself', SELF_SIGNED, 'localhost', true],
  ['signed by itself, when another authority is trusted', SELF_SIGNED, 'localhost', { ca: AUTHORITY }],
  ['from an authority that is not known', HERE, 'localhost', true],
  ['for another host', ELSEWHERE, 'localhost', { ca: AUTHORITY }],
  ['for another host, when we have only an address', ELSEWHERE, '127.0.0.1', { ca: AUTHORITY }],
])('a certificate %s is refused, and not a byte of the request is sent', async (_name, pair, hostname, tls) => {
  using server = await secureUpstream(pair);
  const client = createHttpClient({ hostname, port: server.port, tls });

  const failure = await failureOf(client.request(request, never()));

  expect(failure).toMatchObject({ kind: 'connect', beforeFirstByte: true });
  expect(server.bytes()).toBe(0);
});

test('verification cannot be turned off by the environment', async () => {
  using server = await secureUpstream(SELF_SIGNED);
  const before = process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
  try {
    const client = createHttpClient({ hostname: 'localhost', port: server.port, tls: true });

    expect(await failureOf(client.request(request, never()))).toMatchObject({ kind: 'connect' });
  } finally {
    if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before;
  }
});
