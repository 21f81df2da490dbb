/** Notices about management tokens. */
import type { TokenArea, TokenScope } from '../../core/token-scopes.ts';
import { noticeKind } from '../../platform/notices/notice.ts';

export type Made = {
  readonly accountId: string;
  readonly tokenId: string;
  readonly area: TokenArea;
  readonly name: string;
  readonly hint: string;
  readonly scopes: readonly TokenScope[];
  readonly expiresAtMs?: number;
  /** For whom it acts, and who has made it: the same person, or the command line. */
  readonly person: string;
  readonly by: string;
};

/** Operators get only those about tokens of operators. */
export const TOKEN_MADE = noticeKind<Made>({
  type: 'token.made',
  channels: ['owner', 'operator', 'webhook'],
  gather: () => 'token.made',
});
