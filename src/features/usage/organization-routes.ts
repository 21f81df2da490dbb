/** Usage and costs as OpenAI's administration API has them: buckets of UTC, in pages. The project is the account. */
import { invalidField } from '../../core/errors.ts';
import { formatCzk, type Nanos } from '../../core/money.ts';
import type { Person } from '../../core/person.ts';
import type { BucketGroup, BucketPart, BucketsQuery } from '../../ledger/usage-buckets.ts';
import type { Usages } from '../../ledger/usage-hours.ts';
import { implement } from '../../platform/api/implement.ts';
import { ownOnly } from '../../platform/api/own-only.ts';
import type { Route } from '../../platform/http/call.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  type OrganizationCostsPage,
  type OrganizationCostsQuery,
  type OrganizationUsagePage,
  type OrganizationUsageQuery,
  organization,
} from './organization-contract.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How wide a bucket is, how many a page has, and how much of it is added up by one call. */
const WIDTHS = {
  '1m': { widthMs: MINUTE_MS, usual: 60, most: 1440, callMs: HOUR_MS },
  '1h': { widthMs: HOUR_MS, usual: 24, most: 168, callMs: 7 * DAY_MS },
  '1d': { widthMs: DAY_MS, usual: 7, most: 31, callMs: 31 * DAY_MS },
};
const COSTS_MOST = 180;

type UsageResult = OrganizationUsagePage['data'][number]['results'][number];
type CostsResult = OrganizationCostsPage['data'][number]['results'][number];

export function organizationRoutes(
  { clock }: Platform,
  { usages }: { readonly usages: Pick<Usages, 'buckets'> },
): readonly Route[] {
  /** One page, with each bucket of it: those without usage have no results. */
  async function readPage<Result>(asked: AskedPage, toResult: (part: BucketPart) => Result) {
    const { widthMs, fromMs, toMs, endMs, callMs } = spanOf(asked, clock.nowMs());
    const parts: BucketPart[] = [];
    for (let atMs = fromMs; atMs < toMs && asked.hasProject; atMs += callMs) {
      const span = { fromMs: atMs, toMs: Math.min(toMs, atMs + callMs), widthMs };
      parts.push(...(await usages.buckets({ ...asked.query, ...span })));
    }
    const byStart = Map.groupBy(parts, ({ atMs }) => atMs);
    const data = [];
    for (let atMs = fromMs; atMs < toMs; atMs += widthMs) {
      data.push({
        object: 'bucket' as const,
        start_time: atMs / 1000,
        end_time: (atMs + widthMs) / 1000,
        results: (byStart.get(atMs) ?? []).map(toResult),
      });
    }
    const hasMore = toMs < endMs;
    return {
      object: 'page' as const,
      data,
      has_more: hasMore,
      next_page: hasMore ? `${PAGE}${toMs / 1000}` : null,
    };
  }

  return implement(organization, {
    usage: ({ person, query }) => {
      const by = query.group_by ?? [];
      return readPage(askedOf(person, query, WIDTHS[query.bucket_width]), (part) => usageToWire(part, by, person));
    },
    costs: ({ person, query }) => {
      const by = query.group_by ?? [];
      const width = { ...WIDTHS[query.bucket_width], most: COSTS_MOST };
      return readPage(askedOf(person, query, width), (part) => costsToWire(part, by, person));
    },
  });
}

type Width = (typeof WIDTHS)['1d'];
type Query = OrganizationUsageQuery | OrganizationCostsQuery;

type AskedPage = {
  readonly query: Omit<BucketsQuery, 'fromMs' | 'toMs' | 'widthMs'>;
  /** False where other projects alone are meant. */
  readonly hasProject: boolean;
  readonly width: Width;
  readonly start: number;
  readonly end: number | undefined;
  readonly limit: number;
};

const GROUPS: Readonly<Record<string, BucketGroup>> = {
  model: 'model',
  line_item: 'model',
  api_key_id: 'key',
  user_id: 'member',
  batch: 'batch',
};

function askedOf(person: Person, query: Query, width: Width): AskedPage {
  const { accountId } = person;
  const { ofUserId } = ownOnly(person);
  const limit = query.limit ?? width.usual;
  if (limit > width.most) throw invalidField('limit', `must be at most ${width.most} with this bucket_width`);
  const userIds = 'user_ids' in query ? query.user_ids : undefined;
  const isBatch = 'batch' in query ? query.batch === 'true' : undefined;
  const by = (query.group_by ?? []).flatMap((name) => GROUPS[name] ?? []);
  if (width.widthMs < HOUR_MS && (by.includes('batch') || isBatch !== undefined)) {
    throw invalidField('bucket_width', 'must be 1h or 1d where batches are told apart');
  }
  return {
    query: {
      accountId,
      by,
      models: 'models' in query ? query.models : undefined,
      keyIds: query.api_key_ids,
      userIds: ofUserId === undefined ? userIds : [ofUserId],
      isBatch,
    },
    hasProject: query.project_ids === undefined || query.project_ids.includes(accountId),
    width,
    start: query.page === undefined ? query.start_time : startFrom(query.page),
    end: query.end_time,
    limit,
  };
}

const PAGE = 'page_';

function startFrom(page: string): number {
  const start = page.startsWith(PAGE) ? Number(page.slice(PAGE.length)) : Number.NaN;
  if (Number.isSafeInteger(start) && start >= 0) return start;
  throw invalidField('page', 'must be the next_page of an earlier page');
}

/** Buckets are whole: the first begins before what was asked for, and the last ends after it. */
function spanOf({ width, start, end, limit }: AskedPage, nowMs: number) {
  const { widthMs, callMs } = width;
  const fromMs = Math.floor((start * 1000) / widthMs) * widthMs;
  const endMs = Math.ceil((end === undefined ? nowMs : end * 1000) / widthMs) * widthMs;
  if (endMs <= fromMs) throw invalidField('start_time', 'must be before end_time, or before now without one');
  return { widthMs, callMs, fromMs, endMs, toMs: Math.min(endMs, fromMs + limit * widthMs) };
}

const usageToWire = (
  part: BucketPart,
  by: readonly string[],
  { accountId }: Pick<Person, 'accountId'>,
): UsageResult => ({
  object: 'organization.usage.completions.result',
  input_tokens: part.usage.inputTokens,
  input_cached_tokens: part.usage.cachedInputTokens,
  output_tokens: part.usage.outputTokens,
  input_audio_tokens: 0,
  output_audio_tokens: 0,
  num_model_requests: part.requests,
  project_id: by.includes('project_id') ? accountId : null,
  user_id: part.userId,
  api_key_id: part.keyId,
  model: part.model,
  batch: part.isBatch,
});

const costsToWire = (
  part: BucketPart,
  by: readonly string[],
  { accountId }: Pick<Person, 'accountId'>,
): CostsResult => ({
  object: 'organization.costs.result',
  amount: amountOf(part.cost),
  line_item: part.model,
  project_id: by.includes('project_id') ? accountId : null,
  api_key_id: part.keyId,
});

function amountOf(cost: Nanos): CostsResult['amount'] {
  const exact = formatCzk(cost);
  return { value: Number(exact), currency: 'czk', exact };
}
