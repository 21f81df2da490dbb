/** The keys of one account, as its owner lists and changes them. Every statement names the account. */

import { type ApiKey, isUsable, type KeyChange, type KeyKind, type KeyRecord } from '../../core/api-key.ts';
import { monthOf } from '../../core/calendar.ts';
import { ServiceError, tooManyKeys } from '../../core/errors.ts';
import { type LimitRule, type LimitUse, leftOf } from '../../core/limit.ts';
import { SETTINGS_LIMITS } from '../../core/limits.ts';
import { nanos } from '../../core/money.ts';
import { setLimits } from '../../ledger/limits/store.ts';
import { limitsOf } from '../../ledger/limits/uses.ts';
import {
  bigint,
  type Database,
  optionalNumber,
  type Row,
  type Sql,
  type SqlValue,
  text,
} from '../../platform/database/database.ts';
import { insertKey, KEY_COLUMNS, keyFromRow, limitedKey, MEMBER_ROLE, USED_KEYS, usedKeyFromRow } from './key-row.ts';
import type { AccountKeys, KeyOf, KeyReading, KeyRotation, PlaygroundOf } from './keys.ts';

export function createAccountKeysStore(db: Database): AccountKeys {
  return {
    list: async (accountId, reading) => {
      const rows = await readRecords(db.sql, accountId, { ...reading, keyId: null });
      return withLimits(rows, await limitsOf(db.sql, { accountId, nowMs: reading.nowMs }));
    },

    find: async ({ accountId, keyId, ofUserId }, reading) => {
      const rows = await readRecords(db.sql, accountId, { ...reading, ofUserId, keyId });
      const limits = await limitsOf(db.sql, { accountId, ownerId: keyId, nowMs: reading.nowMs });
      const [key] = withLimits(rows, limits);
      if (!key) throw notFound();
      return key;
    },

    add: (newKey, livingMax) =>
      db.transaction(async (sql) => {
        await lockOpenAccount(sql, newKey.key.accountId);
        await refuseTooMany(sql, newKey.key, livingMax);
        await insertKey(sql, newKey);
      }),

    change: (key, change) => db.transaction((sql) => changeKey(sql, key, change)),

    rotate: (key, next) => db.transaction((sql) => rotateKey(sql, key, next)),

    revoke: ({ accountId, keyId, ofUserId }, atMs) =>
      db.transaction(async (sql) => {
        const changed = await sql.run(
          `UPDATE api_keys SET revoked_at_ms = COALESCE(revoked_at_ms, ?)
           WHERE id = ? AND account_id = ? AND kind = 'api' AND ${OWN}`,
          atMs,
          keyId,
          accountId,
          ...own(ofUserId),
        );
        if (changed === 0) throw notFound();
      }),

    findPlayground: async (of) => {
      const row = await playgroundRow(db.sql, of);
      return row && usedKeyFromRow(row);
    },

    makePlayground: (of, ifNone) =>
      db.transaction(async (sql) => {
        await lockOpenAccount(sql, of.accountId);
        return usedKeyFromRow((await playgroundRow(sql, of)) ?? (await makePlaygroundKey(sql, of, ifNone)));
      }),
  };
}

/** Keys of all, or of one member. */
const OWN = '(? = 0 OR user_id = ?)';
const own = (userId: string | undefined): readonly SqlValue[] => [userId === undefined ? 0 : 1, userId ?? ''];

const SPENT = '(SELECT COALESCE(SUM(spent_nanos), 0) FROM key_months WHERE key_id = k.id)';
const TOKENS = '(SELECT COALESCE(SUM(tokens), 0) FROM key_months WHERE key_id = k.id)';

/** However many can be used, none of them is left out. */
const SHOWN = `(SELECT CASE WHEN COUNT(*) > ? THEN COUNT(*) ELSE ? END FROM api_keys
  WHERE account_id = ? AND revoked_at_ms IS NULL)`;

type Selection = KeyReading & { readonly keyId: string | null };

/** One key, or all that are shown. What was spent today is read from its hours alone, however long the past is. */
async function readRecords(sql: Sql, accountId: string, { keyId, ofUserId, nowMs, dayFromMs }: Selection) {
  const one = keyId === null ? '' : 'AND k.id = ?';
  return sql.all(
    `SELECT ${KEY_COLUMNS}, ${MEMBER_ROLE}, (SELECT email FROM auth_users WHERE id = k.user_id) AS member_email, COALESCE(t.cost, 0) AS today_nanos, COALESCE(t.tokens, 0) AS today_tokens, ${SPENT} AS spent_nanos, ${TOKENS} AS tokens,
       (SELECT spent_nanos FROM key_months WHERE key_id = k.id AND month = ?) AS month_nanos,
       (SELECT tokens FROM key_months WHERE key_id = k.id AND month = ?) AS month_tokens,
       (SELECT MAX(last_used_at_ms) FROM key_months WHERE key_id = k.id) AS last_used_at_ms
     FROM api_keys k
     LEFT JOIN (SELECT key_id, SUM(cost_nanos) AS cost, SUM(input_tokens + output_tokens) AS tokens FROM usage_hours
                WHERE account_id = ? AND hour_ms >= ? GROUP BY key_id) t ON t.key_id = k.id
     WHERE k.account_id = ? ${one} AND ${OWN}
     ORDER BY CASE WHEN k.revoked_at_ms IS NULL AND (k.expires_at_ms IS NULL OR k.expires_at_ms > ?) THEN 0 ELSE 1 END,
       k.created_at_ms DESC, k.id LIMIT ${SHOWN}`,
    monthOf(nowMs),
    monthOf(nowMs),
    accountId,
    dayFromMs,
    accountId,
    ...(keyId === null ? [] : [keyId]),
    ...own(ofUserId),
    nowMs,
    ...Array(2).fill(SETTINGS_LIMITS.keysShown),
    accountId,
  );
}

function withLimits(rows: readonly Row[], limits: readonly LimitUse[]): readonly KeyRecord[] {
  const limitsOfKey = Map.groupBy(limits, ({ ownerId }) => ownerId);
  return rows.map((row) => ({ ...recordFromRow(row), limits: limitsOfKey.get(text(row, 'id')) ?? [] }));
}

function recordFromRow(row: Row): Omit<KeyRecord, 'limits'> {
  const lastUsedAtMs = optionalNumber(row, 'last_used_at_ms');
  return {
    ...keyFromRow(row),
    kind: text(row, 'kind') as KeyKind,
    ...(row.member_email !== null && { memberEmail: text(row, 'member_email') }),
    ...(lastUsedAtMs !== undefined && { lastUsedAtMs }),
    spent: nanos(bigint(row, 'spent_nanos')),
    spentMonth: nanos(bigint(row, 'month_nanos')),
    spentToday: nanos(bigint(row, 'today_nanos')),
    tokens: bigint(row, 'tokens'),
    tokensMonth: bigint(row, 'month_tokens'),
    tokensToday: bigint(row, 'today_tokens'),
  };
}

/** Whatever changes an account's keys comes one after the other, so that limits hold for many at once too. */
async function lockOpenAccount(sql: Sql, accountId: string): Promise<void> {
  const account = await sql.one('UPDATE accounts SET status = status WHERE id = ? RETURNING status', accountId);
  if (!account) throw new ServiceError('not_found', 'There is no such account.');
  if (text(account, 'status') === 'closed') throw new ServiceError('account_blocked', 'This account is closed.');
}

async function refuseTooMany(sql: Sql, { accountId, createdAtMs }: ApiKey, livingMax: number): Promise<void> {
  const living = await sql.one(
    `SELECT COUNT(*) AS n FROM api_keys
     WHERE account_id = ? AND kind = 'api' AND revoked_at_ms IS NULL AND (expires_at_ms IS NULL OR expires_at_ms > ?)`,
    accountId,
    createdAtMs,
  );
  if (bigint(living!, 'n') < livingMax) return refuseManyInAll(sql, accountId);
  throw tooManyKeys(livingMax);
}

async function refuseManyInAll(sql: Sql, accountId: string): Promise<void> {
  const { keysMax } = SETTINGS_LIMITS;
  const all = await sql.one('SELECT COUNT(*) AS n FROM api_keys WHERE account_id = ?', accountId);
  if (bigint(all!, 'n') < keysMax) return;
  throw new ServiceError('invalid_request', `An account has at most ${keysMax} keys in all, ended ones included.`);
}

async function refuseRevoked(sql: Sql, { accountId, keyId, ofUserId }: KeyOf): Promise<Row> {
  const row = await sql.one(
    `SELECT ${KEY_COLUMNS}, ${SPENT} AS spent_nanos, ${TOKENS} AS tokens FROM api_keys k
     WHERE k.id = ? AND k.account_id = ? AND ${OWN}`,
    keyId,
    accountId,
    ...own(ofUserId),
  );
  if (!row) throw notFound();
  if (row.revoked_at_ms !== null) throw new ServiceError('invalid_request', 'This key is revoked for good.');
  return row;
}

export async function changeKey(sql: Sql, key: KeyOf, change: KeyChange): Promise<void> {
  await refuseRevoked(sql, key);
  if (change.limits) await setLimits(sql, limitedKey({ ...key, id: key.keyId }), change.limits);
  for (const [column, value] of columnsOf(change)) {
    await sql.run(`UPDATE api_keys SET ${column} WHERE id = ?`, ...value, key.keyId);
  }
}

/** The new key may spend what a limit in all has left: a rotation is no way around it. */
export async function rotateKey(sql: Sql, key: KeyOf, next: KeyRotation): Promise<void> {
  await lockOpenAccount(sql, key.accountId);
  const row = await refuseRevoked(sql, key);
  const old = keyFromRow(row);
  if (text(row, 'kind') !== 'api')
    throw new ServiceError('invalid_request', 'The key of the playground has no secret.');
  if (row.replaced_by !== null || !isUsable(old, next.createdAtMs)) {
    throw new ServiceError('invalid_request', 'This key has ended or was rotated already: rotate the newer one.');
  }
  await refuseManyInAll(sql, key.accountId);
  const { id, hint, createdAtMs, fingerprint, endsAtMs } = next;
  await insertKey(sql, {
    key: { ...old, id, hint, createdAtMs, limits: await leftOfLimits(sql, old, createdAtMs) },
    fingerprint,
  });
  await sql.run(
    'UPDATE api_keys SET replaced_by = ?, expires_at_ms = ? WHERE id = ?',
    id,
    Math.min(endsAtMs, old.expiresAtMs ?? endsAtMs),
    old.id,
  );
}

async function leftOfLimits(sql: Sql, { id, accountId }: ApiKey, nowMs: number): Promise<readonly LimitRule[]> {
  const limits = await limitsOf(sql, { accountId, ownerId: id, nowMs });
  return limits.map((limit) => (limit.window === 'total' ? { ...limit, max: leftOf({ ...limit, held: 0n }) } : limit));
}

const playgroundRow = (sql: Sql, { accountId, userId = '' }: PlaygroundOf): Promise<Row | undefined> =>
  sql.one(
    `${USED_KEYS} WHERE k.account_id = ? AND COALESCE(k.user_id, '') = ? AND k.kind = 'playground'`,
    accountId,
    userId,
  );

/** Its fingerprint is not the hash of anything, so no secret can ever match it. */
async function makePlaygroundKey(
  sql: Sql,
  of: PlaygroundOf,
  { id, atMs }: { readonly id: string; readonly atMs: number },
): Promise<Row> {
  const { accountId, userId } = of;
  const key = {
    id,
    accountId,
    ...(userId && { userId }),
    name: 'Playground',
    hint: '',
    createdAtMs: atMs,
    allowedModels: [],
    allowedRanges: [],
    limits: [],
  };
  await insertKey(sql, { key, fingerprint: `playground ${accountId}${userId ? ` ${userId}` : ''}` }, 'playground');
  return (await playgroundRow(sql, of))!;
}

/** Each changed rule as the assignment it is, with its values. */
function columnsOf(change: KeyChange): readonly (readonly [assignment: string, values: readonly SqlValue[]])[] {
  const { name, expiresAtMs, allowedModels, allowedRanges } = change;
  return [
    ...(name === undefined ? [] : [['name = ?', [name]] as const]),
    ...(expiresAtMs === undefined ? [] : [['expires_at_ms = ?', [expiresAtMs]] as const]),
    ...(allowedModels === undefined ? [] : [['allowed_models = ?', [JSON.stringify(allowedModels)]] as const]),
    ...(allowedRanges === undefined ? [] : [['allowed_ranges = ?', [JSON.stringify(allowedRanges)]] as const]),
  ];
}

const notFound = (): ServiceError => new ServiceError('not_found', 'This account has no such key.');
