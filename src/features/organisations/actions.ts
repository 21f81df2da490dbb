/** Invitations that operators send. */

import type { ActionRules } from '../../platform/action-log/action-rules.ts';
import type { NewInvitation } from './invitation.ts';
import { insertInvitation } from './invitation-store.ts';

export type InvitationChange = { readonly kind: 'invite'; readonly invitation: NewInvitation };

export const INVITATION_ACTIONS: ActionRules<InvitationChange> = {
  invite: {
    object: ({ invitation }) => invitation.id,
    details: ({ invitation: { role, email, expiresAtMs } }) => ({ role, email, expiresAtMs }),
    perform: ({ sql }, { invitation }) => insertInvitation(sql, invitation),
  },
};
