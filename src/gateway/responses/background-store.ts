/**
 * Responses that are made in the background. Each is two rows that are made together: a batch of one line, which runs it,
 * and the response as it is kept, which is queued until the end of the line writes what came of it.
 */

import { ServiceError } from '../../core/errors.ts';
import {
  type InputError,
  type LineResult,
  type LineState,
  type NewBatch,
  unendedOf,
} from '../../features/batches/rules.ts';
import {
  batchFromRow,
  endLine,
  type Kept,
  lockAccount,
  mayEnd,
  refuseTooManyOpen,
} from '../../features/batches/transactions.ts';
import { type Database, number, type Sql, text } from '../../platform/database/database.ts';
import { type PutResponse, putResponse } from './stored-response-store.ts';

/** How far one is. */
export type BackgroundRun = {
  readonly state: LineState;
  readonly error: InputError | null;
  /** The request that makes it, or has made it. */
  readonly requestId: string | null;
};

type NewBackground = Pick<NewBatch, 'id' | 'accountId' | 'keyId' | 'createdAtMs' | 'expiresAtMs'> & {
  /** Sealed. */
  readonly request: string;
  /** Sealed: how its events are written. There where it is streamed. */
  readonly form: string | null;
  /** The Idempotency-Key with its API key, and the hash of the body. */
  readonly madeWith: { readonly scope: string; readonly fingerprint: string } | null;
  readonly response: PutResponse;
};

type EndedBackground = LineResult & {
  readonly error: InputError | null;
  /** Sealed: the response as it is from now on. */
  readonly response: string | null;
};

export interface BackgroundResponses {
  /** Resolves with its id, which is that of an earlier one with the same Idempotency-Key. */
  create(background: NewBackground, openMax: number): Promise<string>;
  find(accountId: string, id: string): Promise<BackgroundRun | undefined>;
  /** Rows of a stream behind the given one, and how far it is: where it has ended, there are no others than these. */
  pieces(
    id: string,
    after: number,
  ): Promise<{ readonly run: BackgroundRun | undefined; readonly rows: readonly string[] }>;
  /** Notes the request that makes it. False where it is no longer made by this server. */
  begin(begun: { readonly id: string; readonly owner: string; readonly requestId: string }): Promise<boolean>;
  /** False where it is no longer made by this server. */
  addPieces(row: {
    readonly id: string;
    readonly owner: string;
    readonly n: number;
    readonly content: string;
  }): Promise<boolean>;
  end(ended: EndedBackground, kept: Kept): Promise<boolean>;
  /** It was deleted: nothing that was said of it stays. */
  forget(id: string): Promise<void>;
  /** Those that have not ended. */
  counts(): Promise<{ readonly queued: number; readonly running: number }>;
}

/** Its only line. */
export const LINE = 1;
const READ_AT_ONCE = 200;

export const createBackgroundStore = (db: Database): BackgroundResponses => ({
  create: (background, openMax) => db.transaction((sql) => create(sql, background, openMax)),

  find: (accountId, id) => runOf(db.sql, 'b.id = ? AND b.account_id = ?', [id, accountId]),

  pieces: async (id, after) => {
    // First how far it is: what is said before its end is then there.
    const run = await runOf(db.sql, 'b.id = ?', [id]);
    const rows = await db.sql.all(
      'SELECT content FROM batch_pieces WHERE batch_id = ? AND n > ? ORDER BY n LIMIT ?',
      id,
      after,
      READ_AT_ONCE,
    );
    return { run, rows: rows.map((row) => text(row, 'content')) };
  },

  begin: async ({ id, owner, requestId }) => {
    const begun = await db.sql.run(
      "UPDATE batch_lines SET request_id = ? WHERE batch_id = ? AND state = 'running' AND owner = ?",
      requestId,
      id,
      owner,
    );
    return begun > 0;
  },

  addPieces: async ({ id, owner, n, content }) => {
    const added = await db.sql.run(
      `INSERT INTO batch_pieces (batch_id, n, content)
       SELECT batch_id, CAST(? AS BIGINT), ? FROM batch_lines WHERE batch_id = ? AND state = 'running' AND owner = ?`,
      n,
      content,
      id,
      owner,
    );
    return added > 0;
  },

  end: (ended, kept) => db.transaction((sql) => end(sql, ended, kept)),

  forget: (id) => forget(db.sql, id),

  counts: async () => {
    const rows = await db.sql.all(
      `SELECT l.state, COUNT(*) AS n FROM batches b JOIN batch_lines l ON l.batch_id = b.id
       WHERE b.is_background = 1 AND b.status IN ('in_progress', 'cancelling', 'finalizing')
         AND l.state IN ('waiting', 'running') GROUP BY l.state`,
    );
    const byState = new Map(rows.map((row) => [text(row, 'state'), number(row, 'n')]));
    return { queued: byState.get('waiting') ?? 0, running: byState.get('running') ?? 0 };
  },
});

async function runOf(sql: Sql, where: string, values: readonly string[]): Promise<BackgroundRun | undefined> {
  const row = await sql.one(
    `SELECT l.state, l.request_id, b.errors FROM batches b JOIN batch_lines l ON l.batch_id = b.id
     WHERE b.is_background = 1 AND ${where}`,
    ...values,
  );
  if (!row) return undefined;
  const errors = row.errors === null ? [] : (JSON.parse(text(row, 'errors')) as readonly InputError[]);
  return {
    state: text(row, 'state') as LineState,
    error: errors[0] ?? null,
    requestId: row.request_id === null ? null : text(row, 'request_id'),
  };
}

async function create(sql: Sql, background: NewBackground, openMax: number): Promise<string> {
  const { id, accountId, madeWith, form } = background;
  await lockAccount(sql, accountId);
  const known = madeWith && (await madeBefore(sql, accountId, madeWith));
  if (known) return known;
  await refuseTooManyOpen(sql, { accountId, isBackground: true }, openMax);
  await sql.run(
    `INSERT INTO batches (id, account_id, key_id, dialect, endpoint, status, created_at_ms, began_at_ms, expires_at_ms,
       total, is_background, made_with, fingerprint)
     VALUES (?, ?, ?, 'openai', '/v1/responses', 'in_progress', ?, ?, ?, 1, 1, ?, ?)`,
    id,
    accountId,
    background.keyId,
    background.createdAtMs,
    background.createdAtMs,
    background.expiresAtMs,
    madeWith?.scope ?? null,
    madeWith?.fingerprint ?? null,
  );
  await sql.run(
    `INSERT INTO batch_lines (batch_id, line, custom_id, custom_id_bytes, state, request)
     VALUES (?, ?, ?, 0, 'waiting', ?)`,
    id,
    LINE,
    id,
    background.request,
  );
  if (form !== null) await sql.run('INSERT INTO batch_pieces (batch_id, n, content) VALUES (?, 0, ?)', id, form);
  await putResponse(sql, accountId, background.response);
  return id;
}

async function madeBefore(
  sql: Sql,
  accountId: string,
  { scope, fingerprint }: NonNullable<NewBackground['madeWith']>,
): Promise<string | undefined> {
  const row = await sql.one(
    `SELECT b.id, b.fingerprint FROM batches b JOIN stored_responses r ON r.id = b.id
     WHERE b.account_id = ? AND b.made_with = ?`,
    accountId,
    scope,
  );
  if (!row) return undefined;
  if (text(row, 'fingerprint') === fingerprint) return text(row, 'id');
  throw new ServiceError(
    'idempotency_key_reused',
    'This Idempotency-Key was already used with another request body; use a new key.',
  );
}

/** A response that was deleted meanwhile is not written again. */
async function end(sql: Sql, { error, response, ...result }: EndedBackground, kept: Kept): Promise<boolean> {
  const { batchId: id } = result;
  const row = await sql.one(`SELECT * FROM batches WHERE id = ? ${sql.forUpdate}`, id);
  if (!row || unendedOf(batchFromRow(row).counts) === 0 || !(await mayEnd(sql, result))) return false;
  if (error) await sql.run('UPDATE batches SET errors = ? WHERE id = ?', JSON.stringify([error]), id);
  if (response !== null) await sql.run('UPDATE stored_responses SET response = ? WHERE id = ?', response, id);
  await forget(sql, id);
  return endLine(sql, result, kept);
}

async function forget(sql: Sql, id: string): Promise<void> {
  await sql.run(
    'DELETE FROM batch_pieces WHERE batch_id = ? AND NOT EXISTS (SELECT 1 FROM stored_responses WHERE id = ?)',
    id,
    id,
  );
}
