import { connect, createServer, type Socket } from 'node:net';
import { type DirectionFaults, FaultPipe } from './fault-pipe.ts';
import { listen } from './raw-http-server.ts';

export type { DirectionFaults } from './fault-pipe.ts';

/** Starts a TCP proxy on loopback whose network can be made worse, and better again, at any moment. */
export async function startFaultProxy(options: FaultProxyOptions): Promise<FaultProxy> {
  const proxy = new TcpFaultProxy(options.to);
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => proxy.accept(socket));
  proxy.port = await listen(server, options.port ?? 0);
  proxy.closeServer = () => new Promise((resolve) => server.close(() => resolve()));
  return proxy;
}

interface FaultProxyOptions {
  readonly to: { readonly hostname: string; readonly port: number };
  readonly port?: number;
}

/** `up` is from the client to the server, `down` is back. */
type Direction = 'up' | 'down';

export interface Faults {
  readonly up?: DirectionFaults;
  readonly down?: DirectionFaults;
  /** New connections are accepted and reset at once. */
  readonly refuse?: boolean;
}

export interface FaultProxy extends AsyncDisposable {
  readonly port: number;
  readonly counters: ProxyCounters;
  readonly faults: {
    readonly current: Faults;
    /** From now on these are all the faults there are, also on open connections; offsets start at 0 again. */
    set(faults: Faults): void;
  };
  /** Takes all faults away and delivers what was stalled. */
  clear(): void;
  /** Resolves when this many bytes in all have come from the sender, delivered or not. */
  received(direction: Direction, bytes: number): Promise<void>;
  /** Ends every open connection with a FIN to both sides. */
  cutAll(): void;
  /** Ends every open connection with a RST to both sides. */
  resetAll(): void;
  stop(): Promise<void>;
}

interface ProxyCounters {
  /** Connections accepted so far, refused ones included. */
  readonly connections: number;
  readonly refused: number;
  readonly open: number;
  /** Bytes delivered to the receiver, all connections together. */
  readonly up: number;
  readonly down: number;
  /** Bytes accepted and not delivered yet. */
  readonly buffered: number;
}

class TcpFaultProxy implements FaultProxy {
  port = 0;
  closeServer: () => Promise<void> = async () => {};
  readonly #to: FaultProxyOptions['to'];
  readonly #connections = new Set<ProxiedConnection>();
  readonly #delivered = { up: 0, down: 0 };
  readonly #received = { up: 0, down: 0 };
  #waiting: { readonly direction: Direction; readonly bytes: number; readonly resolve: () => void }[] = [];
  #current: Faults = {};
  #accepted = 0;
  #refused = 0;

  constructor(to: FaultProxyOptions['to']) {
    this.#to = to;
  }

  get faults(): FaultProxy['faults'] {
    return { current: this.#current, set: (faults) => this.#set(faults) };
  }

  get counters(): ProxyCounters {
    const connections = [...this.#connections];
    return {
      connections: this.#accepted,
      refused: this.#refused,
      open: connections.length,
      ...this.#delivered,
      buffered: connections.reduce((sum, connection) => sum + connection.bufferedBytes, 0),
    };
  }

  accept(client: Socket): void {
    this.#accepted++;
    if (this.#current.refuse) {
      this.#refused++;
      client.on('error', () => {});
      client.resetAndDestroy();
      return;
    }
    const server = connect({ host: this.#to.hostname, port: this.#to.port, allowHalfOpen: true, noDelay: true });
    const connection = new ProxiedConnection(client, server, {
      faults: (direction) => this.#current[direction] ?? NO_FAULTS,
      onReceived: (direction, bytes) => this.#noteReceived(direction, bytes),
      onDelivered: (direction, bytes) => {
        this.#delivered[direction] += bytes;
      },
    });
    this.#connections.add(connection);
    void connection.closed.then(() => this.#connections.delete(connection));
  }

  clear(): void {
    this.#set({});
  }

  received(direction: Direction, bytes: number): Promise<void> {
    if (this.#received[direction] >= bytes) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push({ direction, bytes, resolve }));
  }

  cutAll(): void {
    for (const connection of this.#connections) connection.cut();
  }

  resetAll(): void {
    for (const connection of this.#connections) connection.reset();
  }

  async stop(): Promise<void> {
    const closed = this.closeServer();
    this.resetAll();
    await closed;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  #set(faults: Faults): void {
    // A copy, because a pipe recognises new faults by their identity.
    this.#current = { ...faults, up: { ...faults.up }, down: { ...faults.down } };
    for (const connection of this.#connections) connection.wake();
  }

  #noteReceived(direction: Direction, bytes: number): void {
    this.#received[direction] += bytes;
    const isReached = (wait: { direction: Direction; bytes: number }) => this.#received[wait.direction] >= wait.bytes;
    for (const wait of this.#waiting.filter(isReached)) wait.resolve();
    this.#waiting = this.#waiting.filter((wait) => !isReached(wait));
  }
}

const NO_FAULTS: DirectionFaults = {};

interface ConnectionControl {
  readonly faults: (direction: Direction) => DirectionFaults;
  readonly onReceived: (direction: Direction, bytes: number) => void;
  readonly onDelivered: (direction: Direction, bytes: number) => void;
}

class ProxiedConnection {
  readonly closed: Promise<unknown>;
  readonly #client: Socket;
  readonly #server: Socket;
  readonly #pipes: readonly FaultPipe[];

  constructor(client: Socket, server: Socket, control: ConnectionControl) {
    this.#client = client;
    this.#server = server;
    this.closed = Promise.all(
      [client, server].map((socket) => new Promise((resolve) => socket.once('close', resolve))),
    );
    const pipe = (direction: Direction, source: Socket, target: Socket) =>
      new FaultPipe(
        { source, target },
        {
          faults: () => control.faults(direction),
          onReceived: (bytes) => control.onReceived(direction, bytes),
          onDelivered: (bytes) => control.onDelivered(direction, bytes),
          cut: () => this.cut(),
          reset: () => this.reset(),
        },
      );
    this.#pipes = [pipe('up', client, server), pipe('down', server, client)];
  }

  get bufferedBytes(): number {
    return this.#pipes.reduce((sum, pipe) => sum + pipe.bufferedBytes, 0);
  }

  wake(): void {
    for (const pipe of this.#pipes) pipe.wake();
  }

  cut(): void {
    for (const pipe of this.#pipes) pipe.stop();
    this.#client.end();
    this.#server.end();
  }

  reset(): void {
    for (const pipe of this.#pipes) pipe.stop();
    this.#client.resetAndDestroy();
    this.#server.resetAndDestroy();
  }
}
