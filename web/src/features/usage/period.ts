/** Periods in the viewer's time zone. A day may have 23 or 25 hours, and may begin at one o'clock. */

export const PERIODS = ['24h', '7d', '30d', 'month', 'last-month', 'custom'] as const;
export type Period = (typeof PERIODS)[number];
export type Step = 'hour' | 'day';

/** From is inside, to is outside. */
export type Range = { readonly fromMs: number; readonly toMs: number };

/** A day of the calendar, such as 2026-03-29. Both ends of a custom period are inside it. */
export type Day = string;
type PeriodChoice = { readonly period: Period; readonly from?: Day | undefined; readonly to?: Day | undefined };

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** More than this many days are not cut into hours: such bars are too thin. */
const HOURS_UP_TO_DAYS = 2;
/** A chart of more days than this is neither readable nor quick. */
const DAYS_MAX = 366;

export const viewerZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

/** Ends at the next full hour or day, so that the same choice gives the same range for a while. */
export function rangeOf({ period, from, to }: PeriodChoice, nowMs: number, zone: string): Range {
  const today = dayOf(nowMs, zone);
  const until = (day: Day) => startOfDay(addDays(day, 1), zone);
  const since = (day: Day) => startOfDay(day, zone);
  switch (period) {
    case '24h': {
      const toMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS + HOUR_MS;
      return { fromMs: toMs - 24 * HOUR_MS, toMs };
    }
    case '7d':
      return { fromMs: since(addDays(today, -6)), toMs: until(today) };
    case '30d':
      return { fromMs: since(addDays(today, -29)), toMs: until(today) };
    case 'month':
      return { fromMs: since(`${today.slice(0, 7)}-01`), toMs: until(today) };
    case 'last-month': {
      const first: Day = `${today.slice(0, 7)}-01`;
      return { fromMs: since(`${addDays(first, -1).slice(0, 7)}-01`), toMs: since(first) };
    }
    case 'custom': {
      const [first, last] = customDays(from, to, today);
      return { fromMs: since(first), toMs: until(last) };
    }
  }
}

/** Missing or impossible days are mended, so that every address shows something. */
function customDays(from: Day | undefined, to: Day | undefined, today: Day): readonly [Day, Day] {
  const last = isDay(to) ? to : today;
  const first = isDay(from) ? from : addDays(last, -6);
  const [low, high] = first <= last ? [first, last] : [last, first];
  const earliest = addDays(high, 1 - DAYS_MAX);
  return [low < earliest ? earliest : low, high];
}

export const stepOf = ({ fromMs, toMs }: Range): Step =>
  toMs - fromMs <= HOURS_UP_TO_DAYS * DAY_MS + HOUR_MS ? 'hour' : 'day';

export function isDay(text: string | undefined): text is Day {
  if (!text || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const atMs = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(atMs) && new Date(atMs).toISOString().startsWith(text) && text >= '2000' && text < '2100';
}

export const addDays = (day: Day, count: number): Day =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);

/** The day of the calendar in a zone. */
export function dayOf(atMs: number, zone: string): Day {
  return new Date(atMs + offsetMs(atMs, zone)).toISOString().slice(0, 10);
}

/** Where midnight is skipped, the day begins at the first moment that exists. */
export function startOfDay(day: Day, zone: string): number {
  const asIfUtc = Date.parse(`${day}T00:00:00Z`);
  // The offset in force at midnight is one of those a day before and a day after; the earlier moment wins where both fit.
  const candidates = [offsetMs(asIfUtc - DAY_MS, zone), offsetMs(asIfUtc + DAY_MS, zone)].map((ms) => asIfUtc - ms);
  const fitting = candidates.filter((atMs) => atMs + offsetMs(atMs, zone) === asIfUtc);
  if (fitting.length > 0) return Math.min(...fitting);
  // Midnight does not exist: the day begins where the clocks jump, which is midnight as it would have been before.
  return Math.max(...candidates);
}

/** How far the clocks of a zone are ahead of UTC at a moment. */
function offsetMs(atMs: number, zone: string): number {
  const parts = Object.fromEntries(
    clockOf(zone)
      .formatToParts(atMs)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year, month, day, hour, minute, second } = parts as Record<string, number>;
  const local = Date.UTC(year!, month! - 1, day!, hour!, minute!, second!);
  return local - Math.floor(atMs / 1000) * 1000;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  const kept = clocks.get(zone);
  if (kept) return kept;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  clocks.set(zone, made);
  return made;
}
