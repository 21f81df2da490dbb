/** A limit: how much of something may be used within a window of time, by a key, a member or an account. */
import { hourStartMs, localDateOf, midnightMs, monthOf, monthSpanMs } from './calendar.ts';

export const LIMIT_UNITS = ['CZK', 'tokens', 'requests'] as const;
export type LimitUnit = (typeof LIMIT_UNITS)[number];

/** Hours are those of the clock, days, weeks and months those of the calendar in Prague; a minute is any 60 seconds. */
export const LIMIT_WINDOWS = ['minute', 'hour', 'day', 'week', 'month', 'total'] as const;
export type LimitWindow = (typeof LIMIT_WINDOWS)[number];

/** The nearest to a request first. */
export const LIMIT_OWNERS = ['key', 'member', 'account'] as const;
export type LimitOwner = (typeof LIMIT_OWNERS)[number];

/** An owner has at most one for a unit, a window and a model, by each who can set one. */
export type LimitRule = {
  readonly unit: LimitUnit;
  readonly window: LimitWindow;
  /** The only model that counts; all of them, where none is named. */
  readonly model?: string;
  /** Nano-crowns, where the unit is CZK. */
  readonly max: bigint;
};

/** The operator sets limits of accounts beside those of the customer; both count. */
export type LimitSetter = 'customer' | 'operator';

export type LimitUse = LimitRule & {
  readonly id: string;
  readonly owner: LimitOwner;
  /** The key, the person, or the account. */
  readonly ownerId: string;
  readonly setBy: LimitSetter;
  /** Within the window. Of a minute it is not known here. */
  readonly used: bigint;
  /** Held by running requests. */
  readonly held: bigint;
  /** When the window ends; null for one that does not, and for a minute, which has no end. */
  readonly resetsAtMs: number | null;
};

/** The rest of a limit. It may have been lowered below what was used. */
export const leftOf = ({ max, used, held }: Pick<LimitUse, 'max' | 'used' | 'held'>): bigint =>
  max > used + held ? max - used - held : 0n;

/** The lowest limit of a minute, for one model or for all of them together; undefined without one. */
export function minuteMax(
  limits: readonly LimitRule[],
  unit: 'tokens' | 'requests',
  model?: string,
): number | undefined {
  let lowest: number | undefined;
  for (const limit of limits) {
    if (limit.unit !== unit || limit.window !== 'minute' || limit.model !== model) continue;
    const max = Number(limit.max);
    if (lowest === undefined || max < lowest) lowest = max;
  }
  return lowest;
}

/** Says whether a request for this model counts. */
export const isCounted = ({ model }: Pick<LimitRule, 'model'>, asked: string): boolean =>
  model === undefined || model === asked;

type LimitKind = Pick<LimitRule, 'unit' | 'window'> & { readonly model?: string | undefined };

/** Says whether both limit the same, whatever their maximum is. */
export const isSameKind = (one: LimitKind, other: LimitKind): boolean =>
  one.unit === other.unit && one.window === other.window && one.model === other.model;

/** Why such a limit cannot be set; undefined where it can. What an answer costs is known when it has ended. */
export const whyUnserved = ({ unit, window }: Pick<LimitRule, 'unit' | 'window'>): string | undefined =>
  unit === 'CZK' && window === 'minute' ? 'a limit of CZK is served from an hour up' : undefined;

/** When each window of the calendar began and ends, and the month as it is counted by. */
type Windows = {
  readonly month: string;
  readonly hourMs: number;
  readonly dayMs: number;
  readonly weekMs: number;
  readonly monthMs: number;
  readonly ends: Readonly<Record<Exclude<LimitWindow, 'minute' | 'total'>, number>>;
};

const HOUR_MS = 60 * 60 * 1000;

/** Windows change with an hour, and the calendar is slow to ask. */
let last: Windows | undefined;

export function windowsOf(atMs: number): Windows {
  const hourMs = hourStartMs(atMs);
  if (last?.hourMs === hourMs) return last;
  const date = localDateOf(atMs);
  const month = monthOf(atMs);
  const monday = date.day - sinceMonday(date);
  const { fromMs: monthMs, toMs: monthEndMs } = monthSpanMs(month)!;
  last = {
    hourMs,
    month,
    dayMs: midnightMs(date),
    weekMs: midnightMs({ ...date, day: monday }),
    monthMs,
    ends: {
      hour: hourMs + HOUR_MS,
      day: midnightMs({ ...date, day: date.day + 1 }),
      week: midnightMs({ ...date, day: monday + 7 }),
      month: monthEndMs,
    },
  };
  return last;
}

/** When the window ends in which a moment is; null for one that does not end. */
export const windowEndMs = (window: LimitWindow, atMs: number): number | null =>
  window === 'minute' || window === 'total' ? null : windowsOf(atMs).ends[window];

/** When the window began in Prague, as `2026-11-15`, or `2026-11-15T14:00Z` in UTC for an hour; null where it began with the account. */
export function windowSince(window: LimitWindow, atMs: number): string | null {
  const { month, hourMs, dayMs, weekMs } = windowsOf(atMs);
  if (window === 'hour') return `${new Date(hourMs).toISOString().slice(0, 16)}Z`;
  if (window === 'month') return `${month}-01`;
  if (window === 'day') return dateOf(dayMs);
  return window === 'week' ? dateOf(weekMs) : null;
}

const dateOf = (atMs: number): string => {
  const { year, month, day } = localDateOf(atMs);
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
};

const sinceMonday = ({ year, month, day }: ReturnType<typeof localDateOf>): number =>
  (new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7;
