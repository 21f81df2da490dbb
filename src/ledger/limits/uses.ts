/** Limits and what was used of them, in one statement for every owner, unit and window. */
import {
  type LimitOwner,
  type LimitSetter,
  type LimitUnit,
  type LimitUse,
  type LimitWindow,
  windowEndMs,
  windowsOf,
} from '../../core/limit.ts';
import { bigint, type Row, type Sql, type SqlValue, text } from '../../platform/database/database.ts';
import { type RowSet, readForRows } from '../../platform/database/row-set.ts';

/** The windows of a moment, as columns of rows. */
export const WINDOWS = {
  month: 'TEXT',
  hour_ms: 'BIGINT',
  day_ms: 'BIGINT',
  week_ms: 'BIGINT',
  month_ms: 'BIGINT',
} as const;

export const windowsAt = (atMs: number): readonly SqlValue[] => {
  const { month, hourMs, dayMs, weekMs, monthMs } = windowsOf(atMs);
  return [month, hourMs, dayMs, weekMs, monthMs];
};

const OF_MEMBER = 'k.account_id = o.account_id AND k.user_id = o.owner_id';

/** Months of keys are added up for months and for all time. They know neither models nor how many requests there were. */
const usedInMonths = (from: string): string =>
  `(SELECT COALESCE(SUM(CASE o.unit WHEN 'CZK' THEN m.spent_nanos ELSE m.tokens END), 0) FROM ${from}
       AND (o.time_window = 'total' OR m.month = rows.month))`;

/** Hours of an account stand together, so those of a month are few pages however long the past is. */
const USED_IN_HOURS = `(SELECT COALESCE(SUM(CASE o.unit WHEN 'CZK' THEN h.cost_nanos WHEN 'requests' THEN h.requests
         ELSE h.input_tokens + h.output_tokens END), 0)
       FROM usage_hours h WHERE h.account_id = o.account_id
       AND h.hour_ms >= CASE o.time_window WHEN 'hour' THEN rows.hour_ms WHEN 'day' THEN rows.day_ms WHEN 'week' THEN rows.week_ms
         WHEN 'month' THEN rows.month_ms ELSE 0 END
       AND (o.model = '' OR h.model = o.model)
       AND (o.owner = 'account' OR h.key_id = o.owner_id
         OR (o.owner = 'member' AND h.key_id IN (SELECT k.id FROM api_keys k WHERE ${OF_MEMBER}))))`;

const USED = `CASE
     WHEN o.id IS NULL OR o.time_window = 'minute' THEN 0
     WHEN o.unit = 'requests' OR o.model <> '' OR o.time_window IN ('hour', 'day', 'week') THEN ${USED_IN_HOURS}
     WHEN o.owner = 'key' THEN ${usedInMonths('key_months m WHERE m.key_id = o.owner_id')}
     WHEN o.owner = 'member' THEN ${usedInMonths(`api_keys k JOIN key_months m ON m.key_id = k.id WHERE ${OF_MEMBER}`)}
     ELSE ${usedInMonths('api_keys k JOIN key_months m ON m.key_id = k.id WHERE k.account_id = o.account_id')} END AS used`;

/** The columns of `limits o`, with the windows in `rows`. */
export const LIMIT_COLUMNS = `o.id, o.owner, o.owner_id, o.unit, o.time_window, o.model, o.maximum, o.set_by, ${USED}`;

const LEASED = `(SELECT COALESCE(SUM(l.amount), 0) FROM leases l WHERE l.pot_id = o.id) AS leased,
      (SELECT COALESCE(SUM(l.amount), 0) FROM leases l WHERE l.pot_id = o.id AND l.server_id <> rows.server_id) AS elsewhere`;

/** Those of a minute are counted where requests come in. */
export const IS_LEASED = "o.time_window <> 'minute'";

/** A key of a member comes with the limits of that member; a key without any comes if it is a member's. */
const OF_KEYS: RowSet = {
  columns: { key_id: 'TEXT', server_id: 'TEXT', ...WINDOWS },
  text: `SELECT k.account_id, k.id AS key_id, k.user_id, ${LIMIT_COLUMNS}, ${LEASED}
    FROM api_keys k LEFT JOIN limits o ON o.account_id = k.account_id AND o.owner_id IN (k.id, k.user_id) AND ${IS_LEASED}, rows
    WHERE k.id = rows.key_id AND (k.user_id IS NOT NULL OR o.id IS NOT NULL)`,
};

const OF_ACCOUNTS: RowSet = {
  columns: { account_id: 'TEXT', server_id: 'TEXT', ...WINDOWS },
  text: `SELECT o.account_id, ${LIMIT_COLUMNS}, ${LEASED} FROM limits o, rows
    WHERE o.account_id = rows.account_id AND o.owner_id = rows.account_id AND ${IS_LEASED}`,
};

/** Every limit of an account, its keys and its members, or those of one of them. */
const OF_OWNERS: RowSet = {
  columns: { account_id: 'TEXT', owner_id: 'TEXT', server_id: 'TEXT', ...WINDOWS },
  text: `SELECT o.account_id, ${LIMIT_COLUMNS}, ${LEASED} FROM limits o, rows
    WHERE o.account_id = rows.account_id AND (rows.owner_id = '' OR o.owner_id = rows.owner_id)
    ORDER BY o.unit, o.time_window, o.model, o.id`,
};

type Asked = { readonly serverId: string; readonly atMs: number };

/** Rows for `limitFromRow`; where `id` is null, only whose the key is. */
export const limitRowsOfKeys = (sql: Sql, keyIds: readonly string[], { serverId, atMs }: Asked) =>
  readForRows(
    sql,
    OF_KEYS,
    keyIds.map((id) => [id, serverId, ...windowsAt(atMs)]),
  );

export const limitRowsOfAccounts = (sql: Sql, accountIds: readonly string[], { serverId, atMs }: Asked) =>
  readForRows(
    sql,
    OF_ACCOUNTS,
    accountIds.map((id) => [id, serverId, ...windowsAt(atMs)]),
  );

type Owners = { readonly accountId: string; readonly ownerId?: string; readonly nowMs: number };

/** All of an account, of its keys and of its members; or of one owner. */
export async function limitsOf(sql: Sql, { accountId, ownerId = '', nowMs }: Owners): Promise<readonly LimitUse[]> {
  const rows = await readForRows(sql, OF_OWNERS, [[accountId, ownerId, '', ...windowsAt(nowMs)]]);
  return rows.map((row) => limitFromRow(row, nowMs));
}

export function limitFromRow(row: Row, atMs: number): LimitUse {
  const window = text(row, 'time_window') as LimitWindow;
  return {
    id: text(row, 'id'),
    owner: text(row, 'owner') as LimitOwner,
    ownerId: text(row, 'owner_id'),
    unit: text(row, 'unit') as LimitUnit,
    window,
    ...modelIn(row),
    max: bigint(row, 'maximum'),
    setBy: text(row, 'set_by') as LimitSetter,
    used: bigint(row, 'used'),
    held: bigint(row, 'leased'),
    resetsAtMs: windowEndMs(window, atMs),
  };
}

export const modelIn = ({ model }: Row): { readonly model?: string } => (model === '' ? {} : { model: String(model) });
