/**
 * Windows within the period of a plan: how much of its pot may be used in one. A window is leased under an id of its own, as
 * a limit is; what was used in it is the sum of hours.
 */
import { PLAN_WINDOWS, type PlanWindow, planWindowAt } from '../core/plan.ts';
import { bigint, type Row, type Sql, text } from '../platform/database/database.ts';
import { type RowSet, readForRows } from '../platform/database/row-set.ts';
import { termsFromText } from './pot-terms.ts';

export type WindowUse = {
  /** Under which it is leased. */
  readonly id: string;
  readonly window: PlanWindow;
  readonly max: bigint;
  readonly used: bigint;
  readonly leased: bigint;
  readonly elsewhere: bigint;
  readonly resetsAtMs: number;
};

type Asked = { readonly serverId: string; readonly atMs: number };

const windowId = (potId: string, window: PlanWindow): string => `${potId}/${window}`;

/** By pot; pots without windows are not there. The rows are of pots, with their terms. */
export async function windowsOfPots(
  sql: Sql,
  pots: readonly Row[],
  { serverId, atMs }: Asked,
): Promise<ReadonlyMap<string, readonly WindowUse[]>> {
  const asked = pots.flatMap((pot) => {
    const windows = pot.terms === null ? undefined : termsFromText(text(pot, 'terms'))?.windows;
    const startsAtMs = Number(pot.created_at_ms);
    return PLAN_WINDOWS.flatMap((window) => {
      const max = windows?.[window];
      if (max === undefined) return [];
      const { fromMs, toMs } = planWindowAt(window, { startsAtMs, atMs });
      return [{ potId: text(pot, 'id'), window, max: BigInt(max), fromMs, toMs }];
    });
  });
  if (asked.length === 0) return NONE;
  const rows = await readForRows(
    sql,
    USES,
    asked.map(({ potId, window, fromMs }) => [potId, windowId(potId, window), serverId, fromMs]),
  );
  const useOf = new Map(rows.map((row) => [text(row, 'id'), row]));
  const uses = asked.map(({ potId, window, max, toMs }) => {
    const id = windowId(potId, window);
    const row = useOf.get(id)!;
    const sums = { used: bigint(row, 'used'), leased: bigint(row, 'leased'), elsewhere: bigint(row, 'elsewhere') };
    return [potId, { id, window, max, ...sums, resetsAtMs: toMs }] as const;
  });
  return new Map([...Map.groupBy(uses, ([potId]) => potId)].map(([potId, own]) => [potId, own.map(([, use]) => use)]));
}

const NONE: ReadonlyMap<string, readonly WindowUse[]> = new Map();

const USES: RowSet = {
  columns: { pot_id: 'TEXT', id: 'TEXT', server_id: 'TEXT', from_ms: 'BIGINT' },
  text: `SELECT rows.id AS id,
      (SELECT COALESCE(SUM(h.amount), 0) FROM pot_hours h WHERE h.pot_id = rows.pot_id AND h.hour_ms >= rows.from_ms) AS used,
      (SELECT COALESCE(SUM(l.amount), 0) FROM leases l WHERE l.pot_id = rows.id) AS leased,
      (SELECT COALESCE(SUM(l.amount), 0) FROM leases l WHERE l.pot_id = rows.id AND l.server_id <> rows.server_id) AS elsewhere
    FROM rows`,
};

/** The ids of the windows of the pots of an account `rows.id`, as a condition on a lease. */
export const IS_WINDOW = PLAN_WINDOWS.map(
  (window) =>
    `pot_id IN (SELECT p.id || '/${window}' FROM pots p WHERE p.account_id = rows.id AND p.terms IS NOT NULL)`,
).join(' OR ');

/** Adds to the hours of a batch, or begins them. */
export const COUNT_POT_HOURS: RowSet = {
  columns: { pot_id: 'TEXT', hour_ms: 'BIGINT', amount: 'BIGINT' },
  text: `INSERT INTO pot_hours (pot_id, hour_ms, amount) SELECT rows.pot_id, rows.hour_ms, rows.amount FROM rows WHERE true
    ON CONFLICT (pot_id, hour_ms) DO UPDATE SET amount = pot_hours.amount + excluded.amount`,
};
