/** E-mails about limits that are nearly used up, or are: which are due, and which were written. */
import { type LimitUse, windowSince } from '../../core/limit.ts';
import { amountIn } from '../../platform/api/limit-to-view.ts';
import { bigint, type Database, number, type Row, type Sql, text } from '../../platform/database/database.ts';
import { type RowSet, readForRows } from '../../platform/database/row-set.ts';
import type { LimitAlerts, Notice, NoticeData } from '../../platform/notices/notice.ts';
import { insertNotice, insertRow, ownerFromRow } from '../../platform/notices/outbox-store.ts';
import { OWNER_EMAIL } from '../../platform/notices/owner-sql.ts';
import { IS_LEASED, LIMIT_COLUMNS, limitFromRow, WINDOWS, windowsAt } from './uses.ts';

const AT_ONCE = 500;
const NEARLY_PERCENT = 80n;

export function createLimitAlertStore(db: Database): LimitAlerts {
  return {
    of: async (accountId) => {
      const row = await db.sql.one('SELECT limit_emails FROM accounts WHERE id = ?', accountId);
      return row !== undefined && number(row, 'limit_emails') === 1;
    },

    set: async (accountId, isOn) => {
      await db.sql.run('UPDATE accounts SET limit_emails = ? WHERE id = ?', isOn ? 1 : 0, accountId);
    },

    addDue: ({ afterId, nowMs, refused, channels }) =>
      db.transaction(async (sql) => {
        const rows = await readForRows(sql, LIMITS, [[afterId, ...windowsAt(nowMs)]]);
        for (const row of rows) {
          const open = number(row, 'limit_emails') === 1 ? channels : channels.filter((channel) => channel !== 'owner');
          const limit = limitFromRow(row, nowMs);
          const percent = percentOf(limit, refused.includes(limit.id));
          if (percent === null || !(await isMarked(sql, row, { percent, nowMs }))) continue;
          const id = ['limit.reached', limit.id, percent, nowMs].join('/');
          const data = { ...dataOf(limit, row, nowMs), percent };
          const notice = { id, type: 'limit.reached', atMs: nowMs, data } as const;
          await insertNotice(sql, { ...notice, owner: ownerFromRow(row) }, open);
          if (data.member && open.includes('owner')) await tellMember(sql, notice, row);
        }
        return rows.length < AT_ONCE ? null : text(rows.at(-1)!, 'id');
      }),
  };
}

/** A closed account, a key that has ended and a member who has left use nothing any more. */
const LIMITS: RowSet = {
  columns: { after_id: 'TEXT', ...WINDOWS },
  text: `SELECT ${LIMIT_COLUMNS}, 0 AS leased, o.account_id, k.name, k.hint, COALESCE(a.name, a.email) AS organisation,
      p.email AS member_email, p.language AS member_language, a.limit_emails, ${OWNER_EMAIL}, u.language
    FROM limits o JOIN accounts a ON a.id = o.account_id LEFT JOIN auth_users u ON u.id = a.user_id
      LEFT JOIN api_keys k ON o.owner = 'key' AND k.id = o.owner_id AND k.revoked_at_ms IS NULL
      LEFT JOIN members b ON o.owner = 'member' AND b.account_id = o.account_id AND b.user_id = o.owner_id
      LEFT JOIN auth_users p ON p.id = b.user_id, rows
    WHERE ${IS_LEASED} AND a.status <> 'closed' AND (o.owner = 'account' OR k.id IS NOT NULL OR p.id IS NOT NULL)
      AND o.id > rows.after_id ORDER BY o.id LIMIT ${AT_ONCE}`,
};

/** An e-mail to the member beside the one to the owner: the member is refused, and the owner can act. */
async function tellMember(sql: Sql, notice: Notice, { member_email, member_language }: Row): Promise<void> {
  const owner = ownerFromRow({ email: member_email!, language: member_language! });
  await insertRow(sql, { ...notice, id: `${notice.id}/member`, owner }, 'owner');
}

function dataOf(limit: LimitUse, row: Row, nowMs: number): Omit<NoticeData['limit.reached'], 'percent'> {
  const { owner, ownerId, unit, window, model, max, used } = limit;
  return {
    accountId: text(row, 'account_id'),
    key: owner === 'key' ? { id: ownerId, name: text(row, 'name'), hint: text(row, 'hint') } : null,
    member:
      owner === 'member'
        ? { id: ownerId, email: text(row, 'member_email'), organisation: text(row, 'organisation') }
        : null,
    unit,
    window,
    ...(model !== undefined && { model }),
    since: windowSince(window, nowMs),
    limit: amountIn(limit, max),
    used: amountIn(limit, used),
  };
}

/**
 * The part of it that was reached. What is left of a limit is seldom used to the last digit: it is used up also when a request
 * was refused because of it. A long request that is refused while there is plenty says nothing.
 */
function percentOf({ max, used }: LimitUse, isRefused: boolean): 80 | 100 | null {
  if (max === 0n || used * 100n < max * NEARLY_PERCENT) return null;
  return used >= max || isRefused ? 100 : 80;
}

type Mark = { readonly percent: 80 | 100; readonly nowMs: number };

/** One of many who look at once moves the mark on. A limit that was changed, or whose window is another, begins anew. */
async function isMarked(sql: Sql, row: Row, { percent, nowMs }: Mark): Promise<boolean> {
  const { id, window, max } = limitFromRow(row, nowMs);
  const since = windowSince(window, nowMs) ?? '';
  const last = await sql.one('SELECT since, amount, percent FROM limit_alerts WHERE limit_id = ?', id);
  const isSame = last?.since === since && bigint(last, 'amount') === max;
  if (isSame && number(last, 'percent') >= percent) return false;
  const moved = await sql.run(
    `INSERT INTO limit_alerts (limit_id, account_id, since, amount, percent, told_at_ms) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (limit_id) DO UPDATE SET since = excluded.since, amount = excluded.amount, percent = excluded.percent,
       told_at_ms = excluded.told_at_ms
     WHERE limit_alerts.since <> excluded.since OR limit_alerts.amount <> excluded.amount
       OR limit_alerts.percent < excluded.percent`,
    id,
    text(row, 'account_id'),
    since,
    max,
    percent,
    nowMs,
  );
  return moved > 0;
}
