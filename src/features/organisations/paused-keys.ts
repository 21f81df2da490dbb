/** Tells of keys that a change of role stops. */

import { isUsable, type KeyRecord } from '../../core/api-key.ts';
import type { Person } from '../../core/person.ts';
import type { GivenRole } from '../../core/roles.ts';
import type { NoticeToWrite } from '../../platform/notices/notice.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Member } from './members.ts';
import { KEYS_PAUSED } from './notices.ts';

type Paused = {
  readonly by: Person;
  /** With the new role. */
  readonly member: Member & { readonly role: GivenRole };
  /** All members, also this one. */
  readonly team: readonly Member[];
  readonly keys: readonly KeyRecord[];
  readonly organisation: string;
};

/**
 * To the member and the owner, but not the one who does it. The outbox gathers these e-mails: an admin who changes a role
 * again and again floods no mailbox.
 */
export function noticesOfPaused({ notices, clock, ids }: Platform, paused: Paused): readonly NoticeToWrite[] {
  const { by, member, team, organisation } = paused;
  const atMs = clock.nowMs();
  const keys = paused.keys.filter((key) => key.kind === 'api' && isUsable(key, atMs)).length;
  if (keys === 0) return [];
  const about = { accountId: by.accountId, organisation, member: member.email, role: member.role, keys, by: by.email };
  const told = [member, ...team.filter(({ role }) => role === 'owner')].filter(({ userId }) => userId !== by.userId);
  return told.map((to) =>
    notices.toWrite(KEYS_PAUSED, {
      id: `keys.paused/${ids.next('')}`,
      atMs,
      data: { ...about, isMember: to === member },
      owner: { email: to.email, language: to.language ?? 'en' },
    }),
  );
}
