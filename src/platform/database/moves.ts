/**
 * The mark of a database that moves to another place, or has moved there.
 *
 *   away, not ended   rows are being copied, or the copying was broken off: a server that starts here gives the move up
 *   away, ended       the other place serves; nothing is read or written here any more
 *   here              rows are arriving, and not all are here yet
 */
import { type Database, number, type Sql, text } from './database.ts';

export type Move = {
  readonly direction: 'away' | 'here';
  readonly token: string;
  /** The name of the other side, without a password. */
  readonly place: string;
  readonly endedAtMs: number | undefined;
  /** Statements that are still to be run here. */
  readonly rebuild: readonly string[] | undefined;
};

/** The database is somewhere else, or not all of it is here. */
export class DatabaseMoved extends Error {
  override readonly name = 'DatabaseMoved';
}

/** For commands: throws while a move has not ended, too, because what they change now would be lost. */
export async function requireHere(db: Database): Promise<void> {
  const move = await moveOf(db);
  if (!move) return;
  requireNotGone(move);
  throw new DatabaseMoved(
    `This database is being moved to ${move.place}: run "boreal move" again to finish it, or start the service here ` +
      'to give the move up.',
  );
}

/** For servers: returns where a move would have gone that has not ended, and is given up now. */
export async function giveUpMove(db: Database): Promise<string | undefined> {
  const move = await moveOf(db);
  if (!move) return undefined;
  requireNotGone(move);
  await db.sql.run('DELETE FROM moves');
  return move.place;
}

export function requireNotGone({ direction, place, endedAtMs }: Move): void {
  if (direction === 'here') {
    throw new DatabaseMoved(
      `A move into this database from ${place} has not ended: run "boreal move" again with the configuration that it ` +
        'was begun with, or empty this database.',
    );
  }
  if (endedAtMs !== undefined) {
    const day = new Date(endedAtMs).toISOString().slice(0, 10);
    throw new DatabaseMoved(`This database was moved to ${place} on ${day}: start the service with that one.`);
  }
}

/** A database that is new, or of an older version, has no mark. */
export async function moveOf(db: Database): Promise<Move | undefined> {
  const hasTable = (await db.sql.one(db.dialect.findTable, 'moves')) !== undefined;
  return hasTable ? readMove(db.sql) : undefined;
}

async function readMove(sql: Sql): Promise<Move | undefined> {
  const row = await sql.one('SELECT direction, token, place, ended_at_ms, rebuild FROM moves');
  return (
    row && {
      direction: text(row, 'direction') as Move['direction'],
      token: text(row, 'token'),
      place: text(row, 'place'),
      endedAtMs: row.ended_at_ms === null ? undefined : number(row, 'ended_at_ms'),
      rebuild: row.rebuild === null ? undefined : (JSON.parse(text(row, 'rebuild')) as string[]),
    }
  );
}

type NewMove = Pick<Move, 'direction' | 'token' | 'place'> & Partial<Pick<Move, 'rebuild'>>;

export async function writeMove(sql: Sql, { direction, token, place, rebuild }: NewMove, nowMs: number): Promise<void> {
  await sql.run('DELETE FROM moves');
  await sql.run(
    'INSERT INTO moves (id, direction, token, place, begun_at_ms, rebuild) VALUES (1, ?, ?, ?, ?, ?)',
    direction,
    token,
    place,
    nowMs,
    rebuild ? JSON.stringify(rebuild) : null,
  );
}
