import { createServer, type Server, type Socket } from 'node:net';

/**
 * HTTP/1.1 over plain TCP sockets, as little of it as a test needs: it reads whole requests, one after another on
 * each connection, and leaves every byte of the answer to the caller. A real HTTP server would refuse to send the
 * broken answers that tests are about.
 */
export async function startRawHttpServer(options: RawServerOptions): Promise<RawHttpServer> {
  const connections = new Set<RawConnection>();
  const server = createServer({ noDelay: true }, (socket) => {
    const connection = new RawConnection(socket);
    connections.add(connection);
    socket.once('close', () => connections.delete(connection));
    serveConnection(socket, connection, options);
  });
  const port = await listen(server, options.port ?? 0);
  return {
    port,
    get openConnections() {
      return connections.size;
    },
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const connection of connections) connection.destroy();
      await closed;
    },
  };
}

interface RawServerOptions {
  /** 0, the default, lets the system choose. */
  readonly port?: number;
  /** Answers one request. The connection reads its next request when this resolves, if it is still open. */
  readonly onRequest: (request: RawRequest, connection: RawConnection) => Promise<void>;
}

interface RawHttpServer {
  readonly port: number;
  readonly openConnections: number;
  stop(): Promise<void>;
}

export interface RawRequest {
  readonly method: string;
  readonly path: string;
  /** Names in lower case; repeated headers joined with a comma. */
  readonly headers: Readonly<Record<string, string>>;
  /** The request line and the headers exactly as they came. */
  readonly rawHead: string;
  readonly rawBody: string;
}

export type ClosedBy = 'peer' | 'server';

/** Listens on loopback and resolves with the port. */
export function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      if (typeof address === 'object' && address) resolve(address.port);
    });
  });
}

let connectionsSoFar = 0;

/** One TCP connection. Nothing here throws or rejects: once closed, writing does nothing and waiting ends at once. */
export class RawConnection {
  readonly id = connectionsSoFar++;
  /** Resolves when the connection is over, with the side that ended it. */
  readonly closed: Promise<ClosedBy>;
  #closedBy: ClosedBy | undefined;
  #resolveClosed: (by: ClosedBy) => void;
  #resume: (() => void) | undefined;
  readonly #socket: Socket;

  constructor(socket: Socket) {
    const { promise, resolve } = Promise.withResolvers<ClosedBy>();
    this.closed = promise;
    this.#resolveClosed = resolve;
    this.#socket = socket;
    socket.on('error', () => this.#close('peer'));
    socket.on('close', () => this.#close('peer'));
    // A client that half-closes has left, as far as an HTTP server is concerned. Its unread bytes are dropped.
    socket.on('end', () => {
      this.#close('peer');
      socket.destroy();
    });
  }

  get closedBy(): ClosedBy | undefined {
    return this.#closedBy;
  }

  get isOpen(): boolean {
    return this.#closedBy === undefined;
  }

  /** Waits until `resume` is called or the connection closes. A connection does one thing at a time. */
  suspend(begin: (resume: () => void) => void): Promise<void> {
    if (!this.isOpen) return Promise.resolve();
    return new Promise((resolve) => {
      this.#resume = resolve;
      begin(resolve);
    });
  }

  /** Resolves when the kernel has taken all the bytes, so a reader that stalls also stalls the writer. */
  write(data: Uint8Array): Promise<void> {
    return this.suspend((resume) => this.#socket.write(data, () => resume()));
  }

  /** Sends a FIN. */
  end(): void {
    if (!this.isOpen) return;
    this.#close('server');
    this.#socket.end();
    // What the client still sends must be read, or the kernel would turn the FIN into a reset.
    this.#socket.resume();
  }

  /** Sends a RST. The client may lose bytes that it has not read yet. */
  reset(): void {
    if (!this.isOpen) return;
    this.#close('server');
    this.#socket.resetAndDestroy();
  }

  destroy(): void {
    this.#close('server');
    this.#socket.destroy();
  }

  #close(by: ClosedBy): void {
    if (!this.isOpen) return;
    this.#closedBy = by;
    this.#resolveClosed(by);
    this.#resume?.();
  }
}

function serveConnection(socket: Socket, connection: RawConnection, options: RawServerOptions): void {
  const reader = new RequestReader();
  let isAnswering = false;
  const answerAll = async (): Promise<void> => {
    if (isAnswering) return;
    isAnswering = true;
    for (let request = reader.next(); request && connection.isOpen; request = reader.next()) {
      await options.onRequest(request, connection);
    }
    isAnswering = false;
  };
  // The socket is read during an answer too: it is the only way to notice that the client left.
  socket.on('data', (chunk) => {
    if (!connection.isOpen) return;
    reader.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
    void answerAll();
  });
}

/** Cuts requests out of a byte stream. A body without a content-length is taken to be empty. */
class RequestReader {
  #chunks: Buffer[] = [];
  #bytes = 0;
  /** Looking again before this many bytes have come is useless; it keeps large bodies from being copied often. */
  #bytesNeeded = 1;

  push(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
  }

  next(): RawRequest | undefined {
    if (this.#bytes < this.#bytesNeeded) return undefined;
    const buffer = Buffer.concat(this.#chunks);
    this.#chunks = [buffer];
    const headEnd = buffer.indexOf('\r\n\r\n');
    if (headEnd < 0) return undefined;

    const rawHead = buffer.toString('latin1', 0, headEnd);
    const head = parseHead(rawHead);
    const bodyStart = headEnd + 4;
    const bodyEnd = bodyStart + Number(head.headers['content-length'] ?? 0);
    this.#bytesNeeded = bodyEnd;
    if (buffer.length < bodyEnd) return undefined;

    this.#chunks = [buffer.subarray(bodyEnd)];
    this.#bytes = buffer.length - bodyEnd;
    this.#bytesNeeded = 1;
    return { ...head, rawHead, rawBody: buffer.toString('utf8', bodyStart, bodyEnd) };
  }
}

function parseHead(rawHead: string): Pick<RawRequest, 'method' | 'path' | 'headers'> {
  const [requestLine = '', ...lines] = rawHead.split('\r\n');
  const [method = '', path = ''] = requestLine.split(' ');
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).trim().toLowerCase();
    const value = line.slice(colon + 1).trim();
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
  }
  return { method, path, headers };
}
