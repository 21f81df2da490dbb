/** Puts a copy of the database where there is none, and brings it up to date. Nothing is ever overwritten. */
import { chmodSync, copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { nameByTime } from '../../lib/name-by-time.ts';
import { prepareDataDir } from './data-folder.ts';
import { COPY_NAMES } from './database-copy.ts';
import { type DatabasePlace, databasePathOf } from './database-place.ts';
import { lockDataDir } from './instance-lock.ts';
import { hasSchema } from './migrate.ts';
import { openPostgres } from './postgres.ts';
import { databaseNameOf, runPostgresProgram } from './postgres-programs.ts';

/** There is something already where the copy should go. */
export class PlaceTaken extends Error {
  override readonly name = 'PlaceTaken';
}

type Restoring = {
  /** A backup whose checksums were found right. */
  readonly from: string;
  /** Files that are there already are moved aside: `replace`. Otherwise they are a reason to refuse. */
  readonly ifTaken: 'refuse' | 'replace';
  readonly nowMs: number;
  /** Makes what a path names survive a power failure. */
  readonly flush: (path: string) => void;
};

/** Returns the folder that the old files were moved to, if there were any. */
export function restoreSqlite(place: DatabasePlace, restoring: Restoring): string | undefined {
  const { dataDir } = place;
  prepareDataDir(dataDir);
  const lock = lockDataDir(dataDir);
  try {
    const wanted = [COPY_NAMES.sqlite, 'secret'];
    const old = [...wanted, 'boreal.db-wal', 'boreal.db-shm'].filter((name) => existsSync(join(dataDir, name)));
    if (old.length > 0 && restoring.ifTaken === 'refuse') {
      throw new PlaceTaken(
        `The data folder ${dataDir} has data already (${old.join(', ')}): restore into an empty one, or move these aside with --force.`,
      );
    }
    for (const name of wanted) copyBeside(join(restoring.from, name), join(dataDir, name), restoring.flush);
    const aside = old.length > 0 ? moveAside(dataDir, old, restoring.nowMs) : undefined;
    // The secret first: a database without its secret would look whole and know no key.
    for (const name of wanted.toReversed()) renameSync(draftOf(join(dataDir, name)), join(dataDir, name));
    restoring.flush(dataDir);
    return aside;
  } catch (error) {
    for (const name of [databasePathOf(place), join(dataDir, 'secret')]) rmSync(draftOf(name), { force: true });
    throw error;
  } finally {
    lock.release();
  }
}

/** All of it or nothing, into an empty database. */
export async function restorePostgres(databaseUrl: string, from: string): Promise<void> {
  const database = openPostgres(databaseUrl);
  const isTaken = await hasSchema(database).finally(database.close);
  if (isTaken) throw new PlaceTaken('The database is not empty: restore into an empty one.');
  const into = `--dbname=${databaseNameOf(databaseUrl)}`;
  const words = ['--no-owner', '--no-privileges', '--no-password', '--single-transaction', '--exit-on-error', into];
  await runPostgresProgram('pg_restore', [...words, join(from, COPY_NAMES.postgresql)], databaseUrl);
}

const draftOf = (path: string): string => `${path}.restoring`;

function copyBeside(from: string, to: string, flush: (path: string) => void): void {
  copyFileSync(from, draftOf(to));
  chmodSync(draftOf(to), 0o600);
  flush(draftOf(to));
}

function moveAside(dataDir: string, names: readonly string[], nowMs: number): string {
  const aside = join(dataDir, nameByTime('before-restore', nowMs));
  mkdirSync(aside, { mode: 0o700 });
  for (const name of names) renameSync(join(dataDir, name), join(aside, name));
  return aside;
}
