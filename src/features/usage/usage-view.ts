/** Usage as the pages show it: charts, rows of a table, receipts. */
import type { PaidPart } from '../../core/ledger.ts';
import { formatCzk, nanos } from '../../core/money.ts';
import type { OutcomeCount } from '../../core/outcome.ts';
import { completionIdOf } from '../../core/request-id.ts';
import {
  NO_USAGE,
  plus,
  type RequestReceipt,
  type RequestRecord,
  type UsageBy,
  type UsageStep,
  type UsageSum,
} from '../../core/usage.ts';
import { priceToView } from '../catalogue/index.ts';
import type { ReceiptView, RequestRow, UsagePoint, UsageView } from './contract.ts';

/** More lines than this look alike: the rest is one line. */
const SERIES_MAX = 50;
const OTHER = 'other';

type Chart = {
  readonly step: 'hour' | 'day';
  readonly by: UsageBy;
  readonly startsMs: readonly number[];
  readonly steps: readonly UsageStep[];
  /** The name by which people know a model or a key. */
  readonly labelOf: (id: string) => string;
  readonly outcomes: readonly OutcomeCount[];
  /** How long the first event of each answer that was looked at took, in any order. */
  readonly firstEventsMs: readonly number[];
};

export function chartToView({ step, by, startsMs, steps, labelOf, outcomes, firstEventsMs }: Chart): UsageView {
  const total = sumToView(steps.reduce(plus, NO_USAGE));
  const series = by === 'pot' ? potSeries(steps) : mainSeries(steps, labelOf);
  const errors = outcomes.filter(({ status }) => status >= 400);
  return { step, startsMs, series, total, errors, firstToken: firstTokenOf(firstEventsMs) };
}

function firstTokenOf(firstEventsMs: readonly number[]): UsageView['firstToken'] {
  if (firstEventsMs.length === 0) return null;
  const sorted = firstEventsMs.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.ceil(part * sorted.length) - 1]!;
  return { p50Ms: at(0.5), p95Ms: at(0.95), answers: sorted.length };
}

type Series = UsageView['series'][number];

/** The largest first. */
function mainSeries(steps: readonly UsageStep[], labelOf: Chart['labelOf']): readonly Series[] {
  const byId = Map.groupBy(steps, ({ id }) => id);
  const sizeOf = (id: string): bigint => (byId.get(id) ?? []).reduce((sum, one) => sum + tokensOf(one), 0n);
  const sizes = new Map([...byId.keys()].map((id) => [id, sizeOf(id)]));
  const ids = [...sizes.keys()].sort((a, b) => Number(sizes.get(b)! - sizes.get(a)!));
  const shown = ids.length > SERIES_MAX ? ids.slice(0, SERIES_MAX - 1) : ids;
  const rest = ids.slice(shown.length).flatMap((id) => byId.get(id) ?? []);
  const named = shown.map((id) => ({ id, label: labelOf(id), points: (byId.get(id) ?? []).map(pointOf) }));
  if (rest.length === 0) return named;
  const byTime = [...Map.groupBy(rest, ({ atMs }) => atMs)].sort(([a], [b]) => a - b);
  const points = byTime.map(([atMs, some]) => ({ atMs, ...sumToView(some.reduce(plus, NO_USAGE)) }));
  return [...named, { id: OTHER, label: OTHER, points }];
}

/** Which pot paid is known of tokens in all, so types of tokens and numbers of requests stay out of these. */
function potSeries(steps: readonly UsageStep[]): readonly Series[] {
  const parts: readonly (readonly [id: string, partOf: (sum: UsageSum) => Partial<UsagePoint>])[] = [
    ['plan', ({ planTokens }) => ({ planTokens: Number(planTokens) })],
    ['package', ({ packageTokens }) => ({ packageTokens: Number(packageTokens) })],
    ['credit', (sum) => ({ creditTokens: sumToView(sum).creditTokens, czk: formatCzk(sum.cost) })],
  ];
  const nothing = sumToView(NO_USAGE);
  const isEmpty = ({ planTokens, packageTokens, creditTokens, czk }: UsagePoint) =>
    planTokens + packageTokens + creditTokens === 0 && czk === nothing.czk;
  return parts
    .map(([id, partOf]) => {
      const points = steps.map((one) => ({ ...nothing, atMs: one.atMs, ...partOf(one) }));
      return { id, label: id, points: points.filter((point) => !isEmpty(point)) };
    })
    .filter(({ points }) => points.length > 0);
}

const pointOf = (step: UsageStep): UsagePoint => ({ atMs: step.atMs, ...sumToView(step) });

function sumToView(sum: UsageSum): Omit<UsagePoint, 'atMs'> {
  return {
    requests: sum.requests,
    ...sum.usage,
    czk: formatCzk(sum.cost),
    planTokens: Number(sum.planTokens),
    packageTokens: Number(sum.packageTokens),
    creditTokens: Number(tokensOf(sum) - sum.planTokens - sum.packageTokens),
  };
}

const tokensOf = ({ usage }: UsageSum): bigint => BigInt(usage.inputTokens) + BigInt(usage.outputTokens);

export const requestToView = (request: RequestRecord): RequestRow => ({
  id: request.id,
  atMs: request.atMs,
  model: request.model,
  keyId: request.keyId,
  keyName: request.keyName,
  outcome: request.outcome,
  ...request.usage,
  czk: formatCzk(request.cost),
  planTokens: Number(request.planTokens),
  packageTokens: Number(request.packageTokens),
  durationMs: request.endedAtMs === undefined ? null : request.endedAtMs - request.atMs,
  firstEventMs: request.firstEventAtMs === undefined ? null : request.firstEventAtMs - request.atMs,
  freeReason: request.freeReason ?? null,
  priceGroup: request.groupName ?? null,
  tier: request.served?.tier ?? 'default',
  endUser: request.note?.user ?? null,
  metadata: request.note?.metadata ?? {},
  structured: request.structured ?? null,
  background: request.note?.responseId ?? null,
});

export const receiptToView = (receipt: RequestReceipt): ReceiptView => ({
  ...requestToView(receipt),
  completionId: completionIdOf(receipt.id),
  priceVersion: receipt.priceVersion,
  price: priceToView(receipt.price),
  tierPercent: receipt.served?.percent ?? null,
  listPrice: receipt.priceGroup ? priceToView(receipt.priceGroup.list) : null,
  paidBy: receipt.paidBy.map(partToView),
});

function partToView({ kind, unit, label, amount, tokens }: PaidPart): ReceiptView['paidBy'][number] {
  if (kind === 'credit') return { pot: kind, czk: formatCzk(nanos(amount)) };
  const processed = tokens !== undefined && { processedTokens: Number(tokens) };
  if (unit === 'CZK') return { pot: 'plan', label, czk: formatCzk(nanos(amount)), ...processed };
  return { pot: kind, label, tokens: Number(amount), ...processed };
}
