/** What operators do to keys, and how it is written down. */

import type { ApiKey } from '../../core/api-key.ts';
import { ServiceError } from '../../core/errors.ts';
import type { AccountRules } from '../../platform/action-log/action-rules.ts';
import { insertKey } from './key-row.ts';

export type KeyChange =
  | { readonly kind: 'make-key'; readonly key: ApiKey; readonly fingerprint: string }
  | { readonly kind: 'revoke-key'; readonly keyId: string };

export const KEY_ACTIONS: AccountRules<KeyChange> = {
  'make-key': {
    details: ({ key }) => {
      const { name, expiresAtMs, allowedModels, allowedRanges, limit, tokenLimit } = key;
      const { requestsPerMinute, tokensPerMinute } = key;
      const limits = { limit, tokenLimit, requestsPerMinute, tokensPerMinute };
      return { name, expiresAtMs, allowedModels, allowedRanges, ...limits };
    },
    adds: async (sql, { key: { id } }) => {
      const key = await sql.one('SELECT id, hint FROM api_keys WHERE id = ?', id);
      return { key: key?.id ?? null, ...(key && { hint: key.hint }) };
    },
    perform: ({ sql }, action) => insertKey(sql, action),
  },
  'revoke-key': {
    perform: async ({ sql }, { accountId, keyId }, { atMs }) => {
      const changed = await sql.run(
        'UPDATE api_keys SET revoked_at_ms = COALESCE(revoked_at_ms, ?) WHERE id = ? AND account_id = ?',
        atMs,
        keyId,
        accountId,
      );
      if (changed === 0) throw new ServiceError('not_found', 'This account has no such key.');
    },
  },
};
