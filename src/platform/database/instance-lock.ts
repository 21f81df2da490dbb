/**
 * One server for one data folder. The lock is an exclusive SQLite transaction on a file of its own: the operating system
 * lets go of it when the process ends, however it ends, so a lock is never left behind.
 */
import { Database as BunSqlite } from 'bun:sqlite';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export type Instance = { readonly pid: number; readonly address: string };

export class AlreadyRunning extends Error {
  override readonly name = 'AlreadyRunning';
}

type InstanceLock = {
  /** Writes down where this server can be reached, for a second server that starts here. */
  announce(instance: Instance): void;
  release(): void;
};

export function lockDataDir(dataDir: string): InstanceLock {
  const notePath = notePathIn(dataDir);
  const lock = lockFile(join(dataDir, 'server.lock'));
  if (!lock) {
    const other = readNote(notePath);
    const who = other ? `process ${other.pid} at ${other.address}` : 'another process';
    throw new AlreadyRunning(
      `The data folder ${dataDir} is in use by ${who}: stop it first, or choose another folder.`,
    );
  }
  return {
    announce: (instance) => writeNote(dataDir, instance),
    release: () => {
      rmSync(notePath, { force: true });
      lock.release();
    },
  };
}

/** Undefined where another process has it. The file stays. */
export function lockFile(path: string): Pick<InstanceLock, 'release'> | undefined {
  const lock = new BunSqlite(path, { create: true });
  try {
    lock.run('PRAGMA busy_timeout = 0');
    lock.run('PRAGMA locking_mode = EXCLUSIVE');
    lock.run('BEGIN EXCLUSIVE');
  } catch {
    lock.close();
    return undefined;
  }
  return { release: () => lock.close() };
}

/** Says where a server of this data folder can be reached. */
export const writeNote = (dataDir: string, instance: Instance): void =>
  writeFileSync(notePathIn(dataDir), `${JSON.stringify(instance)}\n`);

const notePathIn = (dataDir: string): string => join(dataDir, 'server.json');

function readNote(path: string): Instance | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Instance;
  } catch {
    return undefined;
  }
}
