import { Connection, type ConnectionOwner, type Dialing } from './http-connection.ts';

export type PoolOptions = {
  /** How long a connection may be idle. Shorter than servers allow, so that they seldom close one as we use it. */
  readonly idlePoolMs: number;
  /** How many connections may be idle at once. */
  readonly idleMax: number;
};

/** The idle connections of one client. Bytes on an idle connection belong to no request: it is closed, not reused. */
export class ConnectionPool implements ConnectionOwner {
  /** From the longest idle to the latest. */
  readonly #idle: Connection[] = [];
  #sweepTimer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;
  readonly #dialing: Dialing;
  readonly #options: PoolOptions;

  constructor(dialing: Dialing, options: PoolOptions) {
    this.#dialing = dialing;
    this.#options = options;
  }

  open(owner: ConnectionOwner): Connection {
    return new Connection(this.#dialing, owner);
  }

  /** The connection that was used last, since the peer is the least likely to have closed it. */
  take(owner: ConnectionOwner): Connection | undefined {
    const connection = this.#idle.pop();
    if (!connection) return undefined;
    if (performance.now() - connection.idleSinceMs >= this.#options.idlePoolMs) {
      connection.destroy();
      return undefined;
    }
    connection.owner = owner;
    connection.work();
    return connection;
  }

  give(connection: Connection): void {
    if (this.#isClosed || this.#idle.length >= this.#options.idleMax) {
      connection.destroy();
      return;
    }
    connection.isReused = true;
    connection.owner = this;
    connection.idleSinceMs = performance.now();
    // A paused socket would not tell us that the peer has closed it.
    connection.resume();
    connection.rest();
    this.#idle.push(connection);
    this.#sweepTimer ??= this.#sweepIn(this.#options.idlePoolMs);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#sweepTimer);
    this.#sweepTimer = undefined;
    for (const connection of this.#idle.splice(0)) connection.destroy();
  }

  connected(): void {}

  writable(): void {}

  received(connection: Connection): void {
    this.#forget(connection);
    connection.destroy();
  }

  lost(connection: Connection): void {
    this.#forget(connection);
  }

  #forget(connection: Connection): void {
    const index = this.#idle.indexOf(connection);
    if (index >= 0) this.#idle.splice(index, 1);
  }

  #sweepIn(ms: number): ReturnType<typeof setTimeout> {
    const timer = setTimeout(() => this.#sweep(), Math.max(1, Math.ceil(ms)));
    // Neither what is idle nor its timer keeps a process alive that has nothing else to do.
    timer.unref();
    return timer;
  }

  #sweep(): void {
    const expiredBeforeMs = performance.now() - this.#options.idlePoolMs;
    while (this.#idle[0] && this.#idle[0].idleSinceMs <= expiredBeforeMs) this.#idle.shift()!.destroy();
    const oldest = this.#idle[0];
    this.#sweepTimer = oldest && this.#sweepIn(oldest.idleSinceMs - expiredBeforeMs);
  }
}
