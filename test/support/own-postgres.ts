/** A PostgreSQL that a test may stop, crash and start again on the same port and data. It flushes as in production. */
import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { until } from './service.ts';

export type OwnPostgres = AsyncDisposable & {
  /** The address of the database `boreal`, as superuser. */
  readonly url: string;
  readonly port: number;
  readonly password: string;
  /** Everything it keeps. */
  readonly dataFolder: string;
  start(): Promise<void>;
  /** `fast` ends every session and writes everything; `immediate` is a crash: the next start recovers from the log. */
  stop(how: 'fast' | 'immediate'): Promise<void>;
};

type User = { readonly uid: number; readonly gid: number };

/** The way in which `npm test` itself starts its PostgreSQL. */
type Cluster = {
  /** PostgreSQL refuses to run as root. */
  readonly user: User | undefined;
  readonly password: string;
  prepare(home: string): void;
  command(home: string, port: number): readonly string[];
  isReady(port: number): Promise<boolean>;
};

const PROVISION = resolve(import.meta.dir, '../../scripts/provision');
const SIGNALS = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const;
/** It recovers from its log first; on a busy machine that takes a while. */
const READY_MS_MAX = 90_000;

export async function startOwnPostgres(): Promise<OwnPostgres> {
  const { newCluster } = (await import(`${PROVISION}/postgres.mjs`)) as { newCluster(): Cluster };
  const { freePort, newFolder } = (await import(`${PROVISION}/kept-server.mjs`)) as {
    freePort(): Promise<number>;
    newFolder(name: string, user: User | undefined): string;
  };
  const cluster = newCluster();
  const { user, password } = cluster;
  const home = newFolder('nemesis', user);
  const port = await freePort();
  let server: ChildProcess | undefined;
  let ended: Promise<void> = Promise.resolve();

  async function start(): Promise<void> {
    const [program, ...words] = cluster.command(home, port);
    const started = spawn(program!, words, { cwd: home, stdio: 'ignore', ...user });
    server = started;
    ended = new Promise((done) => started.on('exit', () => done()));
    await until('PostgreSQL is ready', () => cluster.isReady(port), READY_MS_MAX);
  }
  async function stop(how: 'fast' | 'immediate'): Promise<void> {
    server?.kill(SIGNALS[how]);
    await ended;
  }

  cluster.prepare(home);
  await start();
  const base = `postgres://boreal:${password}@127.0.0.1:${port}`;
  {
    await using sql = new Bun.SQL(`${base}/postgres`, { max: 1 });
    await sql.unsafe('CREATE DATABASE boreal');
  }
  return {
    url: `${base}/boreal`,
    port,
    password,
    dataFolder: join(home, 'data'),
    start,
    stop,
    [Symbol.asyncDispose]: async () => {
      await stop('immediate');
      rmSync(home, { recursive: true, force: true });
    },
  };
}
