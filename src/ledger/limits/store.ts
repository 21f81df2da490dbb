/** Sets limits, and reads them for pages. */
import {
  isSameKind,
  type LimitOwner,
  type LimitRule,
  type LimitSetter,
  type LimitUnit,
  type LimitUse,
  type LimitWindow,
} from '../../core/limit.ts';
import { bigint, type Database, type Row, type Sql, text } from '../../platform/database/database.ts';
import { limitsOf, modelIn } from './uses.ts';

/** Limits of an account, of its keys and of its members. */
export interface AccountLimits {
  /** All of them; those of a minute without what was used. */
  list(accountId: string, nowMs: number): Promise<readonly LimitUse[]>;
  /** Makes these the limits that the customer has set for all keys together. */
  set(accountId: string, limits: readonly LimitRule[]): Promise<void>;
}

export const createLimitStore = (db: Database): AccountLimits => ({
  list: (accountId, nowMs) => limitsOf(db.sql, { accountId, nowMs }),

  set: (accountId, rules) =>
    db.transaction((sql) =>
      setLimits(sql, { accountId, owner: 'account', ownerId: accountId, setBy: 'customer' }, rules),
    ),
});

type Limited = {
  readonly accountId: string;
  readonly owner: LimitOwner;
  readonly ownerId: string;
  readonly setBy: LimitSetter;
};

/**
 * Makes these the limits of an owner. One that is only raised or lowered keeps its id, and so what is leased of it. One that
 * goes takes its leases along: its id never comes back.
 */
export async function setLimits(sql: Sql, limited: Limited, rules: readonly LimitRule[]): Promise<void> {
  const { accountId, owner, ownerId, setBy } = limited;
  const known = await sql.all(
    'SELECT id, unit, time_window, model, maximum FROM limits WHERE account_id = ? AND owner_id = ? AND set_by = ?',
    accountId,
    ownerId,
    setBy,
  );
  for (const row of known) {
    const rule = rules.find(isOf(row));
    const id = text(row, 'id');
    if (!rule) await removeLimit(sql, id);
    else if (rule.max !== bigint(row, 'maximum')) {
      await sql.run('UPDATE limits SET maximum = ? WHERE id = ?', rule.max, id);
    }
  }
  for (const rule of rules) {
    if (known.some((row) => isOf(row)(rule))) continue;
    await sql.run(
      `INSERT INTO limits (id, account_id, owner, owner_id, unit, time_window, model, maximum, set_by)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      `limit_${crypto.randomUUID()}`,
      accountId,
      owner,
      ownerId,
      rule.unit,
      rule.window,
      rule.model ?? '',
      rule.max,
      setBy,
    );
  }
}

const isOf = (row: Row) => (rule: LimitRule) =>
  isSameKind(rule, { unit: row.unit as LimitUnit, window: row.time_window as LimitWindow, ...modelIn(row) });

async function removeLimit(sql: Sql, id: string): Promise<void> {
  await sql.run('DELETE FROM leases WHERE pot_id = ?', id);
  await sql.run('DELETE FROM limit_alerts WHERE limit_id = ?', id);
  await sql.run('DELETE FROM limits WHERE id = ?', id);
}

/** Removes the limits of an owner, or of all members of an account. */
export async function removeLimitsOfMembers(sql: Sql, accountId: string, userId?: string): Promise<void> {
  const rows = await sql.all(
    `SELECT id FROM limits WHERE account_id = ? AND owner = 'member' ${userId === undefined ? '' : 'AND owner_id = ?'}`,
    accountId,
    ...(userId === undefined ? [] : [userId]),
  );
  for (const row of rows) await removeLimit(sql, text(row, 'id'));
}

/** The limits of a key `k`, its member and its account as one text, so that a key is read with them in one statement. */
export const LIMITS_OF_KEY = `(SELECT string_agg(o.owner || ' ' || o.unit || ' ' || o.time_window || ' ' || CAST(o.maximum AS TEXT) || ' ' || o.model, ',')
  FROM limits o WHERE o.account_id = k.account_id AND o.owner_id IN (k.id, k.user_id, k.account_id)) AS limits`;

/** The limits of one owner out of that text. */
export function limitsIn({ limits }: Row, owner: LimitOwner): readonly LimitRule[] {
  if (limits == null) return NONE;
  return String(limits)
    .split(',')
    .map((one) => one.split(' '))
    .filter(([whose]) => whose === owner)
    .map(([, unit, window, max, model = '']) => ({
      unit: unit as LimitUnit,
      window: window as LimitWindow,
      ...modelIn({ model }),
      max: BigInt(max!),
    }))
    .sort((a, b) => (kindText(a) < kindText(b) ? -1 : 1));
}

const kindText = ({ unit, window, model = '' }: LimitRule): string => `${unit} ${window} ${model}`;

const NONE: readonly LimitRule[] = [];
