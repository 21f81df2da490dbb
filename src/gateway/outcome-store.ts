import { monthOf } from '../core/calendar.ts';
import type { BucketCount, OutcomeCount, OutcomeCounts, OutcomeRecords } from '../core/outcome.ts';
import { type Database, number, type Row } from '../platform/database/database.ts';
import { type RowSet, runForRows } from '../platform/database/row-set.ts';

const BY_MODEL: RowSet = {
  columns: { hour_ms: 'BIGINT', model: 'TEXT', status: 'BIGINT', responses: 'BIGINT' },
  text: `INSERT INTO response_hours (hour_ms, model, status, responses)
    SELECT rows.hour_ms, rows.model, rows.status, rows.responses FROM rows WHERE true
    ON CONFLICT (hour_ms, model, status) DO UPDATE SET responses = response_hours.responses + excluded.responses`,
};
const BY_ACCOUNT: RowSet = {
  columns: { account_id: 'TEXT', hour_ms: 'BIGINT', status: 'BIGINT', responses: 'BIGINT' },
  text: `INSERT INTO account_responses (account_id, hour_ms, status, responses)
    SELECT rows.account_id, rows.hour_ms, rows.status, rows.responses FROM rows WHERE true
    ON CONFLICT (account_id, hour_ms, status)
    DO UPDATE SET responses = account_responses.responses + excluded.responses`,
};
const FIRST_TOKENS: RowSet = {
  columns: { hour_ms: 'BIGINT', model: 'TEXT', bucket: 'BIGINT', answers: 'BIGINT' },
  text: `INSERT INTO first_token_hours (hour_ms, model, bucket, answers)
    SELECT rows.hour_ms, rows.model, rows.bucket, rows.answers FROM rows WHERE true
    ON CONFLICT (hour_ms, model, bucket) DO UPDATE SET answers = first_token_hours.answers + excluded.answers`,
};

/** The account's spending of the month is read from what its keys have spent: a repeat changes nothing. */
const spentBy = (column: string) => `COALESCE((SELECT SUM(m.${column}) FROM api_keys k
  JOIN key_months m ON m.key_id = k.id AND m.month = rows.month WHERE k.account_id = rows.account_id), 0)`;
const ACTIVITY: RowSet = {
  columns: { account_id: 'TEXT', active_at_ms: 'BIGINT', month: 'TEXT' },
  text: `INSERT INTO account_activity (account_id, active_at_ms, month, spent_nanos, tokens)
    SELECT rows.account_id, rows.active_at_ms, rows.month, ${spentBy('spent_nanos')}, ${spentBy('tokens')}
    FROM rows WHERE true
    ON CONFLICT (account_id) DO UPDATE SET active_at_ms = excluded.active_at_ms, month = excluded.month,
      spent_nanos = excluded.spent_nanos, tokens = excluded.tokens`,
};

export function createOutcomeStore(db: Database): OutcomeRecords {
  const byStatus = async (rows: string, ...values: readonly (string | number)[]): Promise<readonly OutcomeCount[]> => {
    const select = `SELECT status, SUM(responses) AS responses FROM ${rows} GROUP BY status ORDER BY status`;
    return (await db.sql.all(select, ...values)).map(countFromRow);
  };

  return {
    add: ({ byModel, byAccount, firstTokens, atMs }) =>
      db.transaction(async (sql) => {
        await Promise.all([
          ...runForRows(
            sql,
            BY_MODEL,
            sorted(byModel.map(({ hourMs, model, status, responses }) => [hourMs, model, status, responses])),
          ),
          ...runForRows(
            sql,
            BY_ACCOUNT,
            sorted(byAccount.map(({ accountId, hourMs, status, responses }) => [accountId, hourMs, status, responses])),
          ),
          ...runForRows(
            sql,
            FIRST_TOKENS,
            sorted(firstTokens.map(({ hourMs, model, bucket, answers }) => [hourMs, model, bucket, answers])),
          ),
          ...runForRows(
            sql,
            ACTIVITY,
            answered(byAccount).map((accountId) => [accountId, atMs, monthOf(atMs)]),
          ),
        ]);
      }),

    within: ({ fromMs, toMs }) => byStatus('response_hours WHERE hour_ms >= ? AND hour_ms < ?', fromMs, toMs),

    firstTokens: async ({ fromMs, toMs }) => {
      const rows = await db.sql.all(
        `SELECT bucket, SUM(answers) AS answers FROM first_token_hours WHERE hour_ms >= ? AND hour_ms < ?
         GROUP BY bucket ORDER BY bucket`,
        fromMs,
        toMs,
      );
      return rows.map((row): BucketCount => ({ bucket: number(row, 'bucket'), answers: number(row, 'answers') }));
    },

    ofAccount: (accountId, { fromMs, toMs }) =>
      byStatus('account_responses WHERE account_id = ? AND hour_ms >= ? AND hour_ms < ?', accountId, fromMs, toMs),
  };
}

/** Refused requests are no activity. */
const answered = (byAccount: OutcomeCounts['byAccount']): readonly string[] =>
  [...new Set(byAccount.filter(({ status }) => status < 400).map(({ accountId }) => accountId))].sort();

const countFromRow = (row: Row): OutcomeCount => ({
  status: number(row, 'status'),
  responses: number(row, 'responses'),
});

/** Always in one order, so that two servers do not wait for each other. */
const sorted = <Values extends readonly (string | number)[]>(rows: readonly Values[]): readonly Values[] =>
  rows.toSorted((a, b) => (a.slice(0, 3).join('\n') < b.slice(0, 3).join('\n') ? -1 : 1));
