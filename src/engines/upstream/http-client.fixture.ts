/** Scripted upstreams on real sockets, for the tests of the HTTP client. */
import { createServer, type Server, type Socket } from 'node:net';
import type { HttpAnswer, HttpRequest } from './http.ts';

export type Call = {
  readonly socket: Socket;
  /** 1 for the first connection that the server saw. */
  readonly connection: number;
  /** 1 for the first request on its connection. */
  readonly turn: number;
  readonly head: string;
  readonly body: string;
};

type Upstream = Disposable & {
  readonly port: number;
  readonly calls: readonly Call[];
  /** Connections opened so far. */
  readonly opened: () => number;
  /** Connections that the client, or we, have closed so far. */
  readonly closed: () => number;
};

/** Runs `script` for each whole request. `where` is a path for a unix socket, or nothing for a free port. */
export async function upstream(script: (call: Call) => unknown, where?: string): Promise<Upstream> {
  const calls: Call[] = [];
  const sockets = new Set<Socket>();
  let opened = 0;
  let closed = 0;
  const server = createServer((socket) => {
    opened += 1;
    const connection = opened;
    let turn = 0;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => {
      closed += 1;
      sockets.delete(socket);
    });
    readRequests(socket, (head, body) => {
      turn += 1;
      const call = { socket, connection, turn, head, body };
      calls.push(call);
      void script(call);
    });
  });
  const port = await listen(server, where);
  const dispose = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { port, calls, opened: () => opened, closed: () => closed, [Symbol.dispose]: dispose };
}

export function listen(server: Server, where?: string): Promise<number> {
  return new Promise((resolve) => {
    const ready = () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    };
    if (where === undefined) server.listen(0, '127.0.0.1', ready);
    else server.listen(where, ready);
  });
}

function readRequests(socket: Socket, onRequest: (head: string, body: string) => void): void {
  let pieces: Buffer[] = [];
  let size = 0;
  let wanted = 0;
  socket.on('data', (piece: Buffer) => {
    pieces.push(piece);
    size += piece.length;
    while (size > 0 && size >= wanted) {
      const all = Buffer.concat(pieces);
      pieces = [all];
      const headEnd = all.indexOf('\r\n\r\n') + 4;
      if (headEnd < 4) return;
      const head = all.toString('latin1', 0, headEnd);
      wanted = headEnd + Number(/^content-length: (\d+)\r$/m.exec(head)?.[1] ?? 0);
      if (size < wanted) return;
      const body = all.toString('utf8', headEnd, wanted);
      pieces = [all.subarray(wanted)];
      size -= wanted;
      wanted = 0;
      onRequest(head, body);
    }
  });
}

export const ok = (body: string) => `HTTP/1.1 200 OK\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

/** A request whose deadlines are too far away to matter, unless a test says otherwise. */
export function ask(
  parts: Partial<HttpRequest> & { readonly within?: Partial<HttpRequest['deadlines']> } = {},
): HttpRequest {
  const { within, ...rest } = parts;
  const deadlines = { connectMs: 20_000, firstByteMs: 20_000, idleMs: 20_000, ...within };
  return { method: 'GET', path: '/', headers: {}, deadlines, ...rest };
}

export const never = (): AbortSignal => new AbortController().signal;

export async function textOf(answer: HttpAnswer): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of answer.body) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

/** The reason that a promise rejects with. */
export async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('The promise was expected to reject.');
}

/** Waits until something is true; a test that waits in vain fails by its own time limit. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 1));
}
