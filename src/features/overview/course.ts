/** How the figures of a period went, step by step, beside those of the period before it; and at which hours the service is asked. */
import { localDateOf, midnightMs, type TimeSpan, weekHourOf } from '../../core/calendar.ts';
import { formatCzk, type Nanos, nanos } from '../../core/money.ts';
import { percentileMs } from '../../core/outcome.ts';
import type { Clock } from '../../platform/clock.ts';
import { type MarginRecords, marginOf } from '../margins/index.ts';
import type { CourseStep, CourseView, OverviewPeriod } from './contract.ts';
import { DAYS, HOUR_MS, type HourSum, overviewSpans } from './overview.ts';
import type { OverviewSources } from './service.ts';

export type CourseSources = {
  readonly stores: Pick<OverviewSources['stores'], 'overview' | 'outcomes'> & {
    readonly margins: Pick<MarginRecords, 'within'>;
  };
};

export async function readCourse(clock: Clock, { stores }: CourseSources, period: OverviewPeriod): Promise<CourseView> {
  const spans = overviewSpans(period, clock.nowMs());
  const step = period === 'today' ? 'hour' : 'day';
  const ofNow = stepsOf(spans.now, DAYS[period]);
  const ofBefore = stepsOf(spans.before, DAYS[period]);
  const hours = await hoursWithin(stores, ofNow);
  return {
    step,
    now: await filled(stores, ofNow, hours),
    before: await filled(stores, ofBefore, await hoursWithin(stores, ofBefore)),
    byHour: byHourOf(hours),
  };
}

/** The hours of one day, or the days of several. A day of Prague may have 23 or 25 hours. */
function stepsOf({ fromMs, toMs }: TimeSpan, days: number): readonly TimeSpan[] {
  const { day, ...month } = localDateOf(fromMs);
  const startOf = (at: number) => (days === 1 ? fromMs + at * HOUR_MS : midnightMs({ ...month, day: day + at }));
  const count = days === 1 ? Math.ceil((toMs - fromMs) / HOUR_MS) : days;
  return Array.from({ length: count }, (_, at) => ({ fromMs: startOf(at), toMs: Math.min(startOf(at + 1), toMs) }));
}

type Stores = CourseSources['stores'];

/** A step at a time, so that no read of a long period holds up the charges of requests. */
async function hoursWithin({ overview }: Stores, steps: readonly TimeSpan[]): Promise<readonly HourSum[]> {
  const found: HourSum[] = [];
  for (const step of steps) found.push(...(await overview.hours(step)));
  return found;
}

async function filled(stores: Stores, steps: readonly TimeSpan[], hours: readonly HourSum[]): Promise<CourseStep[]> {
  const filledSteps: CourseStep[] = [];
  for (const step of steps) {
    const within = hours.filter(({ hourMs }) => hourMs >= step.fromMs && hourMs < step.toMs);
    const { paid } = await stores.overview.sales(step);
    const errors = (await stores.outcomes.within(step)).filter(({ status }) => status >= 400);
    filledSteps.push({
      fromMs: step.fromMs,
      paidCzk: formatCzk(paid),
      spentCzk: formatCzk(nanos(within.reduce((sum, { cost }) => sum + cost, 0n))),
      marginCzk: await marginWithin(stores, step),
      requests: within.reduce((sum, { requests }) => sum + requests, 0),
      errors: errors.reduce((sum, { responses }) => sum + responses, 0),
      firstTokenP50Ms: percentileMs(await stores.outcomes.firstTokens(step), 0.5),
    });
  }
  return filledSteps;
}

async function marginWithin({ margins }: Stores, step: TimeSpan): Promise<string | null> {
  const shares = await margins.within(step);
  if (shares.length === 0) return null;
  return formatCzk(shares.reduce<Nanos>((sum, share) => nanos(sum + marginOf(share)), nanos(0n)));
}

const WEEKDAYS = 7;
const HOURS_A_DAY = 24;

function byHourOf(hours: readonly HourSum[]): number[][] {
  const requests = Array.from({ length: WEEKDAYS }, () => Array.from({ length: HOURS_A_DAY }, () => 0));
  for (const { hourMs, requests: more } of hours) {
    const { weekday, hour } = weekHourOf(hourMs);
    requests[weekday]![hour]! += more;
  }
  return requests;
}
