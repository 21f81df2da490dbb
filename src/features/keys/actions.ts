/** Actions of members and operators on keys, and how they are written down. */

import type { ApiKey, KeyChange } from '../../core/api-key.ts';
import { ServiceError } from '../../core/errors.ts';
import type { AccountRules } from '../../platform/action-log/action-rules.ts';
import { ruleToView } from '../../platform/api/limit-to-view.ts';
import type { OwnOnly } from '../../platform/api/own-only.ts';
import { changeKey, createAccountKeysStore, rotateKey } from './account-keys-store.ts';
import type { KeyRotation } from './keys.ts';

export type KeyAction =
  /** `livingMax`: how many keys that can be used the account may have. */
  | { readonly kind: 'make-key'; readonly key: ApiKey; readonly fingerprint: string; readonly livingMax?: number }
  | (OwnOnly & { readonly kind: 'revoke-key'; readonly keyId: string })
  | (OwnOnly & { readonly kind: 'change-key'; readonly keyId: string; readonly change: KeyChange })
  | (OwnOnly & { readonly kind: 'rotate-key'; readonly keyId: string; readonly next: KeyRotation });

export const KEY_ACTIONS: AccountRules<KeyAction> = {
  'make-key': {
    details: ({ key }) => {
      const { id, name, expiresAtMs, allowedModels, allowedRanges, limits } = key;
      return { keyId: id, name, expiresAtMs, allowedModels, allowedRanges, limits: limits.map(ruleToView) };
    },
    anew: ['keyId'],
    adds: async (sql, { key: { id } }) => {
      const key = await sql.one('SELECT id, hint FROM api_keys WHERE id = ?', id);
      return { key: key?.id ?? null, ...(key && { hint: key.hint }) };
    },
    perform: (db, { key, fingerprint, livingMax = Number.MAX_SAFE_INTEGER }) =>
      createAccountKeysStore(db).add({ key, fingerprint }, livingMax),
  },
  'change-key': {
    details: ({ keyId, change: { limits, ...change } }) => ({
      keyId,
      ...change,
      ...(limits && { limits: limits.map(ruleToView) }),
    }),
    perform: ({ sql }, { change, ...key }) => changeKey(sql, key, change),
  },
  'rotate-key': {
    details: ({ keyId, next: { id, hint, endsAtMs } }) => ({ keyId, next: id, hint, endsAtMs }),
    perform: ({ sql }, { next, ...key }) => rotateKey(sql, key, next),
  },
  'revoke-key': {
    details: ({ keyId }) => ({ keyId }),
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
