import { afterEach, beforeEach, expect, test } from 'bun:test';
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockDownload } from './download-lock.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'boreal-lock-'));
  path = join(folder, '.lock');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const forever = new AbortController().signal;

test('a second one waits until the first is done', async () => {
  const first = await lockDownload(path, { signal: forever });
  const waited = Promise.withResolvers<void>();
  let hasSecond = false;
  const second = lockDownload(path, { signal: forever, pollMs: 1, onWait: waited.resolve }).then((lock) => {
    hasSecond = true;
    return lock;
  });
  await waited.promise;
  const hadItEarly = hasSecond;

  await first.release();
  await (await second).release();

  expect(hadItEarly).toBe(false);
  expect(existsSync(path)).toBe(false);
});

test('who leaves does not wait', async () => {
  await using stack = new AsyncDisposableStack();
  const first = await lockDownload(path, { signal: forever });
  stack.defer(() => first.release());
  const leaving = new AbortController();

  const second = lockDownload(path, {
    signal: leaving.signal,
    pollMs: 60_000,
    onWait: () => queueMicrotask(() => leaving.abort(new Error('gone'))),
  });

  await expect(second).rejects.toThrow('abort');
});

test('the lock of a process that is dead counts for nothing', async () => {
  const dead = Bun.spawnSync([process.execPath, '-e', '0']).pid;
  writeFileSync(path, JSON.stringify({ id: 'x', pid: dead, host: hostname() }));

  const lock = await lockDownload(path, { signal: forever, pollMs: 60_000 });

  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ pid: process.pid });
  await lock.release();
});

test('the lock of another machine counts until it was not touched for long', async () => {
  writeFileSync(path, JSON.stringify({ id: 'x', pid: 1, host: `not-${hostname()}` }));
  let polls = 0;
  const onWait = () => {
    polls += 1;
    // An hour ago.
    if (polls === 3) utimesSync(path, Date.now() / 1000 - 3600, Date.now() / 1000 - 3600);
  };

  const lock = await lockDownload(path, { signal: forever, pollMs: 1, onWait });

  expect(polls).toBe(3);
  await lock.release();
});

test('a lock that was taken away is left to its new owner', async () => {
  const lock = await lockDownload(path, { signal: forever });
  writeFileSync(path, 'of another process');

  await lock.release();

  expect(readFileSync(path, 'utf8')).toBe('of another process');
});
