/**
 * The write-ahead log, read for backups and begun anew only when all of it was read. SQLite begins a log anew with the
 * first write after everything in it was copied into the database, so a server that ships its log does that copying
 * itself, here, and no other connection does it before LOG_PAGES_MAX.
 */
import { number } from './database.ts';
import { type LogPiece, LogReader } from './log-reader.ts';
import { LOG_PAGES_MAX, type Sqlite } from './sqlite.ts';

/** A log that is longer is begun anew: as long as that of a server that does not ship it. */
const LOG_BYTES_WANTED = 16_000_000;
const PIECE_BYTES = 16_000_000;

/** Changes nothing, and is written all the same: a row that stays as it is would not be. */
const TOUCH = 'PRAGMA user_version = 0';

/** `never`: who reads needs the log as it is. */
export type LogWish = { readonly restart: 'never' | 'when-long' | 'now' };

export type ShippedPiece = LogPiece & {
  /** Behind these pages the log has begun anew, and nothing was missed. */
  readonly hasRestarted: boolean;
};

export type ShippingLog = {
  read(wish: LogWish): Promise<ShippedPiece>;
  close(): void;
};

/** On the thread that writes, so that only other processes can write between two of its steps. */
export async function openShippingLog(database: Sqlite, bytesWanted = LOG_BYTES_WANTED): Promise<ShippingLog> {
  await database.sql.one(`PRAGMA wal_autocheckpoint = ${LOG_PAGES_MAX}`);
  const reader = new LogReader(database.path);
  return {
    read: async ({ restart }) => {
      const piece = reader.read(PIECE_BYTES) ?? (await readFromFirst(database, reader));
      const isWanted = restart === 'now' || (restart === 'when-long' && reader.bytes > bytesWanted);
      const hasRestarted = isWanted && !piece.hasMore && (await tryToRestart(database, reader));
      return { ...piece, hasRestarted };
    },
    close: () => reader.close(),
  };
}

/** A log that another has cut off begins with the next write: without one, no one would be told that frames were missed. */
async function readFromFirst(database: Sqlite, reader: LogReader): Promise<LogPiece> {
  await database.transaction((sql) => sql.run(TOUCH));
  const piece = reader.read(PIECE_BYTES);
  if (!piece) throw new Error('The write-ahead log cannot be read.');
  return piece;
}

/** What was read is not lost to a failure: who cannot tell whether frames are missed says that they are. */
async function tryToRestart(database: Sqlite, reader: LogReader): Promise<boolean> {
  try {
    return await restartLog(database, reader);
  } catch (thrown) {
    // Another process has the write lock: nothing has happened.
    const isLocked = thrown instanceof Error && 'code' in thrown && thrown.code === 'SQLITE_BUSY';
    if (!isLocked) reader.forget();
    return false;
  }
}

/** Copies the log into the database and begins it anew, where nothing was written to it that was not read. */
async function restartLog(database: Sqlite, reader: LogReader): Promise<boolean> {
  const copied = (await database.sql.one('PRAGMA wal_checkpoint(PASSIVE)'))!;
  const frames = number(copied, 'log');
  if (frames !== reader.frames || number(copied, 'checkpointed') !== frames) return false;
  const version = await database.transaction(async (sql) => {
    // Here no other can write: what was read is all there is, and the first write begins the log anew. Where another
    // connection still reads the log, it is the next frame instead.
    if (!reader.isAtEnd()) return undefined;
    await sql.run(TOUCH);
    return versionOf(await sql.one('PRAGMA data_version'));
  });
  if (version === undefined) return false;
  const hasRestarted = reader.follow();
  // Another process may have written since, and even have begun the log anew once more.
  if (versionOf(await database.sql.one('PRAGMA data_version')) === version) return hasRestarted;
  if (hasRestarted) reader.forget();
  return false;
}

const versionOf = (row: Record<string, unknown> | undefined): unknown => row?.data_version;
