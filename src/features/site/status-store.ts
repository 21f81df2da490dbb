/** The rows of the status page: minutes and answers of each model by day, and the operator's notes. */
import { ServiceError } from '../../core/errors.ts';
import { type Database, number, optionalNumber, type Row, type Sql, text } from '../../platform/database/database.ts';
import { dayOfMinute, type ModelDay, SERVICE, type StatusNote, type StatusRecords } from './rules.ts';

/** A state counts only for a minute that is not written yet; answers always count. */
const ADD = `INSERT INTO model_days (model, day, minutes_up, minutes_down, answered, failed, first_minute, last_minute)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (model, day) DO UPDATE SET
    minutes_up = model_days.minutes_up
      + CASE WHEN excluded.last_minute > model_days.last_minute THEN excluded.minutes_up ELSE 0 END,
    minutes_down = model_days.minutes_down
      + CASE WHEN excluded.last_minute > model_days.last_minute THEN excluded.minutes_down ELSE 0 END,
    answered = model_days.answered + excluded.answered,
    failed = model_days.failed + excluded.failed,
    last_minute = CASE WHEN excluded.last_minute > model_days.last_minute
      THEN excluded.last_minute ELSE model_days.last_minute END`;

const NOTES_MAX = 50;

export function createStatusStore(db: Database): StatusRecords {
  return {
    add: (minute, readings) =>
      db.transaction(async (sql) => {
        // Always in one order, so that two servers do not wait for each other.
        for (const { model, isUp, answered, failed } of readings.toSorted((a, b) => (a.model < b.model ? -1 : 1))) {
          const [up, down] = isUp ? [1, 0] : [0, 1];
          await sql.run(ADD, model, dayOfMinute(minute), up, down, answered, failed, minute, minute);
        }
      }),

    read: (fromDay) =>
      db.snapshot(async (sql) => {
        const rows = await sql.all('SELECT * FROM model_days WHERE day >= ?', fromDay);
        const first = await sql.one(
          'SELECT first_minute FROM model_days WHERE model = ? ORDER BY day LIMIT 1',
          SERVICE,
        );
        return { days: rows.map(dayFromRow), firstMinute: first ? number(first, 'first_minute') : null };
      }),

    notes: async (sinceMs) => {
      const rows = await db.sql.all(
        'SELECT * FROM status_notes WHERE at_ms >= ? OR resolved_at_ms IS NULL ORDER BY at_ms DESC LIMIT ?',
        sinceMs,
        NOTES_MAX,
      );
      return rows.map(noteFromRow);
    },
  };
}

export async function insertNote(sql: Sql, { id, atMs, texts }: Omit<StatusNote, 'resolvedAtMs'>): Promise<void> {
  await sql.run(
    'INSERT INTO status_notes (id, at_ms, text_en, text_cs) VALUES (?, ?, ?, ?)',
    id,
    atMs,
    texts.en,
    texts.cs,
  );
}

export async function resolveNote(sql: Sql, noteId: string, atMs: number): Promise<void> {
  const changed = await sql.run(
    'UPDATE status_notes SET resolved_at_ms = COALESCE(resolved_at_ms, ?) WHERE id = ?',
    atMs,
    noteId,
  );
  if (changed === 0) throw noSuchNote();
}

export async function removeNote(sql: Sql, noteId: string): Promise<void> {
  if ((await sql.run('DELETE FROM status_notes WHERE id = ?', noteId)) === 0) throw noSuchNote();
}

export async function readNote(sql: Sql, noteId: string): Promise<StatusNote | undefined> {
  const row = await sql.one('SELECT * FROM status_notes WHERE id = ?', noteId);
  return row && noteFromRow(row);
}

const noSuchNote = (): ServiceError => new ServiceError('not_found', 'There is no such note.');

const noteFromRow = (row: Row): StatusNote => ({
  id: text(row, 'id'),
  atMs: number(row, 'at_ms'),
  texts: { en: text(row, 'text_en'), cs: text(row, 'text_cs') },
  resolvedAtMs: optionalNumber(row, 'resolved_at_ms') ?? null,
});

const dayFromRow = (row: Row): ModelDay => ({
  model: text(row, 'model'),
  day: number(row, 'day'),
  minutesUp: number(row, 'minutes_up'),
  minutesDown: number(row, 'minutes_down'),
  answered: number(row, 'answered'),
  failed: number(row, 'failed'),
  firstMinute: number(row, 'first_minute'),
});
