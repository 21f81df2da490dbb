/** Responses that later requests may refer to. Only their own account may read them. */
import { type Database, number, type Row, type Sql, text } from '../../platform/database/database.ts';

/** Encrypted, as the database has it. */
export type SealedResponse = {
  readonly id: string;
  readonly createdAtMs: number;
  /** The items that were sent, with everything that they referred to. */
  readonly input: string;
  readonly response: string;
};

export interface StoredResponses {
  /** Once for each id. An account that has more than `keptMax` loses its oldest; a closed one keeps nothing. */
  put(
    accountId: string,
    sealed: SealedResponse & { readonly expiresAtMs: number; readonly keptMax: number },
  ): Promise<void>;
  find(accountId: string, id: string, nowMs: number): Promise<SealedResponse | undefined>;
  /** Several, without what was sent. */
  findResponses(
    accountId: string,
    ids: readonly string[],
    nowMs: number,
  ): Promise<readonly Omit<SealedResponse, 'input'>[]>;
  /** False where there was none. */
  remove(accountId: string, id: string, nowMs: number): Promise<boolean>;
  /** Some of them, oldest first, after the given one. */
  list(accountId: string, after: SealedResponse | null): Promise<readonly SealedResponse[]>;
}

const LISTED_AT_ONCE = 20;
const FORGOTTEN_AT_ONCE = 500;

export function createStoredResponseStore(db: Database): StoredResponses {
  return {
    put: (accountId, sealed) => db.transaction((sql) => putResponse(sql, accountId, sealed)),

    find: async (accountId, id, nowMs) => {
      const row = await db.sql.one(
        `SELECT id, created_at_ms, input, response FROM stored_responses
         WHERE id = ? AND account_id = ? AND expires_at_ms > ?`,
        id,
        accountId,
        nowMs,
      );
      return row && fromRow(row);
    },

    findResponses: async (accountId, ids, nowMs) => {
      const rows = await db.sql.all(
        `SELECT id, created_at_ms, response FROM stored_responses
         WHERE id IN (${ids.map(() => '?').join(', ')}) AND account_id = ? AND expires_at_ms > ?`,
        ...ids,
        accountId,
        nowMs,
      );
      return rows.map((row) => ({
        id: text(row, 'id'),
        createdAtMs: number(row, 'created_at_ms'),
        response: text(row, 'response'),
      }));
    },

    remove: async (accountId, id, nowMs) => {
      const removed = await db.sql.run(
        'DELETE FROM stored_responses WHERE id = ? AND account_id = ? AND expires_at_ms > ?',
        id,
        accountId,
        nowMs,
      );
      return removed > 0;
    },

    list: async (accountId, after) => {
      const rows = await db.sql.all(
        `SELECT id, created_at_ms, input, response FROM stored_responses
         WHERE account_id = ? AND created_at_ms >= ? AND (created_at_ms > ? OR id > ?)
         ORDER BY created_at_ms, id LIMIT ?`,
        accountId,
        after?.createdAtMs ?? 0,
        after?.createdAtMs ?? -1,
        after?.id ?? '',
        LISTED_AT_ONCE,
      );
      return rows.map(fromRow);
    },
  };
}

export type PutResponse = Parameters<StoredResponses['put']>[1];

export async function putResponse(sql: Sql, accountId: string, sealed: PutResponse): Promise<void> {
  await sql.run(
    `INSERT INTO stored_responses (id, account_id, created_at_ms, expires_at_ms, input, response)
     SELECT ?, id, ?, ?, ?, ? FROM accounts WHERE id = ? AND status <> 'closed' ON CONFLICT (id) DO NOTHING`,
    sealed.id,
    sealed.createdAtMs,
    sealed.expiresAtMs,
    sealed.input,
    sealed.response,
    accountId,
  );
  await sql.run(
    `DELETE FROM stored_responses WHERE account_id = ? AND created_at_ms < (SELECT created_at_ms
       FROM stored_responses WHERE account_id = ? ORDER BY created_at_ms DESC LIMIT 1 OFFSET ?)`,
    accountId,
    accountId,
    sealed.keptMax - 1,
  );
}

const fromRow = (row: Row): SealedResponse => ({
  id: text(row, 'id'),
  createdAtMs: number(row, 'created_at_ms'),
  input: text(row, 'input'),
  response: text(row, 'response'),
});

/** Part of the sweep. Each may be large, so only some at once. */
export const forgetResponses = (sql: Sql, nowMs: number): Promise<number> =>
  sql.run(
    `DELETE FROM stored_responses WHERE id IN
       (SELECT id FROM stored_responses WHERE expires_at_ms <= ? LIMIT ?)`,
    nowMs,
    FORGOTTEN_AT_ONCE,
  );

export const forgetResponsesOf = (sql: Sql, accountId: string): Promise<number> =>
  sql.run('DELETE FROM stored_responses WHERE account_id = ?', accountId);
