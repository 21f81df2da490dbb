/** The log never stops the service: here its output is a real pipe that is read only when the test wants to. */
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { until } from '../support/service.ts';

const BOREAL = resolve(import.meta.dir, '../../bin/boreal.mjs');

type Line = { readonly msg: string; readonly address?: string; readonly lines?: number };

let folder: string;
let server: ChildProcess;
let pipe: number;
let origin: string;
let exited: Promise<number | null>;
let unread = '';
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'boreal-log-'));
  const path = join(folder, 'log');
  Bun.spawnSync(['mkfifo', path]);
  pipe = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  unread = '';
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    BOREAL_PORT: '0',
    BOREAL_DATA_DIR: join(folder, 'data'),
    BOREAL_EMBEDDED: '{"enabled":false}',
    BOREAL_ACCESS_LOG: 'true',
  };
  server = spawn('sh', ['-c', 'exec node "$0" serve > "$1"', BOREAL, path], { cwd: folder, env, stdio: 'ignore' });
  exited = new Promise((done) => server.once('exit', done));
  let started: Line | undefined;
  await until('the service listens', () => {
    started ??= readLines().find(({ msg }) => msg === 'Boreal is listening');
    return started !== undefined;
  });
  origin = new URL(started!.address!).origin;
});
afterEach(async () => {
  server.kill('SIGTERM');
  await exited;
  closeSync(pipe);
  rmSync(folder, { recursive: true, force: true });
});

/** Takes whatever is in the pipe now. */
function readLines(): readonly Line[] {
  const buffer = Buffer.alloc(65_536);
  try {
    for (let read = 1; read > 0; ) {
      read = readSync(pipe, buffer);
      unread += buffer.toString('utf8', 0, read);
    }
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'EAGAIN') throw error;
  }
  const parts = unread.split('\n');
  unread = parts.pop() ?? '';
  return parts.map((part) => JSON.parse(part) as Line);
}

async function droppedLines(): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  return Number(/^boreal_log_lines_dropped_total (\d+)$/m.exec(text)?.[1]);
}

test('a log that is not read does not stop the service; lines that had to go are counted and logged', async () => {
  let asked = 0;
  while (!((await droppedLines()) > 0)) {
    const statuses = await Promise.all(
      Array.from({ length: 50 }, async () => (await fetch(`${origin}/healthz`)).status),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
    asked += statuses.length;
    expect(asked).toBeLessThan(20_000);
  }

  const seen: Line[] = [];
  await until('the gap is logged', () => {
    seen.push(...readLines());
    return seen.some(({ msg }) => msg.includes('are missing here'));
  });

  const gap = seen.find(({ msg }) => msg.includes('are missing here'))!;
  expect(gap.lines).toBe(await droppedLines());
  expect(seen.filter(({ msg }) => msg === 'request').length).toBeGreaterThan(1000);
  expect((await fetch(`${origin}/healthz`)).status).toBe(200);
});

test('a service whose log is not read stops on the order to stop', async () => {
  while (!((await droppedLines()) > 0)) {
    await Promise.all(Array.from({ length: 50 }, () => fetch(`${origin}/healthz`)));
  }

  server.kill('SIGTERM');

  expect(await exited).toBe(0);
});
