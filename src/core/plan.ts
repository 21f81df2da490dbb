/**
 * Plans and their periods. A period is a stored row [start, end) with exactly one grant of tokens; periods follow each
 * other without gap or overlap. The first begins at the moment of subscription, every other at local midnight on the
 * day of the month on which the account subscribed (the anchor), or on the month's last day where that day is missing.
 *
 *   upgrade    at once: the running period ends now and a new one begins now, with the new plan's whole grant and today
 *              as its anchor. Tokens left in the old period stay usable until it would have ended.
 *   downgrade  with the next period.
 *   cancel     with the end of the running period: no further one begins.
 */
import { hourStartMs, localDateOf, midnightMs, sameDayNextMonth, type TimeSpan } from './calendar.ts';
import { windowsOf } from './limit.ts';
import type { Nanos, PerType } from './money.ts';

/** The operator's name of a plan. */
export type PlanId = string;

export const PLAN_ID = /^[a-z0-9-]{1,40}$/;
export const PLAN_ID_FORM = 'must be 1 to 40 lower-case letters, digits or hyphens';

export type InBoth = { readonly en: string; readonly cs: string };

/** How often a plan is paid. Its periods are months in any case: a year is twelve of them, each with its own allowance. */
export const PLAN_PAYMENTS = ['month', 'year'] as const;
export type PlanPayment = (typeof PLAN_PAYMENTS)[number];

export const monthsIn = (every: PlanPayment | undefined): number => (every === 'year' ? 12 : 1);

/** Each thousandth of a token that the plan gives for one processed token of a type. */
export type Weights = PerType<number>;

/** Windows within a period: five hours are counted from the hour in which the period began; days and weeks are Prague's. */
export const PLAN_WINDOWS = ['5h', 'day', 'week'] as const;
export type PlanWindow = (typeof PLAN_WINDOWS)[number];

/** A plan of a moment. What it leaves out is as by default: any model, each token counts once, a month. */
export type PlanTerms = {
  readonly name?: InBoth | undefined;
  readonly text?: InBoth | undefined;
  /** The place among plans: a plan with a higher one is an upgrade. */
  readonly order?: number | undefined;
  readonly every?: PlanPayment | undefined;
  /** The allowance of a period: tokens, or crowns that pay at the price of a request. */
  readonly tokens?: bigint | undefined;
  readonly credit?: Nanos | undefined;
  /** The models that it pays for; null: all. */
  readonly models?: readonly string[] | null | undefined;
  /** By model; a model without any has 1 for each type. */
  readonly weights?: Readonly<Record<string, Weights>> | undefined;
  /** How much of the allowance may be used within a window: tokens, or whole crowns. */
  readonly windows?: Readonly<Partial<Record<PlanWindow, number | undefined>>> | undefined;
};

/** Plans by their ids. Where the configuration declares one, versions in the database do not count. */
export type PlanOffers = Readonly<Record<PlanId, PlanTerms & { readonly isDeclared?: boolean }>>;

const named = (name: string): InBoth => ({ en: name, cs: name });

/** The presets. The amount of Ultra is published; that of Pro is ours to choose. */
export const DEFAULT_PLANS = {
  pro: { name: named('Pro'), order: 1, tokens: 500_000n },
  ultra: { name: named('Ultra'), order: 2, tokens: 2_000_000n },
} as const satisfies PlanOffers;

/** The presets by any id. */
const PRESETS: PlanOffers = DEFAULT_PLANS;

/** The name that people read; the id where the plan has none. */
export const planName = (id: PlanId, language: 'en' | 'cs', terms: PlanTerms | undefined = PRESETS[id]): string =>
  (terms?.name ?? PRESETS[id]?.name)?.[language] ?? id;

export const planNames = (id: PlanId, terms?: PlanTerms): InBoth => ({
  en: planName(id, 'en', terms),
  cs: planName(id, 'cs', terms),
});

export const orderOf = (id: PlanId, terms: PlanTerms | undefined): number => terms?.order ?? PRESETS[id]?.order ?? 0;

/** Ids in the order of the plans. */
export const plansInOrder = (offers: PlanOffers): readonly PlanId[] =>
  Object.keys(offers).toSorted((a, b) => orderOf(a, offers[a]) - orderOf(b, offers[b]) || (a < b ? -1 : 1));

type Subscription = {
  readonly accountId: string;
  readonly plan: PlanId;
  /** The plan after the running period: the same plan, another one, or nothing. */
  readonly nextPlan: PlanId | null;
  readonly anchorDay: number;
};

export type Period = { readonly plan: PlanId; readonly startsAtMs: number; readonly endsAtMs: number };

export type PlanChange = 'subscribe' | 'upgrade' | 'downgrade' | 'keep';

/** The change that asking for `wanted` means for an account that has `current`. */
export function changeTo(wanted: PlanId, current: PlanId | undefined, offers: PlanOffers): PlanChange {
  if (current === undefined) return 'subscribe';
  if (current === wanted) return 'keep';
  return orderOf(wanted, offers[wanted]) > orderOf(current, offers[current]) ? 'upgrade' : 'downgrade';
}

export const anchorDayOf = (atMs: number): number => localDateOf(atMs).day;

type Beginning = { readonly startsAtMs: number; readonly plan: PlanId; readonly anchorDay: number };

/** The period that begins at `startsAtMs`: it ends on the anchor's day of the month after. */
export const periodFrom = ({ startsAtMs, plan, anchorDay }: Beginning): Period => ({
  plan,
  startsAtMs,
  endsAtMs: midnightMs(sameDayNextMonth(localDateOf(startsAtMs), anchorDay)),
});

/** The end of so many periods, of which the first begins at `startsAtMs`. */
export function periodsEndMs(beginning: Beginning, periods: number): number {
  let endsAtMs = beginning.startsAtMs;
  for (let i = 0; i < periods; i++) endsAtMs = periodFrom({ ...beginning, startsAtMs: endsAtMs }).endsAtMs;
  return endsAtMs;
}

type Due = { readonly endedAtMs: number; readonly nowMs: number };

const FIVE_HOURS_MS = 5 * 3_600_000;

type InPeriod = { readonly startsAtMs: number; readonly atMs: number };

/** The window of a moment in a period. Each begins with an hour. */
export function planWindowAt(window: PlanWindow, { startsAtMs, atMs }: InPeriod): TimeSpan {
  const { dayMs, weekMs, ends } = windowsOf(atMs);
  if (window === 'day') return { fromMs: dayMs, toMs: ends.day };
  if (window === 'week') return { fromMs: weekMs, toMs: ends.week };
  const firstMs = hourStartMs(startsAtMs);
  const fromMs = firstMs + Math.floor((atMs - firstMs) / FIVE_HOURS_MS) * FIVE_HOURS_MS;
  return { fromMs, toMs: fromMs + FIVE_HOURS_MS };
}

/** Every period that has begun since `endedAtMs` and is due by now, oldest first. Several, if it was not looked at for long. */
export function periodsDue({ nextPlan: plan, anchorDay }: Subscription, { endedAtMs, nowMs }: Due): readonly Period[] {
  const due: Period[] = [];
  let startsAtMs = endedAtMs;
  while (plan !== null && startsAtMs <= nowMs) {
    const period = periodFrom({ startsAtMs, plan, anchorDay });
    due.push(period);
    startsAtMs = period.endsAtMs;
  }
  return due;
}
