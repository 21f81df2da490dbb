import type { AttemptLimit, Attempts } from '../../core/people.ts';
import { type Database, number, type Sql } from '../../platform/database/database.ts';

/** Rows that one transaction removes, so that others do not wait for it. */
const AT_ONCE = 500;

/** A limit was reached: thrown to undo what the same attempt has counted elsewhere. */
class LimitReached extends Error {
  override readonly name = 'LimitReached';
  readonly waitMs: number;
  readonly reached: string;
  constructor(waitMs: number, reached: string) {
    super('A limit is reached.');
    this.waitMs = waitMs;
    this.reached = reached;
  }
}

export function createAttemptStore(db: Database): Attempts {
  return {
    take: async (limits, nowMs) => {
      try {
        await db.transaction(async (sql) => {
          for (const limit of limits) await takeOne(sql, limit, nowMs);
        });
        return { waitMs: 0 };
      } catch (thrown) {
        if (thrown instanceof LimitReached) return { waitMs: thrown.waitMs, reached: thrown.reached };
        throw thrown;
      }
    },

    giveBack: (scopes) =>
      db.transaction(async (sql) => {
        for (const scope of scopes) {
          await sql.run('UPDATE auth_attempts SET attempts = attempts - 1 WHERE scope = ? AND attempts > 0', scope);
        }
      }),

    clear: (scope) =>
      db.transaction(async (sql) => {
        await sql.run('DELETE FROM auth_attempts WHERE scope = ?', scope);
      }),

    forgetEnded: (nowMs) =>
      db.transaction((sql) =>
        sql.run(
          `DELETE FROM auth_attempts
           WHERE scope IN (SELECT scope FROM auth_attempts WHERE ends_at_ms <= ? LIMIT ${AT_ONCE}) AND ends_at_ms <= ?`,
          nowMs,
          nowMs,
        ),
      ),
  };
}

/** The first attempt opens the window, and its end does not move: further attempts do not extend it. */
async function takeOne(sql: Sql, { scope, max, windowMs }: AttemptLimit, nowMs: number): Promise<void> {
  const row = await sql.one(
    `INSERT INTO auth_attempts (scope, attempts, ends_at_ms) VALUES (?, 1, ?)
     ON CONFLICT (scope) DO UPDATE SET
       attempts = CASE WHEN auth_attempts.ends_at_ms <= ? THEN 1 ELSE auth_attempts.attempts + 1 END,
       ends_at_ms = CASE WHEN auth_attempts.ends_at_ms <= ? THEN excluded.ends_at_ms ELSE auth_attempts.ends_at_ms END
     RETURNING attempts, ends_at_ms`,
    scope,
    nowMs + windowMs,
    nowMs,
    nowMs,
  );
  if (!row || number(row, 'attempts') <= max) return;
  throw new LimitReached(Math.max(1, number(row, 'ends_at_ms') - nowMs), scope);
}
