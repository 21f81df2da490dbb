/** Files of customers for batches: the rows, and how their content is read and written in sealed parts. */

import { ServiceError } from '../../core/errors.ts';
import type { Vault } from '../../core/vault.ts';
import { type Database, number, type Row, type Sql, text } from '../../platform/database/database.ts';

export type BatchFile = {
  readonly id: string;
  readonly accountId: string;
  readonly purpose: 'batch' | 'batch_output';
  readonly filename: string;
  readonly bytes: number;
  readonly parts: number;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  /** For the result of a batch: whose lines, and which. */
  readonly of?: { readonly batchId: string; readonly lines: 'succeeded' | 'failed' };
};

/** The files of an account, and the bytes of all of them. */
export type FileBounds = { readonly filesMax: number; readonly filesBytesMax: number };

type FilePage = {
  readonly limit: number;
  readonly after: string | null;
  readonly order: 'asc' | 'desc';
  readonly purpose: string | null;
};

export interface BatchFiles {
  /** It is not seen until it is whole. Refuses an account that has all that it may have, or is closed. */
  begin(file: Omit<BatchFile, 'parts' | 'of'>, bounds: FileBounds): Promise<void>;
  addPart(fileId: string, part: number, content: string): Promise<void>;
  finish(
    file: Pick<BatchFile, 'id' | 'accountId' | 'bytes' | 'parts' | 'expiresAtMs'>,
    bounds: FileBounds,
  ): Promise<void>;
  /** What was begun and does not become whole. */
  abandon(fileId: string): Promise<void>;
  find(accountId: string, id: string, nowMs: number): Promise<BatchFile | undefined>;
  list(accountId: string, page: FilePage, nowMs: number): Promise<readonly BatchFile[]>;
  /** With its content. False where there was none. */
  remove(accountId: string, id: string, nowMs: number): Promise<boolean>;
  part(fileId: string, part: number): Promise<string | undefined>;
}

const FORGOTTEN_AT_ONCE = 20;

export const createBatchFileStore = (db: Database): BatchFiles => ({ ...createUploads(db), ...createReading(db) });

function createUploads(db: Database): Pick<BatchFiles, 'begin' | 'addPart' | 'finish' | 'abandon'> {
  return {
    begin: (file, bounds) =>
      db.transaction(async (sql) => {
        await refuseFull(sql, file, bounds);
        const inserted = await sql.run(
          `INSERT INTO files (id, account_id, purpose, filename, bytes, parts, created_at_ms, expires_at_ms, is_whole)
           SELECT ?, id, ?, ?, ?, 0, ?, ?, 0 FROM accounts WHERE id = ? AND status <> 'closed'`,
          file.id,
          file.purpose,
          file.filename,
          file.bytes,
          file.createdAtMs,
          file.expiresAtMs,
          file.accountId,
        );
        if (inserted === 0) throw new ServiceError('not_found', 'The account of this key is closed.');
      }),

    addPart: async (fileId, part, content) => {
      await db.sql.run('INSERT INTO file_parts (file_id, part, content) VALUES (?, ?, ?)', fileId, part, content);
    },

    finish: ({ id, accountId, bytes, parts, expiresAtMs }, bounds) =>
      db.transaction(async (sql) => {
        await sql.run('UPDATE files SET bytes = 0 WHERE id = ?', id);
        await refuseFull(sql, { accountId, bytes }, { ...bounds, filesMax: bounds.filesMax + 1 });
        await sql.run(
          'UPDATE files SET bytes = ?, parts = ?, expires_at_ms = ?, is_whole = 1 WHERE id = ?',
          bytes,
          parts,
          expiresAtMs,
          id,
        );
      }),

    abandon: (fileId) => db.transaction((sql) => removeFile(sql, { id: fileId })),
  };
}

function createReading(db: Database): Pick<BatchFiles, 'find' | 'list' | 'remove' | 'part'> {
  return {
    find: async (accountId, id, nowMs) => {
      const row = await findRow(db.sql, accountId, { id, nowMs });
      return row && fileFromRow(row);
    },

    list: async (accountId, { limit, after, order, purpose }, nowMs) => {
      const isBehind = order === 'desc' ? '<' : '>';
      const rows = await db.sql.all(
        `SELECT * FROM files WHERE account_id = ? AND is_whole = 1 AND expires_at_ms > ? AND (? = '' OR id ${isBehind} ?)
           AND (? = '' OR purpose = ?) ORDER BY id ${order === 'desc' ? 'DESC' : 'ASC'} LIMIT ?`,
        accountId,
        nowMs,
        after ?? '',
        after ?? '',
        purpose ?? '',
        purpose ?? '',
        limit,
      );
      return rows.map(fileFromRow);
    },

    remove: (accountId, id, nowMs) =>
      db.transaction(async (sql) => {
        const row = await findRow(sql, accountId, { id, nowMs });
        if (row) await removeFile(sql, fileFromRow(row));
        return row !== undefined;
      }),

    part: async (fileId, part) => {
      const row = await db.sql.one('SELECT content FROM file_parts WHERE file_id = ? AND part = ?', fileId, part);
      return row && text(row, 'content');
    },
  };
}

const findRow = (
  sql: Sql,
  accountId: string,
  { id, nowMs }: { readonly id: string; readonly nowMs: number },
): Promise<Row | undefined> =>
  sql.one(
    'SELECT * FROM files WHERE id = ? AND account_id = ? AND is_whole = 1 AND expires_at_ms > ?',
    id,
    accountId,
    nowMs,
  );

/** Files that are being sent count as well. */
async function refuseFull(
  sql: Sql,
  { accountId, bytes }: Pick<BatchFile, 'accountId' | 'bytes'>,
  { filesMax, filesBytesMax }: FileBounds,
): Promise<void> {
  const used = await sql.one(
    'SELECT COUNT(*) AS n, COALESCE(SUM(bytes), 0) AS bytes FROM files WHERE account_id = ?',
    accountId,
  );
  if (number(used!, 'n') < filesMax && number(used!, 'bytes') + bytes <= filesBytesMax) return;
  throw new ServiceError(
    'invalid_request',
    `An account keeps at most ${filesMax} files with ${filesBytesMax} bytes in all: delete some first.`,
    { param: 'file' },
  );
}

/** A result is the lines of its batch: they lose what was answered. */
async function removeFile(sql: Sql, { id, of }: Pick<BatchFile, 'id' | 'of'>): Promise<void> {
  if (of) {
    const states = of.lines === 'succeeded' ? "('succeeded')" : "('errored')";
    await sql.run(`UPDATE batch_lines SET result = NULL WHERE batch_id = ? AND state IN ${states}`, of.batchId);
  }
  await sql.run('DELETE FROM file_parts WHERE file_id = ?', id);
  await sql.run('DELETE FROM files WHERE id = ?', id);
}

const fileFromRow = (row: Row): BatchFile => ({
  id: text(row, 'id'),
  accountId: text(row, 'account_id'),
  purpose: text(row, 'purpose') as BatchFile['purpose'],
  filename: text(row, 'filename'),
  bytes: number(row, 'bytes'),
  parts: number(row, 'parts'),
  createdAtMs: number(row, 'created_at_ms'),
  expiresAtMs: number(row, 'expires_at_ms'),
  ...(row.batch_id !== null && {
    of: { batchId: text(row, 'batch_id'), lines: text(row, 'lines') as 'succeeded' | 'failed' },
  }),
});

/** Part of the sweep. Each may be large, so only some at once. */
export async function forgetFiles(sql: Sql, nowMs: number): Promise<number> {
  const rows = await sql.all('SELECT * FROM files WHERE expires_at_ms <= ? LIMIT ?', nowMs, FORGOTTEN_AT_ONCE);
  for (const row of rows) await removeFile(sql, fileFromRow(row));
  return rows.length;
}

export async function forgetFilesOf(sql: Sql, accountId: string): Promise<void> {
  await sql.run('DELETE FROM file_parts WHERE file_id IN (SELECT id FROM files WHERE account_id = ?)', accountId);
  await sql.run('DELETE FROM files WHERE account_id = ?', accountId);
}

/** The content of a file that was sent, in pieces of some hundred kilobytes. */
export async function* contentOf(
  { files, vault }: { readonly files: Pick<BatchFiles, 'part'>; readonly vault: Vault },
  file: Pick<BatchFile, 'id' | 'accountId' | 'parts'>,
): AsyncGenerator<string, void> {
  for (let part = 0; part < file.parts; part += 1) {
    const sealed = await files.part(file.id, part);
    if (sealed === undefined) throw new ServiceError('not_found', `File with id '${file.id}' is being deleted.`);
    yield await vault.open(file.accountId, partOf(file.id, part), sealed);
  }
}

/** The text that a part is sealed for: it can be opened as no other. */
export const partOf = (fileId: string, part: number): string => `${fileId} ${part}`;
