/** Tells owners of keys that end within a week. */
import { type Database, number, type Sql, text } from '../../platform/database/database.ts';
import { type Channel, type NoticeWays, toWrite } from '../../platform/notices/notice.ts';
import { insertNotice, ownerFromRow } from '../../platform/notices/outbox-store.ts';
import { OWNER_EMAIL } from '../../platform/notices/owner-sql.ts';
import { KEY_EXPIRING } from './notices.ts';

export const KEY_WARNING_MS = 7 * 86_400_000;
const AT_ONCE = 100;

interface ExpiringKeys {
  /** Tells of some that are about to end. Returns how many. */
  tell(nowMs: number, channels: readonly Channel[]): Promise<number>;
}

/** A step of the timer. */
export async function tellOfExpiringKeys(
  due: ExpiringKeys,
  { notices, nowMs }: { readonly notices: NoticeWays; readonly nowMs: number },
): Promise<void> {
  while ((await due.tell(nowMs, notices.channelsOf(KEY_EXPIRING))) > 0);
}

export const createExpiringKeys = (db: Database): ExpiringKeys => ({
  tell: (nowMs, channels) => db.transaction((sql) => tellOfSome(sql, nowMs, channels)),
});

/** A key that was made for less than the time of the warning, or was replaced, needs none. */
async function tellOfSome(sql: Sql, nowMs: number, channels: readonly Channel[]): Promise<number> {
  const ending = await sql.all(
    `SELECT k.*, ${OWNER_EMAIL}, u.language FROM api_keys k
     JOIN accounts a ON a.id = k.account_id LEFT JOIN auth_users u ON u.id = a.user_id
     WHERE k.expires_at_ms > ? AND k.expires_at_ms <= ? AND k.revoked_at_ms IS NULL AND k.replaced_by IS NULL
       AND k.created_at_ms < k.expires_at_ms - ?
       AND (k.told_expires_at_ms IS NULL OR k.told_expires_at_ms <> k.expires_at_ms)
     ORDER BY k.expires_at_ms LIMIT ?`,
    nowMs,
    nowMs + KEY_WARNING_MS,
    KEY_WARNING_MS,
    AT_ONCE,
  );
  for (const row of ending) {
    const keyId = text(row, 'id');
    const accountId = text(row, 'account_id');
    const expiresAtMs = number(row, 'expires_at_ms');
    await sql.run('UPDATE api_keys SET told_expires_at_ms = ? WHERE id = ?', expiresAtMs, keyId);
    const id = `key.expiring/${keyId}/${expiresAtMs}`;
    const data = { accountId, keyId, name: text(row, 'name'), hint: text(row, 'hint'), expiresAtMs };
    const told = toWrite(KEY_EXPIRING, { id, atMs: nowMs, data, owner: ownerFromRow(row) }, channels);
    await insertNotice(sql, told);
  }
  return ending.length;
}
