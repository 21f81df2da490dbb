/** A Redis or Valkey that a test may kill and start again on the same port. It keeps nothing. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RedisClient } from 'bun';
import { freePort } from './free-port.ts';
import { until } from './service.ts';

export type OwnRedis = AsyncDisposable & {
  readonly url: string;
  start(): Promise<void>;
  /** As a machine that loses its power. */
  kill(): Promise<void>;
};

/** It is there at once, unless the machine is busy with something else. */
const READY_MS_MAX = 90_000;

export async function startOwnRedis(): Promise<OwnRedis> {
  const program = Bun.which('redis-server') ?? Bun.which('valkey-server');
  if (!program) throw new Error('This test kills a Redis and needs redis-server or valkey-server in PATH.');
  const folder = mkdtempSync(join(tmpdir(), 'boreal-redis-'));
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  let server: Bun.Subprocess | undefined;

  async function start(): Promise<void> {
    const where = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder];
    server = Bun.spawn([program!, ...where, '--save', '', '--appendonly', 'no'], { stdout: 'ignore' });
    await until('Redis answers', () => answers(url), READY_MS_MAX);
  }
  async function kill(): Promise<void> {
    server?.kill('SIGKILL');
    await server?.exited;
  }
  await start();
  return {
    url,
    start,
    kill,
    [Symbol.asyncDispose]: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function answers(url: string): Promise<boolean> {
  const client = new RedisClient(url, { autoReconnect: false, enableOfflineQueue: false, connectionTimeout: 500 });
  try {
    await client.connect();
    return (await client.send('PING', [])) === 'PONG';
  } catch {
    return false;
  } finally {
    client.close();
  }
}
