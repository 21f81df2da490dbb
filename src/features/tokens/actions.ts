/** How making and revoking a management token is done and written down. */

import type { AccountRules } from '../../platform/action-log/action-rules.ts';
import type { Channel } from '../../platform/notices/notice.ts';
import { insertToken, revokeToken } from './management-token-store.ts';
import type { ManagementToken } from './rules.ts';

export type TokenChange =
  /** `channels`: where a notice of it goes. */
  | {
      readonly kind: 'make-token';
      readonly token: ManagementToken;
      readonly fingerprint: string;
      readonly channels: readonly Channel[];
    }
  | { readonly kind: 'revoke-token'; readonly tokenId: string };

export const TOKEN_ACTIONS: AccountRules<TokenChange> = {
  'make-token': {
    details: ({ token: { id, area, name, scopes, expiresAtMs } }) => ({ token: id, area, name, scopes, expiresAtMs }),
    perform: ({ sql }, action, { actor }) => insertToken(sql, action, actor),
  },
  'revoke-token': { perform: ({ sql }, { tokenId }, { atMs }) => revokeToken(sql, tokenId, atMs) },
};
