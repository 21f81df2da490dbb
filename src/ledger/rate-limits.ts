/** Where requests are counted: in memory by one server alone, else where all servers can: Redis, or PostgreSQL. */

import type { RateLimit } from '../core/rate-limit.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { createMemoryRateLimits } from './rate-limit-memory.ts';
import { createPostgresRateLimits } from './rate-limit-postgres.ts';
import { createRedisRateLimits } from './rate-limit-redis.ts';
import type { RateLimits } from './rate-limiter.ts';

type RateLimitsPlace = {
  readonly limit: RateLimit;
  readonly clock: Clock;
  readonly redisUrl: string;
  /** The database that other servers use too, where it is one. */
  readonly shared: Database | undefined;
};

export type OpenRateLimits = RateLimits & {
  /** Rejects unless a request could be counted now. */
  check(): Promise<void>;
  close(): Promise<void>;
};

export function openRateLimits({ limit, clock, redisUrl, shared }: RateLimitsPlace): OpenRateLimits {
  if (!shared) return { ...createMemoryRateLimits(limit, clock), ...NOTHING_OUTSIDE };
  if (!redisUrl) return { ...NOTHING_OUTSIDE, ...createPostgresRateLimits({ db: shared, limit, clock }) };
  const beginnings = {
    isFirstEver: async () => !(await shared.sql.one('SELECT 1 AS found FROM limiters WHERE name = ?', REDIS)),
    note: async () => {
      const words = 'INSERT INTO limiters (name, since_ms) VALUES (?, ?) ON CONFLICT DO NOTHING';
      await shared.sql.run(words, REDIS, clock.nowMs());
    },
  };
  return createRedisRateLimits({ url: redisUrl, limit, beginnings });
}

/** Its name in the table `limiters`. */
const REDIS = 'redis';

const NOTHING_OUTSIDE = { check: async () => {}, close: async () => {} };
