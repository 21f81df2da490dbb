/** Tells owners of plans that have gone on. */
import type { InBoth } from '../../core/plan.ts';
import { type Database, number, type Sql, text } from '../../platform/database/database.ts';
import { type Channel, type NoticeWays, toWrite } from '../../platform/notices/notice.ts';
import { insertNotice, ownerFromRow } from '../../platform/notices/outbox-store.ts';
import { OWNER_EMAIL } from '../../platform/notices/owner-sql.ts';
import { PLAN_RENEWED } from './notices.ts';

const AT_ONCE = 100;

interface Renewals {
  /** Tells of some periods that have begun. Returns how many were looked at. */
  tell(nowMs: number, channels: readonly Channel[]): Promise<number>;
}

/** A step of the timer. */
export async function tellOfRenewals(
  due: Renewals,
  { notices, nowMs }: { readonly notices: NoticeWays; readonly nowMs: number },
): Promise<void> {
  while ((await due.tell(nowMs, notices.channelsOf(PLAN_RENEWED))) > 0);
}

export const createRenewals = (db: Database): Renewals => ({
  tell: (nowMs, channels) => db.transaction((sql) => tellOfSome(sql, nowMs, channels)),
});

/** A first period is no renewal, one that has ended meanwhile is no news, and a closed account has no recipient. */
async function tellOfSome(sql: Sql, nowMs: number, channels: readonly Channel[]): Promise<number> {
  const begun = await sql.all(
    `SELECT n.account_id, n.starts_at_ms, n.ends_at_ms, n.plan, n.plan_name, ${OWNER_EMAIL}, a.status, u.language,
       (SELECT COUNT(*) FROM plan_periods b WHERE b.account_id = n.account_id AND b.ends_at_ms = n.starts_at_ms) AS before
     FROM plan_periods n JOIN accounts a ON a.id = n.account_id LEFT JOIN auth_users u ON u.id = a.user_id
     WHERE n.told_at_ms IS NULL ORDER BY n.starts_at_ms LIMIT ?`,
    AT_ONCE,
  );
  for (const row of begun) {
    const accountId = text(row, 'account_id');
    const startsAtMs = row.starts_at_ms!;
    const endsAtMs = number(row, 'ends_at_ms');
    const marked = await sql.run(
      'UPDATE plan_periods SET told_at_ms = ? WHERE account_id = ? AND starts_at_ms = ? AND told_at_ms IS NULL',
      nowMs,
      accountId,
      startsAtMs,
    );
    const isNews = number(row, 'before') > 0 && endsAtMs > nowMs && row.status !== 'closed';
    if (marked === 0 || !isNews) continue;
    const id = `plan.renewed/${accountId}/${startsAtMs}`;
    const name = row.plan_name === null ? {} : { name: JSON.parse(text(row, 'plan_name')) as InBoth };
    const data = { accountId, plan: text(row, 'plan'), ...name, endsAtMs };
    const told = toWrite(PLAN_RENEWED, { id, atMs: nowMs, data, owner: ownerFromRow(row) }, channels);
    await insertNotice(sql, told);
  }
  return begun.length;
}
