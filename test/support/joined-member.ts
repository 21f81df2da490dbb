/** A person who has joined Anna's organisation by an invitation. */
import type { GivenRole } from '../../src/core/roles.ts';
import type { SettingsService } from './settings-service.ts';
import { fingerprint } from './test-platform.ts';
import type { Visitor } from './visitor.ts';

type Joining = { readonly userId: string; readonly role: GivenRole };

export async function joinedAnna(service: SettingsService, { userId, role }: Joining): Promise<Visitor> {
  const { stores, clock } = service;
  const visitor = await service.newPerson(userId);
  const [createdAtMs, accountId, invitationId] = [clock.nowMs(), 'acc_anna', `inv_${userId}`];
  const invitation = {
    ...{ id: invitationId, role: 'customer' as const, email: `${userId}@example.com`, createdBy: 'anna', createdAtMs },
    ...{ expiresAtMs: createdAtMs + 1000, accountId, memberRole: role },
    ...{ sentAtMs: createdAtMs, fingerprint: fingerprint(`token of ${userId}`) },
  };
  const about = { actor: 'test', reason: 'test', atMs: createdAtMs };
  const invite = { kind: 'invite-member', accountId, invitation } as const;
  await stores.actionLog.act({ ...about, id: `act_invite_${userId}`, action: invite });
  const join = { kind: 'join', accountId, invitationId, userId } as const;
  await stores.actionLog.act({ ...about, id: `act_join_${userId}`, action: join });
  return visitor;
}
