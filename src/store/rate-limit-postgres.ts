/**
 * Admission times in PostgreSQL, by its clock: exact over all servers. One statement locks the rows of keys, reads the
 * clock, forgets what has left the window, and admits or refuses as `domain/rate-limit.ts` does. Requests that come while
 * it is on its way are the next statement, many together: under load a request costs a small part of one.
 */
import type { RateLimits } from '../domain/ports.ts';
import type { Admission, RateLimit } from '../domain/rate-limit.ts';
import { bigint, type Database, number, text } from './database.ts';
import { type RowSet, readForRows, runForRows } from './row-set.ts';
import { storeUnavailable } from './store-protocol.ts';

/** The clock of the database in microseconds. */
const DATABASE_CLOCK = '(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000)::BIGINT';
/** So many requests are decided together. */
const GROUP_MAX = 256;

/**
 * Each step needs the rows of the one before it, so the clock is read when the lock is there: no admission gets a time
 * from before it waited. After a clock went back, the time of a key stands still at its last admission and goes on from
 * there, so that no key gets more than the limit, and none waits longer than a window. `wants`: how many requests of the
 * key wait; as many of them are admitted as fit.
 */
const decision = (clock: string, { max, windowMs }: RateLimit): RowSet => ({
  columns: { key_id: 'TEXT', wants: 'BIGINT' },
  text: `WITH locked AS MATERIALIZED (
     SELECT a.*, rows.wants FROM rows JOIN admissions a ON a.key_id = rows.key_id ORDER BY a.key_id FOR UPDATE OF a
   ), seen AS MATERIALIZED (
     SELECT *, ${clock} AS clock_us FROM locked
   ), timed AS MATERIALIZED (
     SELECT *, GREATEST(clock_us + ahead_us, last_us) AS now_us FROM seen
   ), gone AS (
     DELETE FROM admission_times t USING timed
     WHERE t.key_id = timed.key_id AND t.at_us <= timed.now_us - ${windowMs * 1000} RETURNING t.key_id, t.counted
   ), kept AS MATERIALIZED (
     SELECT *, (counted - COALESCE((SELECT SUM(gone.counted) FROM gone WHERE gone.key_id = timed.key_id), 0))::BIGINT AS recent
     FROM timed
   ), decided AS MATERIALIZED (
     SELECT *, LEAST(wants, GREATEST(0, ${max} - recent)) AS more FROM kept
   ), added AS (
     INSERT INTO admission_times (key_id, at_us, counted) SELECT key_id, now_us, more FROM decided WHERE more > 0
     ON CONFLICT (key_id, at_us) DO UPDATE SET counted = admission_times.counted + excluded.counted
   ), written AS (
     UPDATE admissions a SET counted = d.recent + d.more, last_us = CASE WHEN d.more > 0 THEN d.now_us ELSE d.last_us END,
       ahead_us = d.now_us - d.clock_us
     FROM decided d
     WHERE a.key_id = d.key_id AND (d.more > 0 OR d.recent <> d.counted OR d.ahead_us <> d.now_us - d.clock_us)
   )
   SELECT key_id, now_us, recent AS count, COALESCE(
     (SELECT MIN(at_us) FROM admission_times t WHERE t.key_id = d.key_id AND t.at_us > d.now_us - ${windowMs * 1000}),
     CASE WHEN more > 0 THEN now_us END) AS oldest_us
   FROM decided d`,
});

const ADD_KEYS: RowSet = {
  columns: { key_id: 'TEXT' },
  text: `INSERT INTO admissions (key_id, counted, last_us, ahead_us) SELECT rows.key_id, 0, 0, 0 FROM rows
    ON CONFLICT DO NOTHING`,
};

type Waiting = { readonly keyId: string; resolve(admission: Admission): void; reject(thrown: unknown): void };
/** How many of a key counted before, and when the oldest of them and of those admitted now leaves the window. */
type Decided = { readonly count: number; readonly resetMs: number };

export function createPostgresRateLimits(db: Database, limit: RateLimit, clock = DATABASE_CLOCK): RateLimits {
  const statement = decision(clock, limit);
  const windowUs = BigInt(limit.windowMs) * 1000n;
  let waiting: Waiting[] = [];
  let isAsking = false;

  async function decide(wants: ReadonlyMap<string, number>): Promise<Map<string, Decided>> {
    const inOrder = [...wants].sort(([a], [b]) => (a < b ? -1 : 1));
    const rows = await readForRows(db.serving.sql, statement, inOrder).catch((cause: unknown) => {
      throw storeUnavailable(cause, true);
    });
    return new Map(
      rows.map((row) => {
        const count = number(row, 'count');
        const resetUs = row.oldest_us === null ? 0n : bigint(row, 'oldest_us') + windowUs - bigint(row, 'now_us');
        return [text(row, 'key_id'), { count, resetMs: Number(resetUs) / 1000 }];
      }),
    );
  }

  /** A key that was never asked for has no row yet. */
  async function decideAll(wants: ReadonlyMap<string, number>): Promise<Map<string, Decided>> {
    const decided = await decide(wants);
    const unknown = new Map([...wants].filter(([keyId]) => !decided.has(keyId)));
    if (unknown.size === 0) return decided;
    const ids = [...unknown.keys()].sort().map((keyId) => [keyId]);
    await Promise.all(runForRows(db.sql, ADD_KEYS, ids)).catch((cause: unknown) => {
      throw storeUnavailable(cause, true);
    });
    return new Map([...decided, ...(await decide(unknown))]);
  }

  async function admitGroup(group: readonly Waiting[]): Promise<void> {
    const wants = new Map<string, number>();
    for (const { keyId } of group) wants.set(keyId, (wants.get(keyId) ?? 0) + 1);
    const decided = await decideAll(wants);
    const before = new Map<string, number>();
    for (const { keyId, resolve } of group) {
      const { count, resetMs } = decided.get(keyId)!;
      const counted = before.get(keyId) ?? count;
      before.set(keyId, counted + 1);
      resolve({ admitted: counted < limit.max, remaining: Math.max(0, limit.max - counted - 1), resetMs });
    }
  }

  async function admitWaiting(): Promise<void> {
    isAsking = true;
    while (waiting.length > 0) {
      const group = waiting.slice(0, GROUP_MAX);
      waiting = waiting.slice(GROUP_MAX);
      await admitGroup(group).catch((thrown) => {
        for (const { reject } of group) reject(thrown);
      });
    }
    isAsking = false;
  }

  return {
    // Where none waits, none is counted.
    look: async (keyId) => {
      const { count, resetMs } = (await decide(new Map([[keyId, 0]]))).get(keyId) ?? { count: 0, resetMs: 0 };
      return { admitted: false, remaining: limit.max - count, resetMs };
    },

    admit: (keyId) =>
      new Promise((resolve, reject) => {
        waiting.push({ keyId, resolve, reject });
        if (!isAsking) void admitWaiting();
      }),
  };
}
