import type { GivenRole } from '../../core/roles.ts';
import { type Database, number, type Row, text } from '../../platform/database/database.ts';
import { invitationFromRow } from './invitation-store.ts';
import { budgetsOf, membersOf, monthUseOf } from './member-rows.ts';
import type { MemberInvitation, Members } from './members.ts';

export function createMemberStore(db: Database): Members {
  return {
    of: (accountId) => membersOf(db.sql, accountId),
    budgets: (accountId, nowMs) => budgetsOf(db.sql, accountId, nowMs),
    monthUse: (accountId, nowMs) => monthUseOf(db.sql, accountId, nowMs),

    invitations: async (accountId) => {
      const rows = await db.sql.all(
        `SELECT * FROM invitations WHERE account_id = ? AND used_at_ms IS NULL ORDER BY created_at_ms DESC, id`,
        accountId,
      );
      return rows.map(memberInvitationFromRow);
    },

    invitationOf: async (fingerprint, nowMs) => {
      const row = await db.sql.one(
        `SELECT * FROM invitations
         WHERE fingerprint = ? AND account_id IS NOT NULL AND used_at_ms IS NULL AND expires_at_ms > ?`,
        fingerprint,
        nowMs,
      );
      return row && memberInvitationFromRow(row);
    },

    signedUpFor: async (email) => {
      const row = await db.sql.one(
        `SELECT id, account_id FROM invitations
         WHERE email = ? AND account_id IS NOT NULL AND used_at_ms IS NOT NULL AND joined_at_ms IS NULL
         ORDER BY used_at_ms DESC LIMIT 1`,
        email,
      );
      return row && { id: text(row, 'id'), accountId: text(row, 'account_id') };
    },
  };
}

const memberInvitationFromRow = (row: Row): MemberInvitation => ({
  ...invitationFromRow(row),
  email: text(row, 'email'),
  accountId: text(row, 'account_id'),
  memberRole: text(row, 'member_role') as GivenRole,
  sentAtMs: number(row, 'sent_at_ms'),
});
