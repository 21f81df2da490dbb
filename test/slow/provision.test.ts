/** The servers that tests use: real ones, and never left behind. */
import { expect, test } from 'bun:test';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RedisClient, SQL } from 'bun';
import { until } from '../support/service.ts';

const PROVISION = join(import.meta.dir, '../../scripts/provision/provision.mjs');

type Started = AsyncDisposable & {
  readonly postgres: string;
  readonly redis: string;
  readonly folder: string;
  end(signal: NodeJS.Signals): Promise<void>;
};

/** A process that starts both servers, says where they are, and then waits for ever. */
async function start(): Promise<Started> {
  const folder = mkdtempSync(join(tmpdir(), 'boreal-provision-'));
  // PostgreSQL may run as another user, who has a folder in this one: as in the usual folder for such things.
  Bun.spawnSync(['chmod', '1777', folder]);
  const script = `const { provision } = await import(${JSON.stringify(PROVISION)});
    const { env } = await provision(['postgres', 'redis']);
    console.log(JSON.stringify(env));
    setInterval(() => {}, 1000);`;
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: folder };
  const child = spawn('node', ['--input-type=module', '-e', script], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  const [written] = (await child.stdout.take(1).toArray()) as Buffer[];
  const urls = JSON.parse(String(written)) as Record<string, string>;
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await ended;
  };
  return {
    postgres: urls.BOREAL_TEST_POSTGRES_URL!,
    redis: urls.BOREAL_TEST_REDIS_URL!,
    folder,
    end,
    [Symbol.asyncDispose]: async () => {
      await end('SIGKILL');
      await until('the folders of the servers are gone', () => readdirSync(folder).length === 0);
      rmSync(folder, { recursive: true });
    },
  };
}

const accepts = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });

test('the servers for tests answer, and PostgreSQL flushes as in production', async () => {
  await using started = await start();
  await using sql = new SQL(started.postgres, { max: 1 });
  const redis = new RedisClient(started.redis);

  const [settings] =
    await sql`SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit`;
  const pong = await redis.send('PING', []);

  expect(settings).toEqual({ fsync: 'on', commit: 'on' });
  expect(pong).toBe('PONG');
  redis.close();
});

test.each(['SIGINT', 'SIGKILL'] as const)(
  'a test run that ends by %s leaves no server and no folder',
  async (signal) => {
    await using started = await start();

    await started.end(signal);

    await until('the folders of the servers are gone', () => readdirSync(started.folder).length === 0);
    expect(await Promise.all([accepts(started.postgres), accepts(started.redis)])).toEqual([false, false]);
  },
);

test('on a machine without PostgreSQL one sentence says what to install', async () => {
  const script = `const { findOrInstall } = await import(${JSON.stringify(join(PROVISION, '../programs.mjs'))});
    findOrInstall(() => undefined, { packages: [], whatToDo: 'The tests need it: install it.' });`;
  const child = Bun.spawn(['node', '--input-type=module', '-e', script], { stderr: 'pipe' });

  const output = await new Response(child.stderr).text();

  expect(await child.exited).not.toBe(0);
  expect(output).toContain('Error: The tests need it: install it.');
});

test('a test run that is killed leaves no temporary files', async () => {
  const script = `const { makeRunFolder } = await import(${JSON.stringify(join(PROVISION, '../../run-folder.mjs'))});
    console.log(makeRunFolder().folder);
    setInterval(() => {}, 1000);`;
  const child = spawn('node', ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [written] = (await child.stdout.take(1).toArray()) as Buffer[];
  const folder = String(written).trim();
  writeFileSync(join(folder, 'left-behind'), 'by a test');

  child.kill('SIGKILL');

  await until('the folder is gone', () => !existsSync(folder));
});
