/** Usage in buckets of equal width, by any of model, key, member and batch: added up by the database. */
import type { UsageSum } from '../core/usage.ts';
import { number, type Sql, type SqlValue, text } from '../platform/database/database.ts';
import { sumFromRow } from './usage-steps.ts';

/** The ways in which a bucket can be split, all at once. */
export type BucketGroup = 'model' | 'key' | 'member' | 'batch';

export type BucketsQuery = {
  readonly accountId: string;
  /** When the first bucket begins: a whole number of widths. */
  readonly fromMs: number;
  /** A whole number of widths later. */
  readonly toMs: number;
  readonly widthMs: number;
  readonly by: readonly BucketGroup[];
  /** Only these; undefined where all are meant. */
  readonly models?: readonly string[] | undefined;
  readonly keyIds?: readonly string[] | undefined;
  readonly userIds?: readonly string[] | undefined;
  /** Lines of batches alone, or all others; only of whole hours. */
  readonly isBatch?: boolean | undefined;
};

/** The part of a bucket that belongs together. What it is not split by is null. */
export type BucketPart = UsageSum & {
  readonly atMs: number;
  readonly model: string | null;
  readonly keyId: string | null;
  /** Empty where the key belongs to the organisation. */
  readonly userId: string | null;
  /** True of lines of batches. Its sums are of requests and of tokens without those of thought; others are 0. */
  readonly isBatch: boolean | null;
};

const HOUR_MS = 3_600_000;
/** Requests are found by when they began, and counted when they ended: one that took longer is in hours and days alone. */
const ANSWER_MS_MAX = 2 * HOUR_MS;

const COLUMNS: Readonly<Record<BucketGroup, string>> = {
  model: 'u.model',
  key: 'u.key_id',
  member: "COALESCE(k.user_id, '')",
  batch: 'u.is_batch',
};

const SUMS = [
  'requests',
  'input_tokens',
  'cached_input_tokens',
  'output_tokens',
  'reasoning_tokens',
  'cost_nanos',
  'plan_tokens',
  'package_tokens',
  'cache_write_5m_tokens',
  'cache_write_1h_tokens',
];

/** In the order of time. Hours are sums already; what is narrower is read from the requests themselves. */
export async function readBuckets(sql: Sql, query: BucketsQuery): Promise<readonly BucketPart[]> {
  const { fromMs, toMs, widthMs, by, accountId } = query;
  const hours = by.includes('batch') || query.isBatch !== undefined ? HOURS_APART : HOURS;
  const source = widthMs % HOUR_MS === 0 ? hours : REQUESTS;
  const filter = filterOf(query);
  const groups = by.map((one) => `${COLUMNS[one]} AS by_${one}`);
  const grouped = ['bucket', ...by.map((one) => `by_${one}`)].join(', ');
  const rows = await sql.all(
    `SELECT ${['(u.at_ms - ?) / ? AS bucket', ...groups, ...SUMS.map((name) => `SUM(u.${name}) AS ${name}`)].join(', ')}
     FROM (${source.text}) AS u JOIN api_keys k ON k.id = u.key_id ${filter.text} GROUP BY ${grouped} ORDER BY ${grouped}`,
    fromMs,
    widthMs,
    ...source.valuesOf(accountId, { fromMs, toMs }),
    ...filter.values,
  );
  return rows.map((row) => ({
    ...sumFromRow(row),
    atMs: fromMs + number(row, 'bucket') * widthMs,
    model: by.includes('model') ? text(row, 'by_model') : null,
    keyId: by.includes('key') ? text(row, 'by_key') : null,
    userId: by.includes('member') ? text(row, 'by_member') : null,
    isBatch: by.includes('batch') ? number(row, 'by_batch') === 1 : null,
  }));
}

type Span = { readonly fromMs: number; readonly toMs: number };

const HOURS = {
  text: `SELECT hour_ms AS at_ms, key_id, model, ${SUMS.join(', ')} FROM usage_hours
    WHERE account_id = ? AND hour_ms >= ? AND hour_ms < ?`,
  valuesOf: (accountId: string, { fromMs, toMs }: Span) => [accountId, fromMs, toMs],
};

/** The sums that hours of batches have; the others are not known of them. */
const SUMS_APART = ['requests', 'input_tokens', 'cached_input_tokens', 'output_tokens'];
const NO_SUMS = SUMS.filter((name) => !SUMS_APART.includes(name)).map((name) => `0 AS ${name}`);

/** Lines of batches and all other requests of an hour apart. */
const HOURS_APART = {
  text: `SELECT h.hour_ms AS at_ms, h.key_id, h.model, 0 AS is_batch,
      ${[...SUMS_APART.map((name) => `h.${name} - COALESCE(b.${name}, 0) AS ${name}`), ...NO_SUMS].join(', ')}
    FROM usage_hours h LEFT JOIN batch_hours b ON b.account_id = h.account_id AND b.hour_ms = h.hour_ms
      AND b.key_id = h.key_id AND b.model = h.model
    WHERE h.account_id = ? AND h.hour_ms >= ? AND h.hour_ms < ? AND h.requests > COALESCE(b.requests, 0)
    UNION ALL
    SELECT hour_ms, key_id, model, 1, ${[...SUMS_APART, ...NO_SUMS].join(', ')} FROM batch_hours
    WHERE account_id = ? AND hour_ms >= ? AND hour_ms < ?`,
  valuesOf: (accountId: string, { fromMs, toMs }: Span) => [accountId, fromMs, toMs, accountId, fromMs, toMs],
};

/** Which pot has paid is not in these rows as a number, and nothing of so short a time needs it. */
const REQUESTS = {
  text: `SELECT ended_at_ms AS at_ms, key_id, model, 1 AS requests, input_tokens, cached_input_tokens, output_tokens,
      reasoning_tokens, cost_nanos, 0 AS plan_tokens, 0 AS package_tokens, 0 AS cache_write_5m_tokens,
      0 AS cache_write_1h_tokens
    FROM requests WHERE account_id = ? AND admitted_at_ms >= ? AND admitted_at_ms < ? AND ended_at_ms >= ?
      AND ended_at_ms < ? AND seq IS NOT NULL`,
  valuesOf: (accountId: string, { fromMs, toMs }: Span) => [accountId, fromMs - ANSWER_MS_MAX, toMs, fromMs, toMs],
};

function filterOf({ models, keyIds, userIds, isBatch }: BucketsQuery): {
  readonly text: string;
  readonly values: SqlValue[];
} {
  const wanted = [
    [COLUMNS.model, models],
    [COLUMNS.key, keyIds],
    [COLUMNS.member, userIds],
    [COLUMNS.batch, isBatch === undefined ? undefined : [isBatch ? 1 : 0]],
  ] as const;
  const given = wanted.flatMap(([column, values]) => (values ? [{ column, values }] : []));
  const conditions = given.map(({ column, values }) => `${column} IN (${values.map(() => '?').join(', ')})`);
  return {
    text: conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '',
    values: given.flatMap(({ values }) => [...values]),
  };
}
