/** A way to a server that counts how often a client sends something after it was answered: each time it had waited. */
import { connect, createServer, type Socket } from 'node:net';
import { listen } from './raw-http-server.ts';

type RoundTrips = AsyncDisposable & {
  readonly port: number;
  /** How many there were during `work`, over all connections. */
  during(work: () => Promise<unknown>): Promise<number>;
};

export async function startRoundTripCounter(to: { readonly host: string; readonly port: number }): Promise<RoundTrips> {
  const sockets = new Set<Socket>();
  let count = 0;
  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect({ ...to, noDelay: true });
    let isAnswered = true;
    client.on('data', () => {
      if (isAnswered) count += 1;
      isAnswered = false;
    });
    upstream.on('data', () => {
      isAnswered = true;
    });
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => other.destroy());
      socket.pipe(other);
    }
  });
  const port = await listen(server, 0);
  return {
    port,
    during: async (work) => {
      const before = count;
      await work();
      return count - before;
    },
    [Symbol.asyncDispose]: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
