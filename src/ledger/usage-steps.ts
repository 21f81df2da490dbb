import { nanos } from '../core/money.ts';
import type { UsageBy, UsageStep } from '../core/usage.ts';
import { NO_USAGE, plus } from '../core/usage.ts';
import { bigint, number, type Row, type Sql, text } from '../platform/database/database.ts';
import { usageFromRow } from './usage-row.ts';

type StepsQuery = {
  readonly accountId: string;
  /** When each step begins, ascending, and at last when the last one ends. */
  readonly startsMs: readonly number[];
  readonly by: UsageBy;
  readonly ofUserId?: string | undefined;
};

const GROUPS: Readonly<Record<UsageBy, string>> = {
  model: 'model',
  key: 'key_id',
  member: "COALESCE(k.user_id, '')",
  pot: "''",
};

/** Sums of hours, put together to steps. The database adds up models or keys, and steps are few beside hours. */
export async function readSteps(sql: Sql, query: StepsQuery): Promise<readonly UsageStep[]> {
  const { accountId, startsMs, by, ofUserId } = query;
  const needsKeys = by === 'member' || ofUserId !== undefined;
  const rows = await sql.all(
    `SELECT hour_ms, ${GROUPS[by]} AS id, SUM(requests) AS requests, SUM(input_tokens) AS input_tokens,
       SUM(cached_input_tokens) AS cached_input_tokens, SUM(output_tokens) AS output_tokens,
       SUM(reasoning_tokens) AS reasoning_tokens, SUM(cost_nanos) AS cost_nanos, SUM(plan_tokens) AS plan_tokens,
       SUM(package_tokens) AS package_tokens, SUM(cache_write_5m_tokens) AS cache_write_5m_tokens,
       SUM(cache_write_1h_tokens) AS cache_write_1h_tokens
     FROM usage_hours h ${needsKeys ? 'JOIN api_keys k ON k.id = h.key_id' : ''}
     WHERE h.account_id = ? AND hour_ms >= ? AND hour_ms < ? ${ofUserId === undefined ? '' : 'AND k.user_id = ?'}
     GROUP BY 1, 2 ORDER BY 1, 2`,
    accountId,
    startsMs[0]!,
    startsMs.at(-1)!,
    ...(ofUserId === undefined ? [] : [ofUserId]),
  );
  const steps = new Map<string, UsageStep>();
  let step = 0;
  for (const row of rows) {
    while (startsMs[step + 1]! <= number(row, 'hour_ms')) step += 1;
    const id = text(row, 'id');
    const atMs = startsMs[step]!;
    const name = `${atMs} ${id}`;
    steps.set(name, { id, atMs, ...plus(steps.get(name) ?? NO_USAGE, sumFromRow(row)) });
  }
  return [...steps.values()];
}

export const sumFromRow = (row: Row) => ({
  requests: number(row, 'requests'),
  usage: usageFromRow(row),
  cost: nanos(bigint(row, 'cost_nanos')),
  planTokens: bigint(row, 'plan_tokens'),
  packageTokens: bigint(row, 'package_tokens'),
});
