/**
 * Admission times in PostgreSQL, by its clock: exact over all servers. One statement locks the rows of keys, reads the
 * clock, forgets what has left the window, and admits or refuses as `core/rate-limit.ts` does. Requests that come while
 * it is on its way are the next statement, many together: under load a request costs a small part of one. A chat does not
 * wait for it where this server has set something aside for its key (`admission-slices.ts`).
 */

import type { Admission, RateLimit } from '../core/rate-limit.ts';
import { TICK_MS } from '../core/token-rate.ts';
import { bigint, type Database, number, type Row, text } from '../platform/database/database.ts';
import { type RowSet, readForRows, runForRows } from '../platform/database/row-set.ts';
import { storeUnavailable } from '../platform/database/store-unavailable.ts';
import type { Platform } from '../platform/platform.ts';
import { AdmissionSlices, farFrom, NO_SLICE, SLICE_US, type SliceReport } from './admission-slices.ts';
import { ADD_KEYS, createRuleCounts } from './rate-limit-rules.ts';
import type { RateLimits } from './rate-limiter.ts';

/** The clock of the database in microseconds. */
const DATABASE_CLOCK = '(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000)::BIGINT';
const TICK_US = TICK_MS * 1000;
/** So many requests are decided together. */
const GROUP_MAX = 256;

/**
 * Each step needs the rows of the one before it, so the clock is read when the lock is there: no admission gets a time
 * from before it waited. After a clock went back, the time of a key stays at its last admission and goes on from
 * there, so that no key gets more than the limit, and none waits longer than a window. `wants`: how many requests of the
 * key wait; as many of them are admitted as fit. The others are what a server reports of its slice: what it used counts now,
 * what it keeps and gets anew at `next_us`, and nothing at `slice_us` any more, if that has not left the window yet.
 */
const decision = (clock: string, limit: RateLimit): RowSet => ({
  columns: {
    key_id: 'TEXT',
    wants: 'BIGINT',
    used: 'BIGINT',
    kept: 'BIGINT',
    slice: 'BIGINT',
    slice_us: 'BIGINT',
    spare: 'BIGINT',
    most: 'BIGINT',
    far: 'BIGINT',
  },
  text: `WITH locked AS MATERIALIZED (
     SELECT a.*, rows.wants, rows.used, rows.kept, rows.slice, rows.slice_us, rows.spare, rows.most, rows.far
     FROM rows JOIN admissions a ON a.key_id = rows.key_id ORDER BY a.key_id FOR UPDATE OF a
   ), seen AS MATERIALIZED (
     SELECT *, ${clock} AS clock_us FROM locked
   ), timed AS MATERIALIZED (
     SELECT *, now_us - ${limit.windowMs * 1000} AS from_us,
       (now_us / ${SLICE_US.tick} + ${SLICE_US.ticks}) * ${SLICE_US.tick} AS next_us
     FROM (SELECT *, GREATEST(clock_us + ahead_us, last_us) AS now_us FROM seen) AS known
   ), gone AS (
     DELETE FROM admission_times t USING timed
     WHERE t.key_id = timed.key_id AND t.at_us <= timed.from_us RETURNING t.key_id, t.counted
   ), reported AS MATERIALIZED (
     SELECT *, (counted - COALESCE((SELECT SUM(gone.counted) FROM gone WHERE gone.key_id = timed.key_id), 0)
       + used + kept - CASE WHEN slice_us > from_us THEN slice ELSE 0 END)::BIGINT AS recent
     FROM timed
   ), admitted AS MATERIALIZED (
     SELECT *, LEAST(wants, GREATEST(0, most - recent)) AS more FROM reported
   ), decided AS MATERIALIZED (
     SELECT *, CASE WHEN recent + more + spare <= far THEN spare ELSE 0 END AS extra FROM admitted
   ), changes AS (
     SELECT key_id, at_us, SUM(n)::BIGINT AS n
     FROM decided,
       LATERAL (VALUES (now_us, used + more), (next_us, kept + extra), (slice_us, -slice)) AS change (at_us, n)
     WHERE n <> 0 AND at_us > from_us GROUP BY key_id, at_us
   ), added AS (
     INSERT INTO admission_times (key_id, at_us, counted) SELECT key_id, at_us, n FROM changes
     ON CONFLICT (key_id, at_us) DO UPDATE SET counted = admission_times.counted + excluded.counted
   ), written AS (
     UPDATE admissions a SET counted = d.recent + d.more + d.extra, ahead_us = d.now_us - d.clock_us,
       last_us = CASE WHEN d.used + d.more + d.extra > 0 THEN d.now_us ELSE d.last_us END
     FROM decided d
     WHERE a.key_id = d.key_id
       AND (d.used + d.more + d.extra > 0 OR d.recent <> d.counted OR d.ahead_us <> d.now_us - d.clock_us)
   )
   SELECT key_id, now_us, next_us, recent, more, extra,
     (SELECT COALESCE(SUM(counted), 0) FROM admission_times t WHERE t.key_id = d.key_id AND t.at_us > d.now_us)::BIGINT
       - CASE WHEN slice_us > now_us THEN slice ELSE 0 END AS elsewhere,
     COALESCE((SELECT MIN(at_us) FROM admission_times t
       WHERE t.key_id = d.key_id AND t.at_us > d.from_us AND t.at_us <= d.now_us AND t.counted > 0),
       CASE WHEN used + more > 0 THEN now_us END) AS oldest_us
   FROM decided d`,
});

type Waiting = {
  readonly keyId: string;
  readonly mayTakeSlice: boolean;
  /** How many the key may make in a window. */
  readonly max: number;
  /** How often it was found that other servers have set aside what it needs. */
  looks: number;
  resolve(admission: Admission): void;
  reject(thrown: unknown): void;
};

type Wish = { readonly wants: number; readonly max: number; readonly report: SliceReport };

type Decided = {
  /** How many counted before those that are admitted now, without what is set aside. */
  readonly count: number;
  readonly admitted: number;
  readonly extra: number;
  readonly sliceAtUs: bigint;
  /** The number that other servers have set aside. */
  readonly elsewhere: number;
  /** When the oldest of all leaves the window. */
  readonly resetMs: number;
};

/** Requests that were taken from slices are written at least so often, and count from then on. */
const REPORT_MS = 250;
/** Slices of other servers come back, or count as taken, within these looks. */
const LOOK_MS = 25;
const LOOKS_MAX = 100;

export type PostgresRateLimits = RateLimits & {
  /** Gives back what was set aside. */
  close(): Promise<void>;
};

type Counting = {
  readonly db: Database;
  readonly limit: RateLimit;
  readonly clock: Pick<Platform['clock'], 'monotonicMs'>;
};

export function createPostgresRateLimits(counting: Counting, databaseClock = DATABASE_CLOCK): PostgresRateLimits {
  const { db, limit } = counting;
  const countRules = createRuleCounts(db, limit, databaseClock);
  const admissions = new Admissions(counting, databaseClock);
  return {
    look: (keyId, max = limit.max) => admissions.look(keyId, max),
    admit: (keyId, mayTakeSlice = false, max = limit.max) => admissions.admit(keyId, mayTakeSlice, max),
    admitAll: async (rules, requests) => (await countRules(rules, { cost: requests, tickUs: 1 })).said,

    takeTokens: async ({ rules, tokens, instead }) => {
      const ofTokens = rules.map(({ id, max }) => ({ id: `tokens ${id}`, max }));
      const back = instead && { cost: instead.tokens, atUs: instead.tick * TICK_US };
      const { said, atUs } = await countRules(ofTokens, { cost: tokens, tickUs: TICK_US, ...(back && { back }) });
      const counted = said.every(({ admitted }) => admitted) ? tokens : 0;
      return { said, taken: { tokens: counted, tick: atUs / TICK_US } };
    },

    close: () => admissions.close(),
  };
}

/** Requests of keys: those that wait for the next statement, and what was set aside for keys here. */
class Admissions {
  readonly #db: Database;
  readonly #limit: RateLimit;
  readonly #clock: Counting['clock'];
  readonly #statement: RowSet;
  readonly #slices: AdmissionSlices;
  #waiting: Waiting[] = [];
  #isWorking = false;
  #worked: Promise<void> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isReportDue = false;

  constructor({ db, limit, clock }: Counting, databaseClock: string) {
    this.#db = db;
    this.#limit = limit;
    this.#clock = clock;
    this.#statement = decision(databaseClock, limit);
    this.#slices = new AdmissionSlices(limit);
  }

  /** Where none waits, none is counted. */
  async look(keyId: string, max: number): Promise<Admission> {
    const decided = (await this.#decide(new Map([[keyId, { wants: 0, max, report: NO_SLICE }]]))).get(keyId);
    const remaining = Math.max(0, max - (decided?.count ?? 0));
    return { admitted: false, remaining, resetMs: decided?.resetMs ?? 0 };
  }

  admit(keyId: string, mayTakeSlice: boolean, max: number): Admission | Promise<Admission> {
    const admission = mayTakeSlice ? this.#slices.take(keyId, this.#clock.monotonicMs()) : undefined;
    if (admission) {
      if (this.#slices.hasUrgent) this.#begin();
      return admission;
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ keyId, mayTakeSlice, max, looks: 0, resolve, reject });
      this.#begin();
    });
  }

  async close(): Promise<void> {
    this.#slices.close();
    while (this.#slices.size > 0) {
      this.#isReportDue = true;
      this.#begin();
      await this.#worked;
    }
    clearTimeout(this.#timer);
  }

  async #decide(wishes: ReadonlyMap<string, Wish>): Promise<Map<string, Decided>> {
    const inOrder = [...wishes].sort(([a], [b]) => (a < b ? -1 : 1)).map(toRow);
    const rows = await readForRows(this.#db.serving.sql, this.#statement, inOrder).catch((cause: unknown) => {
      throw storeUnavailable(cause, true);
    });
    return new Map(
      rows.map((row) => {
        const keyId = text(row, 'key_id');
        return [keyId, fromRow(row, wishes.get(keyId)!.report.kept, this.#limit)];
      }),
    );
  }

  /** A key that was never asked for has no row yet. */
  async #decideAll(wishes: ReadonlyMap<string, Wish>): Promise<Map<string, Decided>> {
    const decided = await this.#decide(wishes);
    const unknown = new Map([...wishes].filter(([keyId]) => !decided.has(keyId)));
    if (unknown.size === 0) return decided;
    const ids = [...unknown.keys()].sort().map((keyId) => [keyId]);
    await Promise.all(runForRows(this.#db.sql, ADD_KEYS, ids)).catch((cause: unknown) => {
      throw storeUnavailable(cause, true);
    });
    return new Map([...decided, ...(await this.#decide(unknown))]);
  }

  async #ask(group: readonly Waiting[], reported: readonly string[]): Promise<void> {
    const slices = this.#slices;
    const sentMs = this.#clock.monotonicMs();
    const byKey = Map.groupBy(group, ({ keyId }) => keyId);
    const wishes = new Map<string, Wish>();
    for (const keyId of new Set([...byKey.keys(), ...reported])) {
      const ofKey = byKey.get(keyId) ?? [];
      const chats = ofKey.filter(({ mayTakeSlice }) => mayTakeSlice).length;
      const max = ofKey[0]?.max ?? this.#limit.max;
      wishes.set(keyId, { wants: ofKey.length, max, report: slices.report(keyId, chats, sentMs) });
    }
    try {
      for (const [keyId, decided] of await this.#decideAll(wishes)) {
        const { count, admitted, extra, sliceAtUs, resetMs } = decided;
        const remaining = wishes.get(keyId)!.max - count - admitted;
        slices.learn(keyId, { extra, atUs: sliceAtUs, remaining, resetMs }, sentMs);
        for (const [at, one] of (byKey.get(keyId) ?? []).entries()) this.#answer(one, at, decided);
      }
    } catch (thrown) {
      for (const keyId of wishes.keys()) slices.forget(keyId);
      for (const { reject } of group) reject(thrown);
    }
  }

  /** No request is refused while another could still be admitted in its place. */
  #answer(one: Waiting, at: number, { count, admitted, elsewhere, resetMs }: Decided): void {
    const own = at < admitted ? undefined : this.#slices.take(one.keyId, this.#clock.monotonicMs());
    if (at < admitted) one.resolve({ admitted: true, remaining: Math.max(0, one.max - count - at - 1), resetMs });
    else if (own) one.resolve(own);
    else if (elsewhere === 0 || one.looks >= LOOKS_MAX) one.resolve({ admitted: false, remaining: 0, resetMs });
    else this.#lookAgain(one);
  }

  #lookAgain(one: Waiting): void {
    one.looks += 1;
    setTimeout(() => {
      this.#waiting.push(one);
      this.#begin();
    }, LOOK_MS);
  }

  #begin(): void {
    if (this.#isWorking) return;
    this.#isWorking = true;
    this.#worked = this.#work();
  }

  async #work(): Promise<void> {
    let reported = this.#toReport();
    while (this.#waiting.length > 0 || reported.length > 0) {
      const group = this.#waiting.slice(0, GROUP_MAX);
      this.#waiting = this.#waiting.slice(GROUP_MAX);
      await this.#ask(
        group.filter((one) => this.#isLeft(one)),
        reported,
      );
      reported = this.#toReport();
    }
    this.#isWorking = false;
  }

  /** A request that came while nothing was set aside may find something now. */
  #isLeft({ keyId, mayTakeSlice, resolve }: Waiting): boolean {
    const admission = mayTakeSlice ? this.#slices.take(keyId, this.#clock.monotonicMs()) : undefined;
    if (admission) resolve(admission);
    return !admission;
  }

  /** A slice that is used up is reported at once, everything else with all others when it is time. */
  #toReport(): string[] {
    const slices = this.#slices;
    const keyIds = this.#isReportDue ? slices.due(this.#clock.monotonicMs()) : slices.urgent();
    this.#isReportDue = false;
    if (slices.size > 0) this.#timer ??= setTimeout(() => this.#reportLater(), REPORT_MS).unref();
    return keyIds;
  }

  #reportLater(): void {
    this.#timer = undefined;
    this.#isReportDue = true;
    this.#begin();
  }
}

const toRow = ([keyId, { wants, max, report }]: readonly [string, Wish]) => {
  const { used, kept, size, atUs, spare } = report;
  return [keyId, wants, used, kept, size, atUs, spare, max, farFrom(max)];
};

function fromRow(row: Row, kept: number, { windowMs }: RateLimit): Decided {
  const elsewhere = number(row, 'elsewhere');
  const resetUs =
    row.oldest_us === null ? 0n : bigint(row, 'oldest_us') + BigInt(windowMs) * 1000n - bigint(row, 'now_us');
  return {
    count: number(row, 'recent') - kept - elsewhere,
    admitted: number(row, 'more'),
    extra: number(row, 'extra'),
    sliceAtUs: bigint(row, 'next_us'),
    elsewhere,
    resetMs: Number(resetUs) / 1000,
  };
}
