/** A chart of usage: sums for each step of a span, by model, key or pot. */

import { dayStartsMs } from '../../core/calendar.ts';
import { invalidField } from '../../core/errors.ts';
import { SETTINGS_LIMITS } from '../../core/limits.ts';
import type { UsageBy, UsageStep } from '../../core/usage.ts';
import type { Usages } from '../../ledger/usage-hours.ts';

type ChartSpan = {
  readonly fromMs: number;
  readonly toMs: number;
  readonly step: 'hour' | 'day';
  readonly by: UsageBy;
  /** Where a day begins for the viewer. */
  readonly zone: string;
  readonly ofUserId?: string | undefined;
};

type UsageChart = {
  /** When each step begins. */
  readonly startsMs: readonly number[];
  /** Only steps with usage. */
  readonly steps: readonly UsageStep[];
};

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** As much as one call may add up, so that a long chart of a busy account keeps no other call waiting. */
const CALL_MS_MAX = 31 * DAY_MS;

export async function chartOf(usages: Usages, accountId: string, span: ChartSpan): Promise<UsageChart> {
  refuseTooLong(span);
  const boundsMs = span.step === 'day' ? dayStartsMs(span, span.zone) : hourStartsMs(span);
  const steps: UsageStep[] = [];
  for (const startsMs of inCalls(boundsMs))
    steps.push(...(await usages.steps({ accountId, startsMs, by: span.by, ofUserId: span.ofUserId })));
  return { startsMs: boundsMs.slice(0, -1), steps };
}

function refuseTooLong({ fromMs, toMs, step }: ChartSpan): void {
  const { chartDaysMax, chartHoursMax } = SETTINGS_LIMITS;
  const [unitMs, max] = step === 'day' ? [DAY_MS, chartDaysMax] : [HOUR_MS, chartHoursMax];
  if (toMs - fromMs <= max * unitMs) return;
  throw invalidField('toMs', `must be at most ${max} ${step}s after fromMs`);
}

function hourStartsMs({ fromMs, toMs }: ChartSpan): number[] {
  const starts = [fromMs];
  for (let atMs = fromMs - (fromMs % HOUR_MS) + HOUR_MS; atMs < toMs; atMs += HOUR_MS) starts.push(atMs);
  return [...starts, toMs];
}

/** Cuts the bounds into spans of which each ends where the next begins. */
function* inCalls(boundsMs: readonly number[]): Generator<readonly number[]> {
  let first = 0;
  for (let i = 1; i < boundsMs.length; i++) {
    const isLast = i === boundsMs.length - 1;
    if (!isLast && boundsMs[i + 1]! - boundsMs[first]! <= CALL_MS_MAX) continue;
    yield boundsMs.slice(first, i + 1);
    first = i;
  }
}
