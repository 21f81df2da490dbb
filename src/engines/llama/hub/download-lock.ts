/**
 * One process at a time downloads into a folder; others wait for it. The holder touches the lock while it lives, so a
 * lock that is left alone has lost its process, also when that ran on another machine or in another container. Should
 * two ever hold it, nothing breaks: both write the same bytes to the same places.
 */
import { randomUUID } from 'node:crypto';
import { open, readFile, rm, stat, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { repeat } from '../../../lib/repeat.ts';

type DownloadLock = { release(): Promise<void> };

type LockOptions = {
  readonly signal: AbortSignal;
  /** Called again and again while another process has the lock. */
  readonly onWait?: () => void;
  readonly pollMs?: number;
  /** A lock that was not touched for so long has no owner. */
  readonly staleMs?: number;
};

const POLL_MS = 500;
const STALE_MS = 60_000;
const TOUCHES_UNTIL_STALE = 6;

export async function lockDownload(path: string, options: LockOptions): Promise<DownloadLock> {
  const { signal, onWait, pollMs = POLL_MS, staleMs = STALE_MS } = options;
  const mark = JSON.stringify({ id: randomUUID(), pid: process.pid, host: hostname() });
  while (!(await createLock(path, mark))) {
    signal.throwIfAborted();
    if (await isLeft(path, staleMs)) await rm(path, { force: true });
    else {
      onWait?.();
      await sleep(pollMs, undefined, { signal });
    }
  }
  const touch = () => utimes(path, new Date(), new Date());
  const touching = repeat({ everyMs: staleMs / TOUCHES_UNTIL_STALE, work: touch, onFailure: () => {} });
  return {
    release: async () => {
      await touching.stop();
      // A lock that was taken away as left belongs to another process now.
      if ((await readFile(path, 'utf8').catch(() => '')) === mark) await rm(path, { force: true });
    },
  };
}

async function createLock(path: string, mark: string): Promise<boolean> {
  try {
    const file = await open(path, 'wx');
    await file.writeFile(mark);
    await file.close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function isLeft(path: string, staleMs: number): Promise<boolean> {
  try {
    const { mtimeMs } = await stat(path);
    if (Date.now() - mtimeMs > staleMs) return true;
    const { pid, host } = JSON.parse(await readFile(path, 'utf8')) as { pid: number; host: string };
    return host === hostname() && !isAlive(pid);
  } catch {
    // It has just gone, or is just being written.
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
