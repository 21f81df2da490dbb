/** Notices to members and owners of organisations. */
import type { GivenRole } from '../../core/roles.ts';
import { noticeKind } from '../../platform/notices/notice.ts';

/** A change of role has stopped the keys of a member. It is for the member, or for the owner. */
export type PausedKeys = {
  readonly accountId: string;
  readonly organisation: string;
  readonly member: string;
  readonly isMember: boolean;
  readonly role: GivenRole;
  readonly keys: number;
  readonly by: string;
};

export const KEYS_PAUSED = noticeKind<PausedKeys>({
  type: 'keys.paused',
  channels: ['owner'],
  gather: () => 'keys.paused',
});

/** A person was removed, owns an organisation now or no longer, or one that they belonged to was closed. */
export type MembersChanged = {
  readonly accountId: string;
  readonly organisation: string;
  readonly what: 'removed' | 'owner-now' | 'owner-before' | 'closed' | 'closed-own';
  /** The address of the person who did it. */
  readonly by: string;
  /** How many others belonged to one that was closed. */
  readonly colleagues: number;
};

export const MEMBERS_CHANGED = noticeKind<MembersChanged>({
  type: 'members.changed',
  channels: ['owner'],
  isForgotten: true,
});
