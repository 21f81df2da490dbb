/**
 * One socket to the upstream. It always has one owner: the exchange that uses it, or the pool while it is idle.
 * The owner that destroys it hears no more of it; otherwise `ConnectionOwner` is called.
 */
import { isIP } from 'node:net';
import { checkServerIdentity, getCACertificates } from 'node:tls';

export type HttpOrigin =
  | { readonly hostname: string; readonly port: number; readonly tls: boolean | { readonly ca?: string } }
  | { readonly unix: string };

export interface ConnectionOwner {
  /** Open and, with TLS, verified. */
  connected(): void;
  received(connection: Connection, bytes: Uint8Array): void;
  /** More of a request can be written. */
  writable(): void;
  /** Could not be opened, or was closed by the peer. Without a cause the peer closed in an orderly way. */
  lost(connection: Connection, cause: unknown): void;
}

/** Given to `Bun.connect`; made once for each client, since the list of trusted certificates is long. */
export type Dialing =
  | { readonly unix: string }
  | { readonly hostname: string; readonly port: number; readonly tls?: Bun.TLSOptions };

export function dialingFor(origin: HttpOrigin): Dialing {
  if ('unix' in origin) return { unix: origin.unix };
  const { hostname, port, tls } = origin;
  if (tls === false) return { hostname, port };
  const extra = tls === true ? undefined : tls.ca;
  return {
    hostname,
    port,
    tls: {
      // Said aloud, because an environment variable could otherwise turn the verification off.
      rejectUnauthorized: true,
      // A server name must not be an address.
      serverName: isIP(hostname) === 0 ? hostname : '',
      // A list of our own replaces the well-known ones, so they are named again.
      ...(extra === undefined ? {} : { ca: [...getCACertificates('default'), extra] }),
    },
  };
}

export class Connection {
  /** It has carried a whole answer before. */
  isReused = false;
  /** When it last became idle; kept by the pool. */
  idleSinceMs = 0;

  #owner: ConnectionOwner | undefined;
  #socket: Bun.Socket<Connection> | undefined;
  #state: 'opening' | 'open' | 'dead' = 'opening';
  #isPaused = false;
  readonly #dialing: Dialing;

  constructor(dialing: Dialing, owner: ConnectionOwner) {
    this.#dialing = dialing;
    this.#owner = owner;
    dial(dialing, this).catch((error: unknown) => this.wasLost(error));
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  set owner(owner: ConnectionOwner) {
    if (this.#state !== 'dead') this.#owner = owner;
  }

  /** How many bytes the system took, which may be none; -1 when the connection is closed. */
  write(bytes: Uint8Array, from: number): number {
    return this.#socket?.write(bytes, from, bytes.length - from) ?? -1;
  }

  /** Reads no more from the peer, so that it is held back once the system's own buffers are full. */
  pause(): void {
    if (this.#isPaused) return;
    this.#isPaused = true;
    this.#socket?.pause();
  }

  resume(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    this.#socket?.resume();
  }

  /** An idle connection does not keep the process from ending; a busy one does. */
  rest(): void {
    this.#socket?.unref();
  }

  work(): void {
    this.#socket?.ref();
  }

  /** Closes at once. While it is still opening there is no socket to close: it is closed when it opens. */
  destroy(): void {
    this.#owner = undefined;
    this.#state = 'dead';
    this.#socket?.terminate();
    this.#socket = undefined;
  }

  opened(socket: Bun.Socket<Connection>): void {
    if (this.#state === 'dead') {
      socket.terminate();
      return;
    }
    this.#socket = socket;
    if (!('tls' in this.#dialing)) this.#ready();
  }

  /** Nothing is written before this has accepted the peer's certificate. */
  handshaken(socket: Bun.Socket<Connection>, refusal: Error | null): void {
    if (this.#state !== 'opening' || !('hostname' in this.#dialing)) return;
    const mismatch = refusal ?? checkServerIdentity(this.#dialing.hostname, socket.getPeerCertificate());
    if (mismatch) this.wasLost(mismatch);
    else this.#ready();
  }

  received(bytes: Uint8Array): void {
    this.#owner?.received(this, bytes);
  }

  writable(): void {
    if (this.#state === 'open') this.#owner?.writable();
  }

  wasLost(cause: unknown): void {
    const owner = this.#owner;
    this.destroy();
    owner?.lost(this, cause);
  }

  #ready(): void {
    this.#state = 'open';
    this.#owner?.connected();
  }
}

/** Async, so that whatever `Bun.connect` throws at once is a rejection too. */
async function dial(dialing: Dialing, connection: Connection): Promise<void> {
  const shared = { data: connection, socket: HANDLERS };
  if ('unix' in dialing) await Bun.connect<Connection>({ ...shared, unix: dialing.unix });
  else await Bun.connect<Connection>({ ...shared, ...dialing });
}

const HANDLERS: Bun.SocketHandler<Connection> = {
  binaryType: 'uint8array',
  open(socket) {
    socket.data.opened(socket);
  },
  handshake(socket, success, error) {
    const refusal = success ? error : (error ?? new Error('The TLS handshake failed.'));
    socket.data.handshaken(socket, refusal);
  },
  data(socket, bytes: Uint8Array) {
    socket.data.received(bytes);
  },
  drain(socket) {
    socket.data.writable();
  },
  close(socket, error) {
    socket.data.wasLost(error);
  },
  // TLS broke, or a handler of ours threw: the request must come to an end, and its failure carries the cause.
  error(socket, error) {
    socket.data.wasLost(error);
  },
  connectError() {
    // The promise of `Bun.connect` rejects with the same error.
  },
};
