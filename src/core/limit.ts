/** A limit: how much of something may be used within a window of time, by a key, a member or an account. */
import { hourStartMs, localDateOf, midnightMs, monthOf, monthSpanMs } from './calendar.ts';

export const LIMIT_UNITS = ['CZK', 'tokens', 'requests'] as const;
export type LimitUnit = (typeof LIMIT_UNITS)[number];

/** Days, weeks and months are those of the calendar in Prague; a minute is any 60 seconds. */
export const LIMIT_WINDOWS = ['minute', 'hour', 'day', 'week', 'month', 'total'] as const;
export type LimitWindow = (typeof LIMIT_WINDOWS)[number];

/** The nearest to a request first. */
export const LIMIT_OWNERS = ['key', 'member', 'account'] as const;
export type LimitOwner = (typeof LIMIT_OWNERS)[number];

/** An owner has at most one for a unit and a window, by each who can set one. */
export type LimitRule = {
  readonly unit: LimitUnit;
  readonly window: LimitWindow;
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

/** The lowest limit of a minute; undefined without one. */
export function minuteMax(limits: readonly LimitRule[], unit: 'tokens' | 'requests'): number | undefined {
  let lowest: number | undefined;
  for (const limit of limits) {
    if (limit.unit !== unit || limit.window !== 'minute') continue;
    const max = Number(limit.max);
    if (lowest === undefined || max < lowest) lowest = max;
  }
  return lowest;
}

/** Why such a limit cannot be set; undefined where it can. */
export function whyUnserved(owner: LimitOwner, { unit, window }: Pick<LimitRule, 'unit' | 'window'>) {
  if (window === 'hour') return 'a limit of an hour is not served yet: use a minute or a day';
  if (unit === 'requests' && window !== 'minute') return 'a limit of requests is served for a minute only';
  if (unit === 'CZK' && window === 'minute') return 'a limit of CZK is served for a day, a week, a month or in total';
  if (owner === 'member' && window === 'minute') return 'a limit of a minute is served for keys and accounts only';
  return undefined;
}

/** When each window of the calendar began and ends, and the month as it is counted by. */
type Windows = {
  readonly month: string;
  readonly dayMs: number;
  readonly weekMs: number;
  readonly ends: Readonly<Record<'day' | 'week' | 'month', number>>;
};

/** Windows change with an hour, and the calendar is slow to ask. */
let last: (Windows & { readonly hourMs: number }) | undefined;

export function windowsOf(atMs: number): Windows {
  const hourMs = hourStartMs(atMs);
  if (last?.hourMs === hourMs) return last;
  const date = localDateOf(atMs);
  const month = monthOf(atMs);
  const monday = date.day - sinceMonday(date);
  last = {
    hourMs,
    month,
    dayMs: midnightMs(date),
    weekMs: midnightMs({ ...date, day: monday }),
    ends: {
      day: midnightMs({ ...date, day: date.day + 1 }),
      week: midnightMs({ ...date, day: monday + 7 }),
      month: monthSpanMs(month)!.toMs,
    },
  };
  return last;
}

/** When the window ends in which a moment is; null for one that does not end. */
export const windowEndMs = (window: LimitWindow, atMs: number): number | null =>
  window === 'day' || window === 'week' || window === 'month' ? windowsOf(atMs).ends[window] : null;

/** The date on which the window began, as `2026-11-15`; null where it began with the account. */
export function windowSince(window: LimitWindow, atMs: number): string | null {
  const { month, dayMs, weekMs } = windowsOf(atMs);
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
