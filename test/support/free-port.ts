import { createServer } from 'node:net';
import { listen } from './raw-http-server.ts';

/** A port that is free now, for a program that cannot choose one itself. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server, 0);
  await new Promise((closed) => server.close(closed));
  return port;
}
