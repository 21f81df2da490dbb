/**
 * The record of models for the status page. A minute counts once, whichever server writes it first. A
 * minute without a record of the service itself is one in which no server ran, so an outage of the whole counts too.
 */

export const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;
/** How many days the status page shows, today included. */
export const STATUS_DAYS = 90;
/** A minute is written when the next one has begun, a few seconds later. */
const WRITE_LAG_MS = 30_000;
/** Stands for the service itself among models. */
export const SERVICE = '';

export type ModelReading = {
  readonly model: string;
  readonly isUp: boolean;
  readonly answered: number;
  readonly failed: number;
};

/** The records of one model on one UTC day. */
export type ModelDay = {
  readonly model: string;
  /** Days since 1970-01-01. */
  readonly day: number;
  readonly minutesUp: number;
  readonly minutesDown: number;
  readonly answered: number;
  readonly failed: number;
  /** Minutes since 1970-01-01 of the first record. */
  readonly firstMinute: number;
};

type NoteTexts = { readonly en: string; readonly cs: string };

/** The operator's words about an incident. */
export type StatusNote = {
  readonly id: string;
  readonly atMs: number;
  readonly texts: NoteTexts;
  readonly resolvedAtMs: number | null;
};

export interface StatusRecords {
  /** Adds what was seen in a minute. Its state counts only if no server has written this minute before. */
  add(minute: number, readings: readonly ModelReading[]): Promise<void>;
  /** From a UTC day on, and the first minute that was ever recorded. */
  read(fromDay: number): Promise<{ readonly days: readonly ModelDay[]; readonly firstMinute: number | null }>;
  /** Newest first, a bounded number. Notes that are not resolved are always among them. */
  notes(sinceMs: number): Promise<readonly StatusNote[]>;
}

export const minuteOf = (atMs: number): number => Math.floor(atMs / MINUTE_MS);
export const dayOfMinute = (minute: number): number => Math.floor(minute / DAY_MINUTES);
export const firstStatusDay = (nowMs: number): number => dayOfMinute(minuteOf(nowMs)) - STATUS_DAYS + 1;

/** One day of a model as visitors see it; null where nothing is known, or the model was not offered. */
export type DayRecord = {
  readonly day: number;
  readonly seen: {
    readonly minutesUp: number;
    /** In which the model could not answer, or no server ran. */
    readonly minutesDown: number;
    readonly answered: number;
    readonly failed: number;
  } | null;
};

/** The last days of a model, oldest first. */
export function dayRecordsOf(
  model: string,
  { days, firstMinute }: { readonly days: readonly ModelDay[]; readonly firstMinute: number | null },
  nowMs: number,
): readonly DayRecord[] {
  const ofModel = new Map(days.filter((one) => one.model === model).map((one) => [one.day, one]));
  const ofService = new Map(days.filter((one) => one.model === SERVICE).map((one) => [one.day, one]));
  const endMinute = minuteOf(nowMs - WRITE_LAG_MS);
  const offeredSince = Math.min(...[...ofModel.values()].map((one) => one.firstMinute));
  return Array.from({ length: STATUS_DAYS }, (_, index): DayRecord => {
    const day = firstStatusDay(nowMs) + index;
    const own = ofModel.get(day);
    const service = ofService.get(day);
    const startMinute = Math.max(day * DAY_MINUTES, firstMinute ?? Number.POSITIVE_INFINITY);
    const minutes = Math.max(0, Math.min((day + 1) * DAY_MINUTES, endMinute) - startMinute);
    const served = service ? service.minutesUp + service.minutesDown : 0;
    const off = Math.max(0, minutes - served);
    const wasOffered = own !== undefined || (served === 0 && off > 0 && offeredSince < startMinute);
    if (!wasOffered) return { day, seen: null };
    const { minutesUp = 0, minutesDown = 0, answered = 0, failed = 0 } = own ?? {};
    return { day, seen: { minutesUp, minutesDown: minutesDown + off, answered, failed } };
  });
}

/** The part of the time in which the model could answer; undefined where nothing is known. */
export function uptimeOf(records: readonly DayRecord[]): number | undefined {
  let up = 0;
  let down = 0;
  for (const { seen } of records) {
    up += seen?.minutesUp ?? 0;
    down += seen?.minutesDown ?? 0;
  }
  return up + down === 0 ? undefined : up / (up + down);
}

export type DayState = 'up' | 'disturbed' | 'down' | 'unknown';

/** From this part of the time or of the answers on, a day is shown as disturbed, and as down. */
const DISTURBED_FROM = 0.005;
const DOWN_FROM = 0.05;
/** A restart, or one request that an engine could not answer, is no disturbance. */
const MINUTES_MIN = 2;
const FAILED_MIN = 3;

export function dayStateOf({ seen }: DayRecord): DayState {
  if (!seen || seen.minutesUp + seen.minutesDown === 0) return 'unknown';
  const downPart = seen.minutesDown < MINUTES_MIN ? 0 : seen.minutesDown / (seen.minutesUp + seen.minutesDown);
  const failedPart = seen.failed < FAILED_MIN ? 0 : seen.failed / (seen.answered + seen.failed);
  const worst = Math.max(downPart, failedPart);
  if (worst >= DOWN_FROM) return 'down';
  return worst >= DISTURBED_FROM ? 'disturbed' : 'up';
}

/** How a model is now. */
export const MODEL_STATES = ['up', 'disturbed', 'down'] as const;
export type ModelState = (typeof MODEL_STATES)[number];
