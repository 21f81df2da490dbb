/**
 * Admission times in PostgreSQL, by its clock: exact over all servers. One statement locks the key's row, reads the
 * clock, forgets what has left the window, and admits or refuses as `domain/rate-limit.ts` does.
 */
import type { RateLimits } from '../domain/ports.ts';
import type { RateLimit } from '../domain/rate-limit.ts';
import { bigint, type Database, number } from './database.ts';
import { storeUnavailable } from './store-protocol.ts';

/** The clock of the database in microseconds. */
const DATABASE_CLOCK = '(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000)::BIGINT';

/**
 * Each step needs the rows of the one before it, so the clock is read when the lock is there: no admission gets a time
 * from before it waited. After a clock went back, times move back with it; the last admission then counts as just now,
 * so that no key gets more than the limit, and none waits longer than a window.
 */
export const admissionStatement = (clock: string): string =>
  `WITH locked AS MATERIALIZED (
     SELECT times_us FROM admissions WHERE key_id = ? FOR UPDATE
   ), seen AS MATERIALIZED (
     SELECT string_to_array(times_us, ',')::BIGINT[] AS times, ${clock} AS now_us FROM locked
   ), moved AS MATERIALIZED (
     SELECT times, now_us, GREATEST(0, times[cardinality(times)] - now_us) AS ahead_us FROM seen
   ), kept AS MATERIALIZED (
     SELECT now_us, ahead_us, ARRAY(
       SELECT t - ahead_us FROM unnest(times) AS t WHERE t - ahead_us + ?::BIGINT > now_us ORDER BY t
     ) AS recent FROM moved
   ), decided AS MATERIALIZED (
     SELECT *, CASE WHEN cardinality(recent) < ?::BIGINT THEN recent || now_us ELSE recent END AS next FROM kept
   ), written AS (
     UPDATE admissions SET times_us = array_to_string(next, ',') FROM decided
     WHERE key_id = ? AND (next <> recent OR ahead_us > 0)
   )
   SELECT now_us, cardinality(recent) AS count, next[1] AS oldest_us FROM decided`;

export function createPostgresRateLimits(db: Database, limit: RateLimit, clock = DATABASE_CLOCK): RateLimits {
  const statement = admissionStatement(clock);
  const windowUs = BigInt(limit.windowMs) * 1000n;

  const ask = (keyId: string, max = limit.max) => db.sql.one(statement, keyId, windowUs, max, keyId);

  async function askAnew(keyId: string) {
    await db.sql.run("INSERT INTO admissions (key_id, times_us) VALUES (?, '') ON CONFLICT DO NOTHING", keyId);
    return ask(keyId);
  }

  return {
    // Where none may be admitted, none is counted.
    look: async (keyId) => {
      const row = await ask(keyId, 0).catch((cause: unknown) => {
        throw storeUnavailable(cause, true);
      });
      const count = row ? number(row, 'count') : 0;
      const resetUs = row && count > 0 ? bigint(row, 'oldest_us') + windowUs - bigint(row, 'now_us') : 0n;
      return { admitted: false, remaining: limit.max - count, resetMs: Number(resetUs) / 1000 };
    },

    admit: async (keyId) => {
      try {
        const row = (await ask(keyId)) ?? (await askAnew(keyId));
        const count = number(row!, 'count');
        const admitted = count < limit.max;
        const resetUs = bigint(row!, 'oldest_us') + windowUs - bigint(row!, 'now_us');
        return { admitted, remaining: limit.max - count - (admitted ? 1 : 0), resetMs: Number(resetUs) / 1000 };
      } catch (cause) {
        throw storeUnavailable(cause, true);
      }
    },
  };
}
