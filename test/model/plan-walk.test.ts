/**
 * Periods and windows of plans against a plain computation of its own: days are counted one by one, and summer time is the
 * rule of the EU, without a time zone database. And plans of customers in a real ledger, against a plain list of months.
 */
import { describe, expect, test } from 'bun:test';
import {
  changeTo,
  PLAN_WINDOWS,
  type PlanOffers,
  periodFrom,
  periodsDue,
  periodsEndMs,
  planWindowAt,
} from '../../src/core/plan.ts';
import { addPlanMonths } from '../../src/ledger/plan-months.ts';
import { openStorage, type Storage } from '../support/ledger-fixture.ts';
import { type Random, seeded } from '../support/random.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const SEEDS = 60;

type Day = { readonly year: number; readonly month: number; readonly day: number };

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
const lengthOf = (year: number, month: number): number =>
  month === 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;

/** Days from 1 January 1970, counted year by year and month by month. */
function dayNumber({ year, month, day }: Day): number {
  let days = day - 1;
  for (let y = 1970; y < year; y++) days += isLeap(y) ? 366 : 365;
  for (let m = 1; m < month; m++) days += lengthOf(year, m);
  return days;
}

/** 1 January 1970 was a Thursday. */
const weekdayOf = (day: number): number => (day + 3) % 7;

/** Summer time is from the last Sunday of March to the last one of October, both at 1:00 UTC. */
function changeMs(year: number, month: number): number {
  let last = dayNumber({ year, month, day: lengthOf(year, month) });
  while (weekdayOf(last) !== 6) last -= 1;
  return last * DAY + HOUR;
}

const offsetAt = (atMs: number, year: number): number =>
  atMs >= changeMs(year, 3) && atMs < changeMs(year, 10) ? 2 * HOUR : HOUR;

/** Midnight is never within the hour of a change. */
function plainMidnight(day: Day): number {
  const utc = dayNumber(day) * DAY;
  return utc - offsetAt(utc - 2 * HOUR, day.year);
}

function plainDay(atMs: number): Day {
  let [year, month, day] = [1970, 1, 1];
  while (plainMidnight({ year: year + 1, month: 1, day: 1 }) <= atMs) year += 1;
  while (month < 12 && plainMidnight({ year, month: month + 1, day: 1 }) <= atMs) month += 1;
  while (day < lengthOf(year, month) && plainMidnight({ year, month, day: day + 1 }) <= atMs) day += 1;
  return { year, month, day };
}

function plainNext(atMs: number, anchor: number): number {
  const { year, month } = plainDay(atMs);
  const next = month === 12 ? { year: year + 1, month: 1 } : { year, month: month + 1 };
  return plainMidnight({ ...next, day: Math.min(anchor, lengthOf(next.year, next.month)) });
}

/** Moments around what is special: the ends of months, leap days, and both changes of the clock. */
function momentBy(random: Random): number {
  const year = random.integer(2024, 2039);
  const month = random.integer(1, 12);
  const borders = [
    plainMidnight({ year, month, day: lengthOf(year, month) }),
    plainMidnight({ year, month, day: 1 }),
    changeMs(year, 3),
    changeMs(year, 10),
    plainMidnight({ year, month: 2, day: lengthOf(year, 2) }),
  ];
  return random.pick(borders) + random.pick([-DAY, -HOUR, -1, 0, 1, HOUR, DAY, random.integer(-30 * DAY, 30 * DAY)]);
}

function plainWindow(window: (typeof PLAN_WINDOWS)[number], startsAtMs: number, atMs: number) {
  if (window === '5h') {
    let fromMs = startsAtMs - (startsAtMs % HOUR);
    while (fromMs + 5 * HOUR <= atMs) fromMs += 5 * HOUR;
    return { fromMs, toMs: fromMs + 5 * HOUR };
  }
  const today = plainDay(atMs);
  const number = dayNumber(today);
  const [first, days] = window === 'day' ? [number, 1] : [number - weekdayOf(number), 7];
  const midnightOf = (day: number) => plainMidnight(plainDay(day * DAY + 12 * HOUR));
  return { fromMs: midnightOf(first), toMs: midnightOf(first + days) };
}

describe('the rule of plans', () => {
  test('is what a plain calendar says, for any beginning', () => {
    for (let seed = 1; seed <= SEEDS; seed++) {
      const random = seeded(seed);
      for (let step = 0; step < 20; step++) {
        const startsAtMs = momentBy(random);
        const anchorDay = plainDay(startsAtMs).day;
        const about = `seed ${seed}, step ${step}, ${new Date(startsAtMs).toISOString()}`;
        const ends = [plainNext(startsAtMs, anchorDay)];
        while (ends.length < 25) ends.push(plainNext(ends.at(-1)!, anchorDay));

        const first = periodFrom({ startsAtMs, plan: 'pro', anchorDay });
        const due = periodsDue(
          { accountId: 'a', plan: 'pro', nextPlan: 'pro', anchorDay },
          { endedAtMs: first.endsAtMs, nowMs: ends[23]! - 1 },
        );

        expect(first.endsAtMs, about).toBe(ends[0]!);
        expect(
          due.map(({ endsAtMs }) => endsAtMs),
          about,
        ).toEqual(ends.slice(1, 24));
        for (const months of [1, 12, 24]) {
          expect(periodsEndMs({ startsAtMs, plan: 'pro', anchorDay }, months), about).toBe(ends[months - 1]!);
        }
        for (const window of PLAN_WINDOWS) {
          const atMs = random.integer(startsAtMs, first.endsAtMs - 1);
          expect(planWindowAt(window, { startsAtMs, atMs }), `${about}, ${window} at ${atMs}`).toEqual(
            plainWindow(window, startsAtMs, atMs),
          );
        }
      }
    }
  });
});

const PLANS = {
  small: { order: 1, tokens: 10n },
  yearly: { order: 1, every: 'year', tokens: 10n },
  large: { order: 2, tokens: 100n },
} as const satisfies PlanOffers;
type PlanName = keyof typeof PLANS;
const NAMES = Object.keys(PLANS) as PlanName[];

type Month = { plan: string; startsAtMs: number; endsAtMs: number };

/** A customer as a plain list: months that have begun, and what comes after the last. */
type Plain = { months: Month[]; anchor: number; next: string | null; paid: number | null };

function plainPass(state: Plain, nowMs: number): void {
  while (state.months.length > 0 && state.months.at(-1)!.endsAtMs <= nowMs) {
    const last = state.months.at(-1)!;
    if (last.endsAtMs === Number.NEGATIVE_INFINITY) return;
    if (state.next === null || state.paid === 0) {
      state.next = null;
      return;
    }
    const startsAtMs = last.endsAtMs;
    state.months.push({ plan: state.next, startsAtMs, endsAtMs: plainNext(startsAtMs, state.anchor) });
    if (state.paid !== null) state.paid -= 1;
    if (state.paid === 0) state.next = null;
  }
}

const isRunning = (state: Plain, nowMs: number): boolean => (state.months.at(-1)?.endsAtMs ?? 0) > nowMs;

function plainBegin(state: Plain, plan: string, nowMs: number): void {
  const last = state.months.at(-1);
  const startsAtMs = last && last.startsAtMs >= nowMs ? last.startsAtMs + 1 : nowMs;
  if (last && last.endsAtMs > startsAtMs) last.endsAtMs = startsAtMs;
  state.anchor = plainDay(startsAtMs).day;
  state.months.push({ plan, startsAtMs, endsAtMs: plainNext(startsAtMs, state.anchor) });
}

/** One thing that happens to a customer, in the ledger and in the list. */
async function happen(
  storage: Storage,
  state: Plain,
  { random, nowMs }: { readonly random: Random; readonly nowMs: number },
) {
  const accountId = 'acc_1';
  const plan = random.pick(NAMES);
  const current = isRunning(state, nowMs) ? state.months.at(-1)!.plan : undefined;
  const change = changeTo(plan, current, PLANS);
  const kind = random.integer(0, 3);
  if (kind === 0) {
    await storage.stores.plans.choose({ accountId, plan, actor: 'walk', atMs: nowMs });
    if (change === 'subscribe' || change === 'upgrade') plainBegin(state, plan, nowMs);
    state.next = plan;
    state.paid = null;
  } else if (kind === 1) {
    await storage.stores.plans.cancel({ accountId, atMs: nowMs });
    if (!((state.paid ?? 0) > 0)) state.next = null;
  } else if (kind === 2) {
    const months = random.pick([1, 3, 12]);
    const order = { accountId, plan, months, actor: 'walk', reason: 'walk', atMs: nowMs };
    const cause = `order:walk-${nowMs}` as const;
    const given = await storage.db.transaction((sql) => addPlanMonths(sql, { ...order, cause }, PLANS));
    const renews = state.next !== null && !((state.paid ?? 0) > 0);
    if (change === 'subscribe' || (change === 'upgrade' && state.next === null)) {
      plainBegin(state, plan, nowMs);
      state.paid = months - 1;
      state.next = months > 1 ? plan : null;
    } else if (change === 'keep' && !renews) {
      state.paid = (state.paid ?? 0) + months;
      state.next = plan;
    } else expect(given).toBeUndefined();
  }
}

test.each(Array.from({ length: 12 }, (_, i) => i + 1))(
  'a customer’s months are those of a plain list, whatever happens (seed %d)',
  async (seed) => {
    const random = seeded(seed);
    await using storage = await openStorage({ offers: PLANS });
    await storage.account({ credit: 0n });
    const state: Plain = { months: [], anchor: 1, next: null, paid: null };
    let nowMs = Date.UTC(2026, 10, 15, 11) + random.integer(0, 100 * DAY);
    for (let step = 0; step < 40; step++) {
      nowMs += Math.floor(random.fraction() ** 3 * 90 * DAY) + 1;
      await storage.stores.maintenance.renewPlans(nowMs);
      plainPass(state, nowMs);
      await happen(storage, state, { random, nowMs });
      const rows = await storage.db.sql.all('SELECT * FROM plan_periods ORDER BY starts_at_ms');
      const months = rows.map((row) => ({
        plan: row.plan,
        startsAtMs: Number(row.starts_at_ms),
        endsAtMs: Number(row.ends_at_ms),
      }));
      expect(months, `seed ${seed}, step ${step}, ${new Date(nowMs).toISOString()}`).toEqual(state.months);
    }
    // The orders of the months are not there; all else is.
    const { problems } = await storage.audit(nowMs);
    expect(problems.filter((problem) => !problem.startsWith('L13:'))).toEqual([]);
  },
  60_000,
);
