/** Dates in the service's one time zone, Europe/Prague. Periods begin at local midnight, whatever summer time does. */

type LocalDate = { readonly year: number; readonly month: number; readonly day: number };

const ZONE = 'Europe/Prague';
const HOUR_MS = 3_600_000;
/** Made when they are first needed: that takes longer than to load ten modules, and most commands and threads need none. */
let dateParts: Intl.DateTimeFormat | undefined;
let months: Intl.DateTimeFormat | undefined;

const datePartsOf = (atMs: number): readonly Intl.DateTimeFormatPart[] => {
  dateParts ??= new Intl.DateTimeFormat('en-GB', {
    timeZone: ZONE,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
  });
  return dateParts.formatToParts(atMs);
};

export function localDateOf(atMs: number): LocalDate {
  const { year, month, day } = partsOf(atMs);
  return { year, month, day };
}

/** The weekday of a moment, 0 for Monday, and its hour on a clock. */
export function weekHourOf(atMs: number): { readonly weekday: number; readonly hour: number } {
  const { year, month, day, hour } = partsOf(atMs);
  return { weekday: (new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7, hour };
}

/** The first moment of a local day. */
export function midnightMs({ year, month, day }: LocalDate): number {
  const asIfUtc = Date.UTC(year, month - 1, day);
  // The offset is looked up twice: the first guess may lie on the other side of a change to or from summer time.
  const guess = asIfUtc - offsetMs(asIfUtc);
  return asIfUtc - offsetMs(guess);
}

/** The first moment of the hour, in UTC. Prague is whole hours away from it, so local days and months begin with one. */
export const hourStartMs = (atMs: number): number => atMs - (atMs % HOUR_MS);

/** From is inside, to is outside. */
export type TimeSpan = { readonly fromMs: number; readonly toMs: number };

const DAY_MS = 24 * HOUR_MS;
const HALF_HOUR_MS = HOUR_MS / 2;

/**
 * When each day between two moments begins in a time zone, and at last the second moment. The first day begins where the
 * span does. Clocks are changed by half hours or hours, somewhere at every time of the day, midnight included.
 */
export function dayStartsMs({ fromMs, toMs }: TimeSpan, zone: string): number[] {
  const dates = new Intl.DateTimeFormat('sv-SE', { timeZone: zone });
  const starts = [fromMs];
  const firstHalfHour = fromMs - (fromMs % HALF_HOUR_MS);
  for (let atMs = nextDayMs(firstHalfHour, firstHalfHour, dates); atMs < toMs; ) {
    starts.push(atMs);
    atMs = nextDayMs(atMs, atMs + DAY_MS - 2 * HOUR_MS, dates);
  }
  return [...starts, toMs];
}

/** The first half hour after `searchMs` that has another date than `dayMs`. */
function nextDayMs(dayMs: number, searchMs: number, dates: Intl.DateTimeFormat): number {
  const date = dates.format(dayMs);
  let atMs = searchMs;
  while (dates.format(atMs) === date) atMs += HALF_HOUR_MS;
  return atMs;
}

/** `2026-11`, for what is counted by calendar month. */
export function monthOf(atMs: number): string {
  // Swedes write it so.
  months ??= new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE, year: 'numeric', month: '2-digit' });
  return months.format(atMs);
}

/** A month as it is written by `monthOf`; undefined for anything else. */
export function monthSpanMs(month: string): TimeSpan | undefined {
  const match = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(month);
  if (!match) return undefined;
  const first = { year: Number(match[1]), month: Number(match[2]), day: 1 };
  return { fromMs: midnightMs(first), toMs: midnightMs(sameDayNextMonth(first, 1)) };
}

/** Every month from one moment to another, newest first. */
export function monthsBetween(fromMs: number, toMs: number): readonly string[] {
  const months: string[] = [];
  const first = midnightMs({ ...localDateOf(fromMs), day: 1 });
  for (let atMs = first; atMs <= toMs; atMs = midnightMs(sameDayNextMonth(localDateOf(atMs), 1))) {
    months.unshift(monthOf(atMs));
  }
  return months;
}

/** The anchor's day in the month after `date`, or that month's last day when it has no such day. */
export function sameDayNextMonth(date: LocalDate, anchorDay: number): LocalDate {
  const year = date.month === 12 ? date.year + 1 : date.year;
  const month = date.month === 12 ? 1 : date.month + 1;
  return { year, month, day: Math.min(anchorDay, daysIn(year, month)) };
}

/** Day 0 of the following month is the last day of this one. */
const daysIn = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

function offsetMs(atMs: number): number {
  const { year, month, day, hour, minute, second } = partsOf(atMs);
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(atMs / 1000) * 1000;
}

function partsOf(atMs: number) {
  const parts: Record<string, number> = {};
  for (const { type, value } of datePartsOf(atMs)) parts[type] = Number(value);
  return parts as Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>;
}
