/** The surroundings of `move`: both databases, their locks, the secret, and the audit on the other side. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AuditProgress, audit } from '../ledger/audit/audit.ts';
import { continueNumbers } from '../ledger/journal-rows.ts';
import { hasRunningServers } from '../ledger/lease-store.ts';
import { createIds, systemClock } from '../platform/clock.ts';
import { type Options, type Report, UsageError } from '../platform/commands/command.ts';
import { prepareDataDir } from '../platform/database/data-folder.ts';
import type { Database } from '../platform/database/database.ts';
import { type MovedRows, type MoveProgress, MoveRefused, moveDatabase } from '../platform/database/database-move.ts';
import {
  type DatabasePlace,
  databasePathOf,
  nameOf,
  openDatabaseUnhurried,
} from '../platform/database/database-place.ts';
import { lockDataDir } from '../platform/database/instance-lock.ts';
import { hasSchema, readMigrations } from '../platform/database/migrate.ts';
import { requireSafePostgres } from '../platform/database/postgres-safety.ts';
import { serverSecret } from '../platform/secrets.ts';
import { failureSentence } from './commands/failure-sentence.ts';
import { move } from './commands/move.ts';
import type { Config } from './configuration/config.ts';
import { ledgerPlace } from './ledger-place.ts';

export async function moveNow(config: Config, options: Options): Promise<Report> {
  if (!config.databaseUrl && !existsSync(databasePathOf(config))) {
    throw new UsageError(`There is no database in ${config.dataDir}: is BOREAL_DATA_DIR right?`);
  }
  const from = ledgerPlace(config);
  return move(options, {
    from,
    nowMs: systemClock.nowMs,
    run: (to, onProgress) =>
      holding([from, to], () => {
        const secret = serverSecret(config.secret, config.dataDir);
        if (!to.databaseUrl) requireNoOtherSecret(to, secret);
        return run({ from, to, secret, onProgress });
      }),
  });
}

type Move = {
  readonly from: DatabasePlace;
  readonly to: DatabasePlace;
  readonly secret: string;
  readonly onProgress: (progress: MoveProgress) => void;
};

/** Opens both, looks whether they can be moved, and moves. */
async function run({ from, to, secret, onProgress }: Move): Promise<MovedRows> {
  const source = openDatabaseUnhurried(from);
  const target = openDatabaseUnhurried(to);
  try {
    await requireStopped(source, nameOf(from));
    await requireReached(target, nameOf(to));
    if (to.databaseUrl) await requireSafePostgres(target);
    const sides = [
      { db: source, name: nameOf(from) },
      { db: target, name: nameOf(to) },
    ] as const;
    return await moveDatabase(...sides, {
      migrations: readMigrations(),
      nowMs: systemClock.nowMs(),
      newToken: () => createIds().next('move_'),
      onProgress,
      continueNumbers,
      prove: async (onProgress) => {
        await prove(target, nameOf(to), onProgress);
        if (!to.databaseUrl) writeFileSync(secretPathOf(to), `${secret}\n`, { mode: 0o600 });
      },
    });
  } finally {
    await Promise.all([source.close(), target.close()]);
  }
}

/** A server on SQLite has the lock of its folder; those on PostgreSQL are heard of in the database. */
async function requireStopped(source: Database, name: string): Promise<void> {
  if (!(await hasSchema(source))) throw new UsageError(`There is no database in ${name}.`);
  if (await hasRunningServers(source)) {
    throw new MoveRefused(
      `A server of ${name} is running, or was until less than 30 seconds ago: stop all of them first.`,
    );
  }
}

/** Other failures are said of the database that is in use. */
async function requireReached(target: Database, name: string): Promise<void> {
  try {
    await target.sql.one('SELECT 1 AS here');
  } catch (cause) {
    const sentence = failureSentence(cause, name);
    if (sentence === undefined) throw cause;
    throw new MoveRefused(sentence, { cause });
  }
}

async function prove(target: Database, name: string, onProgress: AuditProgress): Promise<void> {
  const { problems } = await audit(target, systemClock.nowMs(), { scope: 'full', onProgress });
  if (problems.length === 0) return;
  throw new MoveRefused(
    [
      `The ledger is not right in ${name}, so nothing serves it yet. What "boreal audit --full" says of it there:`,
      ...problems,
      'Start the service here to go on as before; the audit says whether it was so before the move.',
    ].join('\n'),
  );
}

/** Runs `work` with the locks of the data folders that databases of ours are in. */
async function holding<T>(places: readonly DatabasePlace[], work: () => Promise<T>): Promise<T> {
  const locks = [];
  try {
    for (const { databaseUrl, dataDir } of places) {
      if (databaseUrl) continue;
      prepareDataDir(dataDir);
      locks.push(lockDataDir(dataDir));
    }
    return await work();
  } finally {
    for (const lock of locks) lock.release();
  }
}

const secretPathOf = ({ dataDir }: DatabasePlace): string => join(dataDir, 'secret');

/** Keys of customers are known by the secret: a folder with another one belongs to another service. */
function requireNoOtherSecret(to: DatabasePlace, secret: string): void {
  const path = secretPathOf(to);
  if (!existsSync(path) || readFileSync(path, 'utf8').trim() === secret) return;
  throw new MoveRefused(`${path} is the secret of another service: move into an empty folder.`);
}
