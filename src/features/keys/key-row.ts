/** A key and its row, both ways. */

import type { ApiKey, KeyKind } from '../../core/api-key.ts';
import { type MemberRole, may } from '../../core/roles.ts';
import { LIMITS_OF_KEY, limitsIn, setLimits } from '../../ledger/limits/store.ts';
import { number, optionalNumber, type Row, type Sql, text } from '../../platform/database/database.ts';
import type { NewKey } from './keys.ts';

export async function insertKey(sql: Sql, { key, fingerprint }: NewKey, kind: KeyKind = 'api'): Promise<void> {
  await sql.run(
    `INSERT INTO api_keys (id, account_id, fingerprint, name, hint, created_at_ms, expires_at_ms, revoked_at_ms,
       allowed_models, allowed_ranges, kind, user_id)
     VALUES (?, ?, ?, ?, ?, ?, ?, NULL, ?, ?, ?, ?)`,
    key.id,
    key.accountId,
    fingerprint,
    key.name,
    key.hint,
    key.createdAtMs,
    key.expiresAtMs ?? null,
    JSON.stringify(key.allowedModels),
    JSON.stringify(key.allowedRanges),
    kind,
    key.userId ?? null,
  );
  await setLimits(sql, limitedKey(key), key.limits);
}

/** A key as the owner of limits. An operator who sets them does it for the customer. */
export const limitedKey = ({ id, accountId }: Pick<ApiKey, 'id' | 'accountId'>) =>
  ({ accountId, owner: 'key', ownerId: id, setBy: 'customer' }) as const;

/** The role of the member whose key it is; null for keys of the owner and of the organisation. */
export const MEMBER_ROLE =
  '(SELECT m.role FROM members m WHERE m.account_id = k.account_id AND m.user_id = k.user_id) AS member_role';

/** A key `k` for `keyFromRow`. */
export const KEY_COLUMNS = `k.*, ${LIMITS_OF_KEY}`;

/** A key for `usedKeyFromRow`. */
export const USED_KEYS = `SELECT ${KEY_COLUMNS}, ${MEMBER_ROLE} FROM api_keys k`;

/** A key that is about to be used. */
export function usedKeyFromRow(row: Row): ApiKey {
  const accountLimits = limitsIn(row, 'account');
  const memberLimits = limitsIn(row, 'member');
  return {
    ...keyFromRow(row),
    ...(accountLimits.length > 0 && { accountLimits }),
    ...(memberLimits.length > 0 && { memberLimits }),
  };
}

export function keyFromRow(row: Row): ApiKey {
  const expiresAtMs = optionalNumber(row, 'expires_at_ms');
  const revokedAtMs = optionalNumber(row, 'revoked_at_ms');
  return {
    id: text(row, 'id'),
    accountId: text(row, 'account_id'),
    ...(row.user_id !== null && { userId: text(row, 'user_id') }),
    name: text(row, 'name'),
    hint: text(row, 'hint'),
    createdAtMs: number(row, 'created_at_ms'),
    ...(expiresAtMs !== undefined && { expiresAtMs }),
    ...(revokedAtMs !== undefined && { revokedAtMs }),
    allowedModels: JSON.parse(text(row, 'allowed_models')),
    allowedRanges: JSON.parse(text(row, 'allowed_ranges')),
    limits: limitsIn(row, 'key'),
    ...(isPaused(row) && { isPaused: true }),
  };
}

const isPaused = ({ member_role: role = null }: Row): boolean => role !== null && !may(role as MemberRole, 'spend');
