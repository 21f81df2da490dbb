import { type Database, number, type Row, type Sql, text } from '../../platform/database/database.ts';
import type { Invitation, Invitations, NewInvitation, Role } from './invitation.ts';

export function createInvitationStore(db: Database): Invitations {
  return {
    add: (invitation) => db.transaction((sql) => insertInvitation(sql, invitation)),

    replaceFirst: (invitation) =>
      db.transaction(async (sql) => {
        await sql.run('DELETE FROM invitations WHERE created_by = ? AND used_at_ms IS NULL', invitation.createdBy);
        await insertInvitation(sql, invitation);
      }),

    find: async (key, nowMs) => {
      // Who is named by an organisation has not agreed to join it: that takes its link.
      const [which, value] =
        'email' in key ? ['account_id IS NULL AND email', key.email] : ['fingerprint', key.fingerprint];
      const row = await db.sql.one(
        `SELECT * FROM invitations WHERE ${which} = ? AND used_at_ms IS NULL AND expires_at_ms > ?
         ORDER BY created_at_ms DESC LIMIT 1`,
        value,
        nowMs,
      );
      return row && invitationFromRow(row);
    },

    use: (id, atMs) =>
      db.transaction(async (sql) => {
        const used = await sql.run(
          'UPDATE invitations SET used_at_ms = ? WHERE id = ? AND used_at_ms IS NULL AND expires_at_ms > ?',
          atMs,
          id,
          atMs,
        );
        return used > 0;
      }),

    giveBack: (id) =>
      db.transaction(async (sql) => {
        await sql.run('UPDATE invitations SET used_at_ms = NULL WHERE id = ?', id);
      }),
  };
}

export async function insertInvitation(sql: Sql, invitation: NewInvitation): Promise<void> {
  const { id, fingerprint, role, email, createdBy, createdAtMs, expiresAtMs } = invitation;
  await sql.run(
    `INSERT INTO invitations (id, fingerprint, role, email, created_by, created_at_ms, expires_at_ms, used_at_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?, NULL)`,
    id,
    fingerprint,
    role,
    email,
    createdBy,
    createdAtMs,
    expiresAtMs,
  );
}

export const invitationFromRow = (row: Row): Invitation => ({
  id: text(row, 'id'),
  role: text(row, 'role') as Role,
  email: row.email === null ? null : text(row, 'email'),
  createdBy: text(row, 'created_by'),
  createdAtMs: number(row, 'created_at_ms'),
  expiresAtMs: number(row, 'expires_at_ms'),
});
