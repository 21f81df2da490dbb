/** Puts the operator's overview together: sums of the database, and what this server sees of its engines and its disk. */

import type { AuditResult } from '../../core/audit-result.ts';
import type { TimeSpan } from '../../core/calendar.ts';
import type { EngineHealth } from '../../core/engine.ts';
import { type Catalogue, sharesOf } from '../../core/model.ts';
import { nanos } from '../../core/money.ts';
import { type OutcomeRecords, percentileMs } from '../../core/outcome.ts';
import type { AuditService } from '../../ledger/audit-service.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DiskSpace } from '../../platform/disk-space.ts';
import type { BelowCost } from '../margins/index.ts';
import type { SetUpStep } from '../service-settings/index.ts';
import { dayOfMinute, type ModelState, minuteOf, SERVICE, type StatusRecords } from '../site/index.ts';
import type { OverviewPeriod } from './contract.ts';
import {
  AUDIT_OLD_MS,
  DISK_FREE_WANTED_BYTES,
  type Need,
  type Overview,
  type OverviewFigures,
  type OverviewNow,
  type OverviewRecords,
  overviewSpans,
  type TopRow,
  type UsageShare,
} from './overview.ts';

export type OverviewSources = {
  readonly stores: {
    readonly overview: OverviewRecords;
    readonly status: Pick<StatusRecords, 'read'>;
    readonly outcomes: Pick<OutcomeRecords, 'within' | 'firstTokens'>;
  };
  readonly auditService: Pick<AuditService, 'last'>;
  readonly engineControls: {
    health(): Promise<readonly (EngineHealth & { readonly name: string })[]>;
    states(): readonly { readonly name: string; readonly isDraining: boolean }[];
  };
  readonly catalogue: Pick<Catalogue, 'models'>;
  /** The state of each model, by what this server has seen of it. */
  readonly modelStates: () => ReadonlyMap<string, ModelState>;
  /** The models that are sold below cost. */
  readonly belowCost: () => readonly Pick<BelowCost, 'model' | 'engine' | 'tokens'>[];
  /** Steps of the set-up that are not done. */
  readonly openSteps: () => Promise<readonly SetUpStep[]>;
  /** The disk of the data folder. */
  readonly diskSpace: () => Promise<DiskSpace>;
};

const DAY_MS = 86_400_000;
const TOP = 5;

export async function readOverview(clock: Clock, sources: OverviewSources, period: OverviewPeriod): Promise<Overview> {
  const { stores, engineControls, auditService, modelStates, diskSpace } = sources;
  const nowMs = clock.nowMs();
  const spans = overviewSpans(period, nowMs);
  const usage = {
    now: await usageWithin(stores.overview, spans.now),
    before: await usageWithin(stores.overview, spans.before),
  };
  const [figuresNow, figuresBefore, now, health, last, disk] = await Promise.all([
    figuresOf(sources, spans.now, usage.now),
    figuresOf(sources, spans.before, usage.before),
    stores.overview.now(nowMs),
    engineControls.health(),
    auditService.last(),
    diskSpace(),
  ]);
  const draining = engineControls.states().filter(({ isDraining }) => isDraining);
  const down = health.filter(({ ok, name }) => !ok && !draining.some((one) => one.name === name));
  const audit = auditStateOf(now, last && { atMs: last.atMs, ok: (last.after.result as AuditResult).ok }, nowMs);
  const states = modelStates();
  const openSteps = await sources.openSteps();
  const customers = topOf(usage.now, ({ accountId }) => accountId);
  const emails = await stores.overview.emails(customers.map(({ id }) => id));
  return {
    spans,
    figures: { now: figuresNow, before: figuresBefore },
    customers: customers.map((row) => ({ ...row, email: emails.get(row.id) ?? row.id })),
    models: topOf(usage.now, ({ model }) => model),
    needs: [
      ...down.map(({ name, detail }): Need => ({ kind: 'engine-down', engine: name, detail })),
      ...failingModels(sources.catalogue, states, new Set(down.map(({ name }) => name))),
      ...audit.needs,
      ...sources.belowCost().map(({ model, engine, tokens }): Need => ({ kind: 'below-cost', model, engine, tokens })),
      ...needsOf(now, disk),
      ...(openSteps.length > 0 ? [{ kind: 'set-up', steps: openSteps } as const] : []),
    ],
    served: [...states].map(([id, state]) => {
      return { id, state, isDemonstration: sources.catalogue.models.get(id)?.isDemonstration ?? false };
    }),
    credit: now.credit,
    held: now.held,
    disk,
    lastAuditAtMs: audit.atMs,
  };
}

/** A day at a time, so that no read of a long period holds up the charges of requests. */
async function usageWithin(records: OverviewRecords, { fromMs, toMs }: TimeSpan): Promise<readonly UsageShare[]> {
  const sums = new Map<string, UsageShare>();
  for (let atMs = fromMs; atMs < toMs; atMs += DAY_MS) {
    for (const share of await records.usage({ fromMs: atMs, toMs: Math.min(atMs + DAY_MS, toMs) })) {
      const name = `${share.accountId} ${share.model}`;
      const known = sums.get(name);
      sums.set(
        name,
        known ? { ...share, ...added(known, share), coveredTokens: known.coveredTokens + share.coveredTokens } : share,
      );
    }
  }
  return [...sums.values()];
}

type Summed = Pick<UsageShare, 'requests' | 'tokens' | 'cost'>;

const added = (a: Summed, b: Summed): Summed => ({
  requests: a.requests + b.requests,
  tokens: a.tokens + b.tokens,
  cost: nanos(a.cost + b.cost),
});
const NOTHING: Summed = { requests: 0, tokens: 0, cost: nanos(0n) };

async function figuresOf(
  { stores }: OverviewSources,
  span: TimeSpan,
  usage: readonly UsageShare[],
): Promise<OverviewFigures> {
  const { requests, tokens, cost } = usage.reduce(added, NOTHING);
  return {
    ...(await stores.overview.sales(span)),
    requests,
    tokens,
    coveredTokens: usage.reduce((sum, { coveredTokens }) => sum + coveredTokens, 0),
    spent: cost,
    activeCustomers: new Set(usage.map(({ accountId }) => accountId)).size,
    ...(await answersWithin(stores.status, span)),
    ...(await outcomesWithin(stores.outcomes, span)),
  };
}

async function outcomesWithin(outcomes: OverviewSources['stores']['outcomes'], span: TimeSpan) {
  const firstTokens = await outcomes.firstTokens(span);
  return {
    errors: (await outcomes.within(span)).filter(({ status }) => status >= 400),
    firstTokenP50Ms: percentileMs(firstTokens, 0.5),
    firstTokenP95Ms: percentileMs(firstTokens, 0.95),
  };
}

/** Kept by UTC days: those in which the span ends, so that two spans beside each other share none. */
async function answersWithin(status: Pick<StatusRecords, 'read'>, { fromMs, toMs }: TimeSpan) {
  const dayOf = (atMs: number) => dayOfMinute(minuteOf(atMs));
  const first = dayOf(fromMs + DAY_MS / 2);
  const last = dayOf(toMs - 1);
  const { days } = await status.read(first);
  const counted = days.filter(({ model, day }) => model !== SERVICE && day <= last);
  return {
    answered: counted.reduce((sum, { answered }) => sum + answered, 0),
    failed: counted.reduce((sum, { failed }) => sum + failed, 0),
  };
}

/** Those that cost most; of those that plans have paid, those that were used most. */
function topOf(usage: readonly UsageShare[], idOf: (share: UsageShare) => string): readonly TopRow[] {
  const sums = [...Map.groupBy(usage, idOf)].map(([id, shares]) => ({ id, ...shares.reduce(added, NOTHING) }));
  return sums.sort((a, b) => Number(b.cost - a.cost) || b.tokens - a.tokens || (a.id < b.id ? -1 : 1)).slice(0, TOP);
}

/** Where an engine is down, that is what has to be seen to. */
function failingModels(
  { models }: Pick<Catalogue, 'models'>,
  states: ReadonlyMap<string, ModelState>,
  down: ReadonlySet<string>,
): readonly Need[] {
  return [...states].flatMap(([model, state]): readonly Need[] => {
    const known = models.get(model);
    if (state === 'up' || !known || sharesOf(known).some(({ engine }) => down.has(engine))) return [];
    return [{ kind: 'model-failing', model, state }];
  });
}

type LastRun = { readonly atMs: number; readonly ok: boolean | null } | undefined;

/** An error stays until everything was found right after it: what is new can be right beside it. */
function auditStateOf({ audits }: OverviewNow, last: LastRun, nowMs: number) {
  const latest = (...times: readonly (number | null | undefined)[]) =>
    times.reduce<number | null>((max, atMs) => (atMs != null && (max === null || atMs > max) ? atMs : max), null);
  const right = last?.ok ? last.atMs : null;
  const brokenAtMs = latest(audits.brokenAtMs, last?.ok === false ? last.atMs : null);
  const rightAtMs = latest(audits.rightAtMs, right);
  const isBroken = brokenAtMs !== null && brokenAtMs > (latest(audits.allRightAtMs, right) ?? 0);
  const sinceMs = rightAtMs ?? audits.firstSealAtMs;
  const isOld = sinceMs !== null && nowMs - sinceMs > AUDIT_OLD_MS;
  const needs: readonly Need[] = isBroken
    ? [{ kind: 'audit-broken', atMs: brokenAtMs }]
    : isOld
      ? [{ kind: 'audit-old', atMs: rightAtMs }]
      : [];
  return { needs, atMs: latest(rightAtMs, brokenAtMs) };
}

function needsOf(now: OverviewNow, { freeBytes }: DiskSpace): readonly Need[] {
  const { openTransfers, disputes, unmatchedMovements, failedPayments } = now;
  return [
    ...(freeBytes < DISK_FREE_WANTED_BYTES ? [{ kind: 'disk', freeBytes } as const] : []),
    ...(disputes > 0 ? [{ kind: 'disputes', count: disputes } as const] : []),
    ...failedPayments.map((payment) => ({ kind: 'failed-payment', ...payment }) as const),
    ...(openTransfers.count > 0 ? [{ kind: 'transfers', ...openTransfers } as const] : []),
    ...(unmatchedMovements > 0 ? [{ kind: 'movements', count: unmatchedMovements } as const] : []),
  ];
}
