/** The page that operators see first: the figures of a period and of the one before it, and what they have to look at now. */

import { hourStartMs, localDateOf, midnightMs, type TimeSpan } from '../../core/calendar.ts';
import type { Nanos } from '../../core/money.ts';
import type { OutcomeCount } from '../../core/outcome.ts';
import type { DiskSpace } from '../../platform/disk-space.ts';
import type { BelowCost } from '../margins/index.ts';
import type { SetUpStep } from '../service-settings/index.ts';
import type { FailedPayment } from '../shop/index.ts';
import type { ModelState } from '../site/index.ts';
import type { OverviewPeriod } from './contract.ts';

export const HOUR_MS = 3_600_000;
export const DAYS: Readonly<Record<OverviewPeriod, number>> = { today: 1, '7d': 7, '30d': 30 };

/**
 * Days of Prague up to the end of the running hour, and as many days before, up to the same hour: a morning is compared
 * with a morning. Both begin and end with hours, because usage is kept by the hour.
 */
export function overviewSpans(
  period: OverviewPeriod,
  nowMs: number,
): { readonly now: TimeSpan; readonly before: TimeSpan } {
  const { day, ...month } = localDateOf(nowMs);
  const days = DAYS[period];
  const fromMs = midnightMs({ ...month, day: day - days + 1 });
  const toMs = hourStartMs(nowMs) + HOUR_MS;
  const beforeMs = midnightMs({ ...month, day: day - 2 * days + 1 });
  return { now: { fromMs, toMs }, before: { fromMs: beforeMs, toMs: Math.min(beforeMs + toMs - fromMs, fromMs) } };
}

/** The use of one model by one account. */
export type UsageShare = {
  readonly accountId: string;
  readonly model: string;
  readonly requests: number;
  readonly tokens: number;
  /** The part of these that plans and packages have paid. */
  readonly coveredTokens: number;
  /** The amount that the credit has paid. */
  readonly cost: Nanos;
};

type Sales = {
  readonly payments: number;
  readonly paid: Nanos;
  /** The credit that new customers were given to try the service. */
  readonly trial: Nanos;
  readonly newCustomers: number;
};

/** The state of this moment, as the database knows it. */
export type OverviewNow = {
  /** Orders by bank transfer that are still open. */
  readonly openTransfers: { readonly count: number; readonly amount: Nanos };
  readonly disputes: number;
  readonly unmatchedMovements: number;
  /** The ones of the last days, the newest first, a bounded number; without those that were paid meanwhile. */
  readonly failedPayments: readonly (FailedPayment & { readonly atMs: number })[];
  /** The credit of all customers that they have paid in or were given, and have not spent. */
  readonly credit: Nanos;
  /** The part of this that is held for requests that run. */
  readonly held: Nanos;
  readonly audits: Audits;
};

export type Audits = {
  /** When what was new, and when all, was last found right; null where it never was. */
  readonly rightAtMs: number | null;
  readonly allRightAtMs: number | null;
  /** When the nightly audit last found the ledger broken, as far as it is remembered. */
  readonly brokenAtMs: number | null;
  /** Since when there is something to audit. */
  readonly firstSealAtMs: number | null;
};

/** Charged requests of all customers in an hour, and what the credit has paid for them. */
export type HourSum = { readonly hourMs: number; readonly requests: number; readonly cost: Nanos };

export interface OverviewRecords {
  /** Usage by account and model. Ask for a day at a time: all of it is read. */
  usage(span: TimeSpan): Promise<readonly UsageShare[]>;
  /** Sums of hours, in their order; those without usage are left out. Ask for a day at a time. */
  hours(span: TimeSpan): Promise<readonly HourSum[]>;
  sales(span: TimeSpan): Promise<Sales>;
  emails(accountIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  now(nowMs: number): Promise<OverviewNow>;
}

export type OverviewFigures = Sales & {
  readonly requests: number;
  readonly tokens: number;
  readonly coveredTokens: number;
  readonly spent: Nanos;
  readonly activeCustomers: number;
  /** Answers that were given and that failed on our side, by UTC days. */
  readonly answered: number;
  readonly failed: number;
  /** Requests that were refused or have failed, by ascending status. */
  readonly errors: readonly OutcomeCount[];
  /** How soon half, and 95 % of the answers began; null without answers. */
  readonly firstTokenP50Ms: number | null;
  readonly firstTokenP95Ms: number | null;
};

export type TopRow = {
  readonly id: string;
  readonly cost: Nanos;
  readonly requests: number;
  readonly tokens: number;
};

/** The things that an operator has to look at. */
export type Need =
  | { readonly kind: 'engine-down'; readonly engine: string; readonly detail: string }
  | { readonly kind: 'model-failing'; readonly model: string; readonly state: Exclude<ModelState, 'up'> }
  | { readonly kind: 'audit-broken' | 'audit-old'; readonly atMs: number | null }
  | ({ readonly kind: 'below-cost' } & Pick<BelowCost, 'model' | 'engine' | 'tokens'>)
  | { readonly kind: 'disk'; readonly freeBytes: number }
  | { readonly kind: 'disputes' | 'movements'; readonly count: number }
  | { readonly kind: 'transfers'; readonly count: number; readonly amount: Nanos }
  | ({ readonly kind: 'failed-payment' } & OverviewNow['failedPayments'][number])
  /** Steps of the set-up that are not done. */
  | { readonly kind: 'set-up'; readonly steps: readonly SetUpStep[] };

export type Overview = {
  readonly spans: { readonly now: TimeSpan; readonly before: TimeSpan };
  readonly figures: { readonly now: OverviewFigures; readonly before: OverviewFigures };
  readonly customers: readonly (TopRow & { readonly email: string })[];
  readonly models: readonly TopRow[];
  readonly needs: readonly Need[];
  readonly served: readonly { readonly id: string; readonly state: ModelState; readonly isDemonstration: boolean }[];
  readonly credit: Nanos;
  readonly held: Nanos;
  readonly disk: DiskSpace;
  readonly lastAuditAtMs: number | null;
};

/** A full disk refuses every request. */
export const DISK_FREE_WANTED_BYTES = 1024 ** 3;
/** The server audits itself every night; one night may fail. */
export const AUDIT_OLD_MS = 2 * 24 * HOUR_MS;
