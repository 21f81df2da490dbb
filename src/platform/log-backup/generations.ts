/**
 * The folder that a running server backs its log up to. A generation is a backup, made while the database was written, and
 * beside it the folder of the segments since: `boreal-20261118T200000000Z` and `boreal-20261118T200000000Z.log`.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { nameByMoment } from '../../lib/name-by-time.ts';
import { MANIFEST, type Manifest, manifestOf } from '../backup-folder.ts';
import { BrokenBackup } from '../broken-backup.ts';
import { sha256 } from '../sha256.ts';
import { newestSegmentMs } from './segments.ts';

const NAME = /^boreal-\d{8}T\d{9}Z$/;
const LEFT_BEHIND = /^(boreal-\d{8}T\d{9}Z)(?:\.log|\.partial-\d+)?$/;

export const generationName = (nowMs: number): string => nameByMoment('boreal', nowMs);

const OWNER = 'service';

/** Two services in one folder would remove each other's copies. */
export function claimFolder(folder: string, secret: string): void {
  const path = join(folder, OWNER);
  const mark = sha256(`the folder of backups of ${secret}`);
  if (!existsSync(path)) writeFileSync(path, `${mark}\n`, { mode: 0o600 });
  else if (readFileSync(path, 'utf8').trim() !== mark)
    throw new BrokenBackup(`${folder} has the backups of another service: name a folder of its own.`);
}

export const logFolderOf = (path: string): string => `${path}.log`;

/**
 * The generation that has the newest state up to the time. None takes the place of one that is damaged: what came after
 * it would be lost without a word.
 */
export async function generationAt(folder: string, untilMs: number): Promise<string> {
  const generations = wholeIn(folder).toReversed();
  // A name has the time of its beginning, and sorts by it.
  const begun = Number.isFinite(untilMs) ? generations.filter((name) => name <= generationName(untilMs)) : generations;
  for (const [at, name] of begun.entries()) {
    const before = begun[at + 1];
    const { log } = await manifestOf(join(folder, name)).catch((error: BrokenBackup) => {
      throw before === undefined
        ? error
        : new BrokenBackup(`${error.message} The copy before it is ${join(folder, before)}: --from names it.`);
    });
    if (log && Date.parse(log.wholeAt) <= untilMs) return join(folder, name);
  }
  throw new BrokenBackup(
    generations.length === 0
      ? `${folder} is no backup: it has no ${MANIFEST}, and no generation of a log.`
      : `${folder} has nothing as old as that: its first whole copy is ${generations.at(-1)}.`,
  );
}

/** When the newest generation that is whole was last written to. */
export function newestBackupMs(folder: string): number | undefined {
  const newest = existsSync(folder) ? wholeIn(folder).at(-1) : undefined;
  return newest === undefined ? undefined : newestSegmentMs(logFolderOf(join(folder, newest)));
}

/** Removes what ended before the time, and what was never finished. `open` are being written. */
export async function removeOld(folder: string, { beforeMs, open }: { beforeMs: number; open: readonly string[] }) {
  const whole = wholeIn(folder);
  // One that is damaged says nothing of the one before it, which stays until the one after it is old enough.
  const manifests = await Promise.all(whole.map((name) => manifestOf(join(folder, name)).catch(() => undefined)));
  const isOld = (next: Manifest | undefined) => next?.log !== undefined && Date.parse(next.log.wholeAt) < beforeMs;
  const kept = [...open, ...whole.filter((_, at) => !isOld(manifests[at + 1]))];
  // Without its manifest it is no backup any more, also where removing the rest is broken off.
  for (const name of whole) if (!kept.includes(name)) await rm(join(folder, name, MANIFEST), { force: true });
  for (const entry of readdirSync(folder)) {
    const name = LEFT_BEHIND.exec(entry)?.[1];
    if (name !== undefined && !kept.includes(name)) await rm(join(folder, entry), { recursive: true, force: true });
  }
}

const wholeIn = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => NAME.test(name) && existsSync(join(folder, name, MANIFEST)))
    .sort();
