/** A server in front of the real service that is right in everything but one thing. */
import { connect, createServer, type Socket } from 'node:net';

/** One request and the real answer to it, read to its end. */
export type Exchange = {
  readonly method: string;
  /** Without /v1. */
  readonly path: string;
  readonly sent: Readonly<Record<string, unknown>>;
  readonly request: Request;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
};

/** The answer that is sent instead; undefined leaves it as it is. */
export type Fault = (
  exchange: Exchange,
) => { readonly status?: number; readonly headers?: Headers; readonly text?: string } | undefined;

export type Front = Disposable & { readonly base: string };

const OF_A_CONNECTION = ['connection', 'content-length', 'transfer-encoding', 'content-encoding', 'host', 'date'];

export function startWrongFront(serviceUrl: string, fault: Fault): Front {
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const path = new URL(request.url).pathname.replace(/^\/v1/, '');
      const body = request.method === 'POST' ? new Uint8Array(await request.arrayBuffer()) : undefined;
      const answer = await fetch(`${serviceUrl}${path}`, {
        method: request.method,
        headers: without(
          request.headers,
          body?.length === 0 ? [] : OF_A_CONNECTION.filter((name) => name !== 'content-encoding'),
        ),
        ...(body && { body }),
      });
      const headers = without(answer.headers, OF_A_CONNECTION);
      const text = await answer.text();
      const { status } = answer;
      const exchange = { method: request.method, path, sent: objectIn(body), request, status, headers, text };
      const instead = { status, headers, text, ...fault(exchange) };
      const isBare = instead.status === 204 || request.method === 'HEAD';
      return new Response(isBare ? null : instead.text, instead);
    },
  });
  return { base: `http://127.0.0.1:${server.port}/v1`, [Symbol.dispose]: () => void server.stop(true) };
}

/** Takes on itself what begins in a way that is none of HTTP, and answers it as often as the test says. */
export async function startCarelessFront(
  port: number,
  careless: { readonly isHostile: (head: string) => boolean; readonly answer: string },
): Promise<Front> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('data', (first) => {
      if (careless.isHostile(first.toString())) return void socket.end(careless.answer);
      const real = connect({ port, host: '127.0.0.1' });
      sockets.add(real);
      real.on('error', () => socket.destroy());
      real.write(first);
      socket.pipe(real).pipe(socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const own = typeof address === 'object' && address ? address.port : 0;
  const stop = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { base: `http://127.0.0.1:${own}/v1`, [Symbol.dispose]: stop };
}

function without(headers: Headers, names: readonly string[]): Headers {
  const rest = new Headers(headers);
  for (const name of names) rest.delete(name);
  return rest;
}

function objectIn(body: Uint8Array | undefined): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(body));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
