/** Notices about credit, limits and the audit. */
import type { LimitUnit, LimitWindow } from '../core/limit.ts';
import { noticeKind } from '../platform/notices/notice.ts';

/** The e-mail about it is sent by the alert that the owner has set. */
export const BALANCE_LOW = noticeKind<{
  readonly accountId: string;
  readonly creditCzk: string;
  readonly belowCzk: string;
}>({ type: 'balance.low', channels: ['webhook'] });

/** A limit of a key or of the whole account, or the budget of a member, of which 80 % are used, or which is used up. */
export type Reached = {
  readonly accountId: string;
  /** Null where the limit is not of a key. */
  readonly key: { readonly id: string; readonly name: string; readonly hint: string } | null;
  /** Whose budget it is; null where it is none. */
  readonly member: { readonly id: string; readonly email: string; readonly organisation: string } | null;
  readonly percent: 80 | 100;
  readonly unit: LimitUnit;
  readonly window: LimitWindow;
  /** The only model that counts. */
  readonly model?: string;
  /** The date on which the window began, or the hour; null where it counts in all. */
  readonly since: string | null;
  readonly limit: string;
  readonly used: string;
};

export const LIMIT_REACHED = noticeKind<Reached>({
  type: 'limit.reached',
  channels: ['owner', 'webhook'],
  // A limit that is used up is no repeat of one that is nearly so.
  gather: ({ percent }) => `limit.reached/${percent}`,
});

export const AUDIT_BROKEN = noticeKind<{ readonly problems: readonly string[] }>({
  type: 'audit.broken',
  channels: ['operator', 'webhook'],
});
