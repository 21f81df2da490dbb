/**
 * The place in the data folder for what is to be encrypted or was opened, and can be read: for one backup or restore at a
 * time, and for its owner alone. What a process leaves there when it is killed is removed by the next one, and by the next
 * start: the lock is the system's, so it goes with its process.
 */
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { BrokenBackup } from './broken-backup.ts';
import { lockFile } from './database/instance-lock.ts';

const FOLDER = 'backup-staging';
const LOCK = 'backup.lock';

/** A folder that is there, and empty at first, for as long as the work takes. */
export async function inStaging<T>(dataDir: string, work: (folder: string) => Promise<T>): Promise<T> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = lockStaging(dataDir);
  if (!lock) throw new BrokenBackup(`Another backup or restore is under way in ${dataDir}: wait for it.`);
  const folder = join(dataDir, FOLDER);
  try {
    remove(folder);
    mkdirSync(folder, { mode: 0o700 });
    return await work(folder);
  } finally {
    remove(folder);
    lock.release();
  }
}

/** Removes what was left by a process that is gone. */
export function clearStaging(dataDir: string): void {
  if (!existsSync(join(dataDir, FOLDER))) return;
  const lock = lockStaging(dataDir);
  if (!lock) return;
  remove(join(dataDir, FOLDER));
  lock.release();
}

function lockStaging(dataDir: string) {
  const path = join(dataDir, LOCK);
  const lock = lockFile(path);
  if (!lock) return undefined;
  return {
    release: () => {
      rmSync(path, { force: true });
      lock.release();
    },
  };
}

const remove = (folder: string): void => rmSync(folder, { recursive: true, force: true });
