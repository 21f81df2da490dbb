import { describe, expect, test } from 'bun:test';
import { seeded } from '../../test/support/random.ts';
import {
  type AdmissionLog,
  admit,
  createAdmissionLog,
  isIdle,
  look,
  type RateLimit,
  strictestOf,
} from './rate-limit.ts';

const PUBLISHED: RateLimit = { max: 120, windowMs: 60_000 };

/** Every request at one of these times; returns those that were admitted. */
function run(limit: RateLimit, times: readonly number[]): { log: AdmissionLog; admitted: number[] } {
  const log = createAdmissionLog(limit);
  return { log, admitted: times.filter((nowMs) => admit(log, limit, nowMs).admitted) };
}

/** The most admissions in any window, looked for from every admission. */
const mostInAnyWindow = (times: readonly number[], { windowMs }: RateLimit): number =>
  Math.max(0, ...times.map((from) => times.filter((time) => time >= from && time < from + windowMs).length));

const range = (count: number, at: (n: number) => number): number[] => Array.from({ length: count }, (_, n) => at(n));

describe('the published limit of 120 in 60 seconds', () => {
  test('admits exactly 120 of a burst', () => {
    const { admitted } = run(PUBLISHED, Array(500).fill(1000));

    expect(admitted).toHaveLength(120);
  });

  test('never refuses a steady 119 a minute', () => {
    const times = range(119 * 30, (n) => (n * 60_000) / 119);

    expect(run(PUBLISHED, times).admitted).toHaveLength(times.length);
  });

  test('never refuses a steady 120 a minute either', () => {
    const times = range(120 * 30, (n) => n * 500);

    expect(run(PUBLISHED, times).admitted).toHaveLength(times.length);
  });

  test('lets no more than 120 through around the turn of a minute, where fixed windows let 240', () => {
    const times = [...Array(120).fill(59_990), ...Array(120).fill(60_010)];

    expect(run(PUBLISHED, times).admitted).toHaveLength(120);
  });

  test('forgets an admission exactly one window later, and not a moment before', () => {
    const log = createAdmissionLog(PUBLISHED);
    for (let n = 0; n < 120; n++) admit(log, PUBLISHED, 0);

    expect(admit(log, PUBLISHED, 59_999.999).admitted).toBe(false);
    expect(admit(log, PUBLISHED, 60_000).admitted).toBe(true);
  });

  test('a client that hammers is admitted as soon as one that waits', () => {
    const times = range(70_000, (n) => n);
    const { admitted } = run(PUBLISHED, times);

    expect(admitted.slice(0, 120)).toEqual(range(120, (n) => n));
    expect(admitted.slice(120, 240)).toEqual(range(120, (n) => 60_000 + n));
  });
});

test('says how many are left, and when there will be more', () => {
  const limit = { max: 3, windowMs: 100 };
  const log = createAdmissionLog(limit);

  expect(admit(log, limit, 0)).toEqual({ admitted: true, remaining: 2, resetMs: 100 });
  expect(admit(log, limit, 10)).toEqual({ admitted: true, remaining: 1, resetMs: 90 });
  expect(admit(log, limit, 40)).toEqual({ admitted: true, remaining: 0, resetMs: 60 });
  expect(admit(log, limit, 50)).toEqual({ admitted: false, remaining: 0, resetMs: 50 });
  expect(admit(log, limit, 99)).toEqual({ admitted: false, remaining: 0, resetMs: 1 });
  expect(admit(log, limit, 100)).toEqual({ admitted: true, remaining: 0, resetMs: 10 });
  expect(admit(log, limit, 1000)).toEqual({ admitted: true, remaining: 2, resetMs: 100 });
});

test('a limit of one admits one per window', () => {
  const limit = { max: 1, windowMs: 10 };

  expect(
    run(
      limit,
      range(40, (n) => n),
    ).admitted,
  ).toEqual([0, 10, 20, 30]);
});

test('a look says how long it is until more are left, and records nothing', () => {
  const limit = { max: 3, windowMs: 100 };
  const log = createAdmissionLog(limit);

  expect(look(log, limit, 0)).toEqual({ admitted: false, remaining: 3, resetMs: 0 });
  admit(log, limit, 10);
  expect(look(log, limit, 40)).toEqual({ admitted: false, remaining: 2, resetMs: 70 });
  expect(look(log, limit, 110)).toEqual({ admitted: false, remaining: 3, resetMs: 0 });
});

test('a ring that begins in its middle keeps its order when it grows', () => {
  const small = { max: 3, windowMs: 100 };
  const log = createAdmissionLog(small);
  for (const nowMs of [0, 50, 60, 120]) admit(log, small, nowMs);

  const raised = { ...small, max: 9 };
  expect(admit(log, raised, 130)).toEqual({ admitted: true, remaining: 5, resetMs: 20 });
  expect(log.times).toHaveLength(6);
  expect(look(log, raised, 150)).toMatchObject({ remaining: 6, resetMs: 10 });
  expect(look(log, raised, 160)).toMatchObject({ remaining: 7, resetMs: 60 });
});

test('of several rules the one that refuses longest counts, else the one with the least left', () => {
  const said = (admitted: boolean, remaining: number, resetMs: number) => ({ admitted, remaining, resetMs });

  const rules = [said(true, 1, 900), said(false, 0, 10), said(false, 0, 30), said(false, 0, 20)];
  expect(strictestOf(rules)).toEqual(said(false, 0, 30));
  expect(strictestOf([said(true, 5, 10), said(true, 2, 20), said(true, 4, 30)])).toEqual(said(true, 2, 20));
  // Of equal ones the first: that of the key stands before that of the account.
  expect(strictestOf([said(false, 1, 30), said(false, 2, 30)])).toEqual(said(false, 1, 30));
  expect(strictestOf([said(true, 2, 10), said(true, 2, 20)])).toEqual(said(true, 2, 10));
});

test('is idle only when nothing of it counts any more', () => {
  const limit = { max: 2, windowMs: 10 };
  const log = createAdmissionLog(limit);
  admit(log, limit, 5);

  expect(isIdle(createAdmissionLog(limit), limit, 0)).toBe(true);
  expect(isIdle(log, limit, 14)).toBe(false);
  expect(isIdle(log, limit, 15)).toBe(true);
});

/** Every sequence of waits from a small set, for small limits: nothing is left to chance. */
test('agrees with counting by hand on every short sequence of requests', () => {
  const waits = [0, 1, 3, 4, 5];
  const wrong: string[] = [];
  for (const max of [1, 2, 3]) {
    const limit = { max, windowMs: 4 };
    for (let code = 0; code < waits.length ** 6; code++) {
      const log = createAdmissionLog(limit);
      const kept: number[] = [];
      let nowMs = 0;
      for (let rest = code, step = 0; step < 6; step++, rest = Math.floor(rest / waits.length)) {
        nowMs += waits[rest % waits.length]!;
        const counted = kept.filter((time) => time > nowMs - limit.windowMs).length;
        const { admitted } = admit(log, limit, nowMs);
        if (admitted !== counted < max) wrong.push(`max ${max}, sequence ${code}, step ${step}: ${admitted}`);
        if (admitted) kept.push(nowMs);
      }
    }
  }

  expect(wrong).toEqual([]);
});

describe('a random walk', () => {
  const seeds = range(40, (n) => n + 1);

  test.each(seeds)('from seed %d agrees with counting by hand, and its waits are true', (seed) => {
    const random = seeded(seed).fraction;
    const limit = { max: 1 + Math.floor(random() * 20), windowMs: 50 + Math.floor(random() * 500) };
    const log = createAdmissionLog(limit);
    const kept: number[] = [];
    let nowMs = random() * 1000;

    for (let step = 0; step < 600; step++) {
      const counted = kept.filter((time) => time + limit.windowMs > nowMs);
      const { admitted, remaining, resetMs } = admit(log, limit, nowMs);
      if (admitted) kept.push(nowMs);
      const countedNow = admitted ? [...counted, nowMs] : counted;

      expect(admitted, `step ${step}`).toBe(counted.length < limit.max);
      expect(remaining, `step ${step}`).toBe(limit.max - countedNow.length);
      expect(resetMs, `step ${step}`).toBeCloseTo(countedNow[0]! + limit.windowMs - nowMs, 6);
      if (!admitted) {
        expect(isAdmittedAfter(log, limit, nowMs + Math.ceil(resetMs)), `step ${step}`).toBe(true);
        expect(isAdmittedAfter(log, limit, nowMs + resetMs - 0.01), `step ${step}`).toBe(false);
      }
      nowMs += waitFrom(random, limit);
    }

    expect(mostInAnyWindow(kept, limit)).toBeLessThanOrEqual(limit.max);
  });

  test('at the published limit never lets more than 120 through in any minute', () => {
    const random = seeded(120).fraction;
    const log = createAdmissionLog(PUBLISHED);
    const kept: number[] = [];
    for (let step = 0, nowMs = 0; step < 6000; step++) {
      if (admit(log, PUBLISHED, nowMs).admitted) kept.push(nowMs);
      nowMs += random() < 0.5 ? 0 : random() * 1500;
    }

    expect(mostInAnyWindow(kept, PUBLISHED)).toBe(120);
  });
});

/** Bursts, a steady flow, and now and then a pause of about a window. */
function waitFrom(random: () => number, limit: RateLimit): number {
  const kind = random();
  if (kind < 0.4) return 0;
  if (kind < 0.95) return (random() * 2 * limit.windowMs) / limit.max;
  return limit.windowMs * (0.9 + random() * 0.2);
}

/** Asks a copy, so that the walk itself is not disturbed. */
const isAdmittedAfter = (log: AdmissionLog, limit: RateLimit, nowMs: number): boolean =>
  admit({ ...log, times: log.times.slice() }, limit, nowMs).admitted;

describe('a lower limit of one key', () => {
  test('counts in the same log, and may change while it runs', () => {
    const log = createAdmissionLog(PUBLISHED);
    const ask = (max: number, nowMs: number) => admit(log, { ...PUBLISHED, max }, nowMs);

    const burst = range(10, (n) => n).filter((nowMs) => ask(3, nowMs).admitted);
    const refused = ask(3, 20);
    const raised = ask(5, 30);
    const lowered = ask(2, 40);

    expect(burst).toEqual([0, 1, 2]);
    expect(refused).toEqual({ admitted: false, remaining: 0, resetMs: 59_980 });
    expect(raised).toMatchObject({ admitted: true, remaining: 1 });
    expect(lowered).toMatchObject({ admitted: false, remaining: 0 });
    expect(ask(2, 60_002).admitted).toBe(true);
  });
});
