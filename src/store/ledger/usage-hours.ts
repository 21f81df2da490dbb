/** What was used by the hour: written with the charge, in its transaction, and read for charts and statements. */
import { hourStartMs } from '../../domain/calendar.ts';
import type { Usage } from '../../domain/chat.ts';
import type { UsageHour } from '../../domain/ledger.ts';
import type { Usages } from '../../domain/ports.ts';
import { type Database, number, type Row, type Sql, text } from '../database.ts';
import { readPage, readRequest } from './request-list.ts';
import { readSteps, sumFromRow } from './usage-steps.ts';

export function createUsageStore(db: Database): Usages {
  return {
    hours: async (accountId, { fromMs, toMs }) => {
      const rows = await db.sql.all(
        `SELECT * FROM usage_hours WHERE account_id = ? AND hour_ms >= ? AND hour_ms < ?
         ORDER BY hour_ms, key_id, model`,
        accountId,
        fromMs,
        toMs,
      );
      return rows.map(fromRow);
    },

    steps: (order) => readSteps(db.sql, order),

    page: (order) => readPage(db.sql, order),

    find: (accountId, requestId) => readRequest(db.sql, accountId, requestId),
  };
}

type ChargedUse = {
  readonly accountId: string;
  readonly keyId: string;
  readonly model: string;
  readonly usage: Usage;
  readonly cost: bigint;
  readonly planTokens: bigint;
  readonly packageTokens: bigint;
  /** When it was charged. */
  readonly atMs: number;
};

export function countUse(sql: Sql, use: ChargedUse): Promise<number> {
  const { usage } = use;
  return sql.run(
    `INSERT INTO usage_hours (account_id, hour_ms, key_id, model, requests, input_tokens, cached_input_tokens,
       output_tokens, reasoning_tokens, cost_nanos, plan_tokens, package_tokens)
     VALUES (?, ?, ?, ?, 1, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (account_id, hour_ms, key_id, model) DO UPDATE SET
       requests = usage_hours.requests + excluded.requests,
       input_tokens = usage_hours.input_tokens + excluded.input_tokens,
       cached_input_tokens = usage_hours.cached_input_tokens + excluded.cached_input_tokens,
       output_tokens = usage_hours.output_tokens + excluded.output_tokens,
       reasoning_tokens = usage_hours.reasoning_tokens + excluded.reasoning_tokens,
       cost_nanos = usage_hours.cost_nanos + excluded.cost_nanos,
       plan_tokens = usage_hours.plan_tokens + excluded.plan_tokens,
       package_tokens = usage_hours.package_tokens + excluded.package_tokens`,
    use.accountId,
    hourStartMs(use.atMs),
    use.keyId,
    use.model,
    usage.inputTokens,
    usage.cachedInputTokens,
    usage.outputTokens,
    usage.reasoningTokens,
    use.cost,
    use.planTokens,
    use.packageTokens,
  );
}

const fromRow = (row: Row): UsageHour => ({
  hourMs: number(row, 'hour_ms'),
  keyId: text(row, 'key_id'),
  model: text(row, 'model'),
  ...sumFromRow(row),
});
