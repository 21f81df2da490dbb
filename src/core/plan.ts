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
import { localDateOf, midnightMs, sameDayNextMonth } from './calendar.ts';

export const PLANS = ['pro', 'ultra'] as const;
export type PlanId = (typeof PLANS)[number];

/** The tokens that a plan grants each period. Where the configuration declares them, versions in the database do not count. */
export type PlanOffers = Readonly<Record<PlanId, { readonly tokens: bigint; readonly isDeclared?: boolean }>>;

/** The published amount for Ultra; Pro's is ours to choose. */
export const DEFAULT_PLANS: PlanOffers = { pro: { tokens: 500_000n }, ultra: { tokens: 2_000_000n } };

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
  return offers[wanted].tokens > offers[current].tokens ? 'upgrade' : 'downgrade';
}

export const anchorDayOf = (atMs: number): number => localDateOf(atMs).day;

/** The period that begins at `startsAtMs`: it ends on the anchor's day of the month after. */
export function periodFrom(startsAtMs: number, plan: PlanId, anchorDay: number): Period {
  return { plan, startsAtMs, endsAtMs: midnightMs(sameDayNextMonth(localDateOf(startsAtMs), anchorDay)) };
}

/** Every period that has begun since `endedAtMs` and is due by now, oldest first. Several, if it was not looked at for long. */
export function periodsDue(subscription: Subscription, endedAtMs: number, nowMs: number): readonly Period[] {
  const due: Period[] = [];
  let startsAtMs = endedAtMs;
  while (subscription.nextPlan !== null && startsAtMs <= nowMs) {
    const period = periodFrom(startsAtMs, subscription.nextPlan, subscription.anchorDay);
    due.push(period);
    startsAtMs = period.endsAtMs;
  }
  return due;
}
