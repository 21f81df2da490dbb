/** A key and its row, both ways. */

import type { ApiKey, KeyKind, KeyLimit, MinuteLimits } from '../../core/api-key.ts';
import { nanos } from '../../core/money.ts';
import type { NewKey } from '../../core/ports.ts';
import { type MemberRole, may } from '../../core/roles.ts';
import { tokenLimitFrom } from '../../ledger/token-limit-row.ts';
import { bigint, number, optionalNumber, type Row, type Sql, text } from '../../platform/database/database.ts';

export async function insertKey(sql: Sql, { key, fingerprint }: NewKey, kind: KeyKind = 'api'): Promise<void> {
  await sql.run(
    `INSERT INTO api_keys (id, account_id, fingerprint, name, hint, created_at_ms, expires_at_ms, revoked_at_ms,
       allowed_models, allowed_ranges, limit_nanos, limit_window, token_limit, token_window, kind, user_id, requests_per_minute,
       tokens_per_minute)
     VALUES (?, ?, ?, ?, ?, ?, ?, NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    key.id,
    key.accountId,
    fingerprint,
    key.name,
    key.hint,
    key.createdAtMs,
    key.expiresAtMs ?? null,
    JSON.stringify(key.allowedModels),
    JSON.stringify(key.allowedRanges),
    key.limit?.amount ?? null,
    key.limit?.window ?? null,
    key.tokenLimit?.tokens ?? null,
    key.tokenLimit?.window ?? null,
    kind,
    key.userId ?? null,
    key.requestsPerMinute ?? null,
    key.tokensPerMinute ?? null,
  );
}

/** The role of the member whose key it is; null for keys of the owner and of the organisation. */
export const MEMBER_ROLE =
  '(SELECT m.role FROM members m WHERE m.account_id = k.account_id AND m.user_id = k.user_id) AS member_role';

/** A key with what its account may do in a minute, for `usedKeyFromRow`. */
export const USED_KEYS = `SELECT k.*, ${MEMBER_ROLE}, a.requests_per_minute AS account_requests, a.own_requests_per_minute AS own_requests,
  a.tokens_per_minute AS account_tokens, a.own_tokens_per_minute AS own_tokens
  FROM api_keys k JOIN accounts a ON a.id = k.account_id`;

/** A key that is about to be used. */
export function usedKeyFromRow(row: Row): ApiKey {
  const requestsPerMinute = smallerOf(optionalNumber(row, 'account_requests'), optionalNumber(row, 'own_requests'));
  const tokensPerMinute = smallerOf(optionalNumber(row, 'account_tokens'), optionalNumber(row, 'own_tokens'));
  const accountRates: MinuteLimits = {
    ...(requestsPerMinute !== undefined && { requestsPerMinute }),
    ...(tokensPerMinute !== undefined && { tokensPerMinute }),
  };
  return { ...keyFromRow(row), ...(Object.keys(accountRates).length > 0 && { accountRates }) };
}

const smallerOf = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);

export function keyFromRow(row: Row): ApiKey {
  const expiresAtMs = optionalNumber(row, 'expires_at_ms');
  const revokedAtMs = optionalNumber(row, 'revoked_at_ms');
  const requestsPerMinute = optionalNumber(row, 'requests_per_minute');
  const tokensPerMinute = optionalNumber(row, 'tokens_per_minute');
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
    ...(row.limit_nanos !== null && {
      limit: { amount: nanos(bigint(row, 'limit_nanos')), window: text(row, 'limit_window') as KeyLimit['window'] },
    }),
    ...(row.token_limit !== null && { tokenLimit: tokenLimitFrom(row) }),
    ...(requestsPerMinute !== undefined && { requestsPerMinute }),
    ...(tokensPerMinute !== undefined && { tokensPerMinute }),
    ...(isPaused(row) && { isPaused: true }),
  };
}

const isPaused = ({ member_role: role = null }: Row): boolean => role !== null && !may(role as MemberRole, 'spend');
