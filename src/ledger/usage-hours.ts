/** Use by the hour: written with the charge, in its transaction, and read for charts and statements. */

import { writesOf } from '../core/cache-writes.ts';
import { hourStartMs, type TimeSpan } from '../core/calendar.ts';
import { type PotKind, tokensOfPart, type UsageHour } from '../core/ledger.ts';
import type { RequestCursor, RequestFilter, RequestPage, RequestReceipt, UsageBy, UsageStep } from '../core/usage.ts';
import { type Database, number, type Row, type SqlValue, text } from '../platform/database/database.ts';
import { addingTo, type Columns } from '../platform/database/row-set.ts';
import type { ChargedRow } from './lease-ports.ts';
import { readFirstEvents, readPage, readRequest } from './request-list.ts';
import { type BucketPart, type BucketsQuery, readBuckets } from './usage-buckets.ts';
import { readSteps, sumFromRow } from './usage-steps.ts';

/** Usage for charts and statements: counted with each charge, so it is never behind. */
export interface Usages {
  /** The hours of an account that begin within `[fromMs, toMs)`, oldest first, each once for a key and model. */
  hours(accountId: string, span: TimeSpan): Promise<readonly UsageHour[]>;
  /** Sums of the steps that begin at `startsMs`, of which the last is only the end. Steps without usage are left out. */
  steps(chart: {
    readonly accountId: string;
    readonly startsMs: readonly number[];
    readonly by: UsageBy;
    /** The member whose keys alone are meant. */
    readonly ofUserId?: string | undefined;
  }): Promise<readonly UsageStep[]>;
  /** Sums in buckets of time, in their order. Parts without usage are left out. */
  buckets(query: BucketsQuery): Promise<readonly BucketPart[]>;
  /** Requests, newest first, after `before`. Looks at a bounded number of them, so a page may be short or empty. */
  page(list: {
    readonly accountId: string;
    readonly filter: RequestFilter;
    readonly before: RequestCursor | null;
    readonly rowsMax: number;
  }): Promise<RequestPage>;
  /** How many milliseconds the newest requests of a span waited for their first event. Looks at a bounded number. */
  firstEvents(accountId: string, span: TimeSpan): Promise<readonly number[]>;
  find(accountId: string, requestId: string): Promise<RequestReceipt | undefined>;
}

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

    steps: (query) => readSteps(db.sql, query),

    buckets: (query) => readBuckets(db.sql, query),

    page: (query) => readPage(db.sql, query),

    firstEvents: (accountId, span) => readFirstEvents(db.sql, accountId, span),

    find: (accountId, requestId) => readRequest(db.sql, accountId, requestId),
  };
}

const COLUMNS: Columns = {
  account_id: 'TEXT',
  hour_ms: 'BIGINT',
  key_id: 'TEXT',
  model: 'TEXT',
  requests: 'BIGINT',
  input_tokens: 'BIGINT',
  cached_input_tokens: 'BIGINT',
  output_tokens: 'BIGINT',
  reasoning_tokens: 'BIGINT',
  cost_nanos: 'BIGINT',
  plan_tokens: 'BIGINT',
  package_tokens: 'BIGINT',
  cache_write_5m_tokens: 'BIGINT',
  cache_write_1h_tokens: 'BIGINT',
};

/** Adds to the hours of a batch, or begins them. */
export const COUNT_HOURS = addingTo('usage_hours', COLUMNS, 4);

const BATCH_COLUMNS: Columns = {
  account_id: 'TEXT',
  hour_ms: 'BIGINT',
  key_id: 'TEXT',
  model: 'TEXT',
  requests: 'BIGINT',
  input_tokens: 'BIGINT',
  cached_input_tokens: 'BIGINT',
  output_tokens: 'BIGINT',
};

export const COUNT_BATCH_HOURS = addingTo('batch_hours', BATCH_COLUMNS, 4);

/** The same of lines of batches alone, with the columns that are told apart: the first of those of all. */
export const batchHoursOf = (charged: readonly ChargedRow[]): SqlValue[][] =>
  hoursOf(charged.filter(({ held }) => held.request.isBatch)).map((row) =>
    row.slice(0, Object.keys(BATCH_COLUMNS).length),
  );

/** One row for each account, hour, key and model, in their order. */
export function hoursOf(charged: readonly ChargedRow[]): SqlValue[][] {
  const hours = Map.groupBy(charged, ({ held: { request }, endedAtMs }) =>
    [request.accountId, hourStartMs(endedAtMs), request.keyId, request.model].join('\n'),
  );
  return [...hours]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, rows]) => {
      const { held, endedAtMs } = rows[0]!;
      const { accountId, keyId, model } = held.request;
      const sums = rows.map(sumsOf).reduce((all, one) => all.map((sum, at) => sum + one[at]!));
      return [accountId, hourStartMs(endedAtMs), keyId, model, ...sums];
    });
}

function sumsOf({ held, charge: { usage, cost, tokenParts } }: ChargedRow): bigint[] {
  const paidBy = (kind: PotKind) => {
    const ofKind = new Set(held.tokenParts.filter((part) => part.kind === kind).map(({ potId }) => potId));
    return tokenParts.reduce((sum, part) => (ofKind.has(part.potId) ? sum + tokensOfPart(part) : sum), 0n);
  };
  const { inputTokens, cachedInputTokens, outputTokens, reasoningTokens } = usage;
  const tokens = [inputTokens, cachedInputTokens, outputTokens, reasoningTokens].map(BigInt);
  return [1n, ...tokens, cost, paidBy('plan'), paidBy('package'), ...writesOf(usage).map(BigInt)];
}

const fromRow = (row: Row): UsageHour => ({
  hourMs: number(row, 'hour_ms'),
  keyId: text(row, 'key_id'),
  model: text(row, 'model'),
  ...sumFromRow(row),
});
