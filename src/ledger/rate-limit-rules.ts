/**
 * Several rules in PostgreSQL at once, such as those of a key and of its account: one statement locks their rows, reads the
 * clock, forgets what has left the window, and counts under all of them or under none. It writes the same tables as
 * `rate-limit-postgres.ts` and sets nothing aside.
 */
import type { Admission, RateLimit, RateRule } from '../core/rate-limit.ts';
import { bigint, type Database, number, type Row, text } from '../platform/database/database.ts';
import { type RowSet, readForRows, runForRows } from '../platform/database/row-set.ts';
import { storeUnavailable } from '../platform/database/store-unavailable.ts';

/**
 * As in `rate-limit-postgres.ts`, each step needs the rows of the one before it. `rules`: how many there are; where one has
 * no row yet, nothing is counted. `cost`: how much is to be counted, at the end
 * of a `tick` of microseconds; all rules see one moment. `back`: what is no longer counted at `back_us`. `need`: how much has to leave the window before
 * more is free; one is enough where nothing is refused.
 */
const decision = (clock: string, limit: RateLimit): RowSet => ({
  columns: {
    key_id: 'TEXT',
    rules: 'BIGINT',
    most: 'BIGINT',
    cost: 'BIGINT',
    tick: 'BIGINT',
    back: 'BIGINT',
    back_us: 'BIGINT',
  },
  text: `WITH locked AS MATERIALIZED (
     SELECT a.*, rows.rules, rows.most, rows.cost, rows.tick, rows.back, rows.back_us
     FROM rows JOIN admissions a ON a.key_id = rows.key_id ORDER BY a.key_id FOR UPDATE OF a
   ), seen AS MATERIALIZED (
     SELECT * FROM locked, (SELECT ${clock} AS clock_us FROM (SELECT COUNT(*) FROM locked) AS waited) AS clock
   ), timed AS MATERIALIZED (
     SELECT *, now_us - ${limit.windowMs * 1000} AS from_us, (now_us + tick - 1) / tick * tick AS next_us
     FROM (SELECT *, GREATEST(clock_us + ahead_us, last_us) AS now_us FROM seen) AS known
   ), gone AS (
     DELETE FROM admission_times t USING timed
     WHERE t.key_id = timed.key_id AND t.at_us <= timed.from_us RETURNING t.key_id, t.counted
   ), given AS MATERIALIZED (
     SELECT *, COALESCE((SELECT LEAST(back, t.counted) FROM admission_times t
       WHERE t.key_id = timed.key_id AND t.at_us = back_us AND t.at_us > from_us), 0) AS free
     FROM timed
   ), reported AS MATERIALIZED (
     SELECT *, (counted - free
       - COALESCE((SELECT SUM(gone.counted) FROM gone WHERE gone.key_id = given.key_id), 0))::BIGINT AS recent
     FROM given
   ), decided AS MATERIALIZED (
     SELECT *, GREATEST(1, recent + cost - most) AS need,
       CASE WHEN (SELECT COUNT(*) = MAX(rules) AND bool_and(recent + cost <= most) FROM reported) THEN cost ELSE 0 END AS more
     FROM reported
   ), added AS (
     INSERT INTO admission_times (key_id, at_us, counted)
     SELECT key_id, at_us, SUM(n)::BIGINT
     FROM decided, LATERAL (VALUES (next_us, more), (back_us, -free)) AS change (at_us, n)
     WHERE n <> 0 AND at_us > from_us GROUP BY key_id, at_us
     ON CONFLICT (key_id, at_us) DO UPDATE SET counted = admission_times.counted + excluded.counted
   ), written AS (
     UPDATE admissions a SET counted = d.recent + d.more, ahead_us = d.now_us - d.clock_us,
       last_us = CASE WHEN d.more > 0 THEN d.now_us ELSE d.last_us END
     FROM decided d
     WHERE a.key_id = d.key_id AND (d.recent + d.more <> d.counted OR d.ahead_us <> d.now_us - d.clock_us)
   )
   SELECT key_id, now_us, next_us, recent, more,
     COALESCE(
       CASE WHEN need = 1 THEN (SELECT MIN(at_us) FROM admission_times t
           WHERE t.key_id = d.key_id AND t.at_us > d.from_us AND t.counted > 0)
         ELSE (SELECT MIN(at_us) FROM (SELECT at_us, SUM(counted) OVER (ORDER BY at_us) AS freed FROM admission_times t
           WHERE t.key_id = d.key_id AND t.at_us > d.from_us) AS steps WHERE freed >= need) END,
       CASE WHEN more > 0 THEN next_us END) AS frees_us
   FROM decided d`,
});

/** A rule that was never asked for has no row yet. */
export const ADD_KEYS: RowSet = {
  columns: { key_id: 'TEXT' },
  text: `INSERT INTO admissions (key_id, counted, last_us, ahead_us) SELECT rows.key_id, 0, 0, 0 FROM rows
    ON CONFLICT DO NOTHING`,
};

type Change = {
  readonly cost: number;
  readonly tickUs: number;
  readonly back?: { readonly cost: number; readonly atUs: number };
};

type RuleCount = {
  readonly said: readonly Admission[];
  /** Where it was counted. */
  readonly atUs: number;
};

type RuleCounts = (rules: readonly RateRule[], change: Change) => Promise<RuleCount>;

export function createRuleCounts(db: Database, limit: RateLimit, databaseClock: string): RuleCounts {
  const statement = decision(databaseClock, limit);

  const ask = (rows: readonly (readonly (string | number)[])[]) => readForRows(db.serving.sql, statement, rows);

  async function askAll(rows: readonly (readonly (string | number)[])[]): Promise<readonly Row[]> {
    const known = await ask(rows);
    if (known.length === rows.length) return known;
    const ids = rows.map(([id]) => [id!]);
    await Promise.all(runForRows(db.sql, ADD_KEYS, ids.toSorted()));
    return ask(rows);
  }

  return async (rules, { cost, tickUs, back }) => {
    const rows = rules.map(({ id, max }) => [id, rules.length, max, cost, tickUs, back?.cost ?? 0, back?.atUs ?? 0]);
    const answered = await askAll(rows).catch((cause: unknown) => {
      throw storeUnavailable(cause, true);
    });
    const byId = new Map(answered.map((row) => [text(row, 'key_id'), row]));
    const inOrder = rules.map((rule) => ({ rule, row: byId.get(rule.id)! }));
    return {
      said: inOrder.map(({ rule, row }) => toAdmission(row, { max: rule.max, cost, windowMs: limit.windowMs })),
      atUs: number(inOrder[0]!.row, 'next_us'),
    };
  };
}

type Asked = { readonly max: number; readonly cost: number; readonly windowMs: number };

function toAdmission(row: Row, { max, cost, windowMs }: Asked): Admission {
  const recent = number(row, 'recent');
  const resetUs = row.frees_us === null ? 0 : Number(bigint(row, 'frees_us') - bigint(row, 'now_us')) + windowMs * 1000;
  return {
    admitted: recent + cost <= max,
    remaining: Math.max(0, max - recent - number(row, 'more')),
    resetMs: resetUs / 1000,
  };
}
