/** Invitations that operators send. */
import type { ActionRules } from '../../platform/action-log/action-rules.ts';
import type { ServiceAction } from '../../platform/action-log/operator.ts';
import { insertInvitation } from './invitation-store.ts';

export const INVITATION_ACTIONS: ActionRules<ServiceAction & { readonly kind: 'invite' }> = {
  invite: {
    object: ({ invitation }) => invitation.id,
    details: ({ invitation: { role, email, expiresAtMs } }) => ({ role, email, expiresAtMs }),
    perform: ({ sql }, { invitation }) => insertInvitation(sql, invitation),
  },
};
