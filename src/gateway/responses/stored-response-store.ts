import { type Database, number, type Row, type Sql, text } from '../../platform/database/database.ts';
import type { SealedResponse, StoredResponses } from './stored-responses.ts';

const LISTED_AT_ONCE = 20;
const FORGOTTEN_AT_ONCE = 500;

export function createStoredResponseStore(db: Database): StoredResponses {
  return {
    put: (accountId, { id, createdAtMs, expiresAtMs, input, response, keptMax }) =>
      db.transaction(async (sql) => {
        await sql.run(
          `INSERT INTO stored_responses (id, account_id, created_at_ms, expires_at_ms, input, response)
           SELECT ?, id, ?, ?, ?, ? FROM accounts WHERE id = ? AND status <> 'closed' ON CONFLICT (id) DO NOTHING`,
          id,
          createdAtMs,
          expiresAtMs,
          input,
          response,
          accountId,
        );
        await sql.run(
          `DELETE FROM stored_responses WHERE account_id = ? AND created_at_ms < (SELECT created_at_ms
             FROM stored_responses WHERE account_id = ? ORDER BY created_at_ms DESC LIMIT 1 OFFSET ?)`,
          accountId,
          accountId,
          keptMax - 1,
        );
      }),

    find: async (accountId, id, nowMs) => {
      const row = await db.sql.one(
        `SELECT id, created_at_ms, input, response FROM stored_responses
         WHERE id = ? AND account_id = ? AND expires_at_ms > ?`,
        id,
        accountId,
        nowMs,
      );
      return row && sealedFromRow(row);
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
      return rows.map(sealedFromRow);
    },
  };
}

const sealedFromRow = (row: Row): SealedResponse => ({
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
