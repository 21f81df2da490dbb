/** Tells of keys that a change of role has stopped. */
import { isUsable, type KeyRecord } from '../../core/api-key.ts';
import type { Clock, Ids, Person } from '../../core/ports.ts';
import type { GivenRole } from '../../core/roles.ts';
import type { Notices } from '../../platform/notices/notice.ts';
import type { Member, Members } from '../organisations/members.ts';

type PausedParts = {
  readonly members: Pick<Members, 'of'>;
  readonly notices: Notices;
  readonly clock: Clock;
  readonly ids: Ids;
};

type Paused = {
  readonly by: Person;
  /** With the new role. */
  readonly member: Member & { readonly role: GivenRole };
  readonly keys: readonly KeyRecord[];
  /** What the organisation is called. */
  readonly organisation: string;
};

/**
 * The member and the owner, but not the one who did it. The outbox gathers these e-mails: an admin who changes a role
 * again and again floods no mailbox.
 */
export async function tellPaused({ members, notices, clock, ids }: PausedParts, paused: Paused): Promise<void> {
  const { by, member, organisation } = paused;
  const { accountId } = by;
  const atMs = clock.nowMs();
  const keys = paused.keys.filter((key) => key.kind === 'api' && isUsable(key, atMs)).length;
  if (keys === 0) return;
  const about = { accountId, organisation, member: member.email, role: member.role, keys, by: by.email };
  const owner = (await members.of(accountId)).find(({ role }) => role === 'owner');
  for (const to of [member, owner]) {
    if (!to || to.userId === by.userId) continue;
    await notices.tell({
      id: `keys.paused/${ids.next('')}`,
      type: 'keys.paused',
      atMs,
      data: { ...about, isMember: to === member },
      owner: { email: to.email, language: to.language ?? 'en' },
    });
  }
}
