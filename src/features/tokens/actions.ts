/** How making and revoking a management token is done and written down. */
import type { AccountRules } from '../../platform/action-log/action-rules.ts';
import type { AccountAction } from '../../platform/action-log/operator.ts';
import { insertToken, revokeToken } from './management-token-store.ts';

type TokenChange = AccountAction & { readonly kind: 'make-token' | 'revoke-token' };

export const TOKEN_ACTIONS: AccountRules<TokenChange> = {
  'make-token': {
    details: ({ token: { id, area, name, scopes, expiresAtMs } }) => ({ token: id, area, name, scopes, expiresAtMs }),
    perform: ({ sql }, action, { actor }) => insertToken(sql, action, actor),
  },
  'revoke-token': { perform: ({ sql }, { tokenId }, { atMs }) => revokeToken(sql, tokenId, atMs) },
};
