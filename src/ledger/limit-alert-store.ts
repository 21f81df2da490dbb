/** E-mails about limits that are nearly used up, or are: which are due, and which were written. */
import { monthOf } from '../core/calendar.ts';
import { formatCzk, nanos } from '../core/money.ts';
import { bigint, type Database, number, type Row, type Sql, text } from '../platform/database/database.ts';
import type { LimitAlerts, Notice, NoticeData } from '../platform/notices/notice.ts';
import { insertNotice, insertRow, ownerFromRow } from '../platform/notices/outbox-store.ts';
import { OWNER_EMAIL } from '../platform/notices/owner-sql.ts';
import { ofMember } from './key-funds.ts';
import { tokenLimitId } from './lease.ts';

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

    addDue: ({ of, afterId, nowMs, refused, channels }) =>
      db.transaction(async (sql) => {
        const month = monthOf(nowMs);
        const rows = await sql.all(LIMITS[of], month, month, afterId, AT_ONCE);
        const refusedIds = new Set(refused);
        for (const row of rows) {
          const open = number(row, 'limit_emails') === 1 ? channels : channels.filter((channel) => channel !== 'owner');
          for (const limit of limitsFrom(row, month)) {
            const percent = percentOf(limit, refusedIds.has(limit.id));
            if (percent === null || !(await isMarked(sql, limit, { percent, nowMs }))) continue;
            const id = ['limit.reached', limit.id, percent, nowMs].join('/');
            const notice = { id, type: 'limit.reached', atMs: nowMs, data: { ...limit.data, percent } } as const;
            await insertNotice(sql, { ...notice, owner: ownerFromRow(row) }, open);
            if (limit.data.member && open.includes('owner')) await tellMember(sql, notice, row);
          }
        }
        return rows.length < AT_ONCE ? null : text(rows.at(-1)!, 'id');
      }),
  };
}

/** A closed account and a key that has ended spend nothing any more. */
const KEYS = `SELECT k.id, k.account_id, k.name, k.hint, k.limit_nanos, k.limit_window, k.token_limit, k.token_window,
    (SELECT COALESCE(SUM(m.spent_nanos), 0) FROM key_months m
     WHERE m.key_id = k.id AND (k.limit_window = 'total' OR m.month = ?)) AS spent,
    (SELECT COALESCE(SUM(m.tokens), 0) FROM key_months m
     WHERE m.key_id = k.id AND (k.token_window = 'total' OR m.month = ?)) AS tokens,
    a.limit_emails, ${OWNER_EMAIL}, u.language
  FROM api_keys k JOIN accounts a ON a.id = k.account_id LEFT JOIN auth_users u ON u.id = a.user_id
  WHERE (k.limit_nanos IS NOT NULL OR k.token_limit IS NOT NULL) AND k.revoked_at_ms IS NULL AND a.status <> 'closed'
    AND k.id > ? ORDER BY k.id LIMIT ?`;

const ACCOUNTS = `SELECT a.id, a.id AS account_id, a.month_limit_nanos AS limit_nanos, 'month' AS limit_window,
    a.token_limit, a.token_window,
    (SELECT COALESCE(SUM(m.spent_nanos), 0) FROM api_keys k JOIN key_months m ON m.key_id = k.id
     WHERE k.account_id = a.id AND m.month = ?) AS spent,
    (SELECT COALESCE(SUM(m.tokens), 0) FROM api_keys k JOIN key_months m ON m.key_id = k.id
     WHERE k.account_id = a.id AND (a.token_window = 'total' OR m.month = ?)) AS tokens,
    a.limit_emails, ${OWNER_EMAIL}, u.language
  FROM accounts a LEFT JOIN auth_users u ON u.id = a.user_id
  WHERE (a.token_limit IS NOT NULL OR a.month_limit_nanos IS NOT NULL) AND a.status <> 'closed' AND a.id > ? ORDER BY a.id LIMIT ?`;

/** A budget ends with the row of its member. */
const MEMBERS = `SELECT b.account_id || '/' || b.user_id AS id, b.account_id, b.user_id, b.month_nanos AS limit_nanos,
    'month' AS limit_window, b.month_tokens AS token_limit, 'month' AS token_window,
    ${ofMember('spent_nanos')} AS spent, ${ofMember('tokens')} AS tokens, COALESCE(a.name, a.email) AS organisation,
    p.email AS member_email, p.language AS member_language, a.limit_emails, ${OWNER_EMAIL}, u.language
  FROM members b JOIN accounts a ON a.id = b.account_id JOIN auth_users p ON p.id = b.user_id
    LEFT JOIN auth_users u ON u.id = a.user_id
  WHERE (b.month_nanos IS NOT NULL OR b.month_tokens IS NOT NULL) AND a.status <> 'closed'
    AND b.account_id || '/' || b.user_id > ? ORDER BY 1 LIMIT ?`;

const LIMITS = { key: KEYS, member: MEMBERS, account: ACCOUNTS };

/** An e-mail to the member beside the one to the owner: the member is refused, and the owner can act. */
async function tellMember(sql: Sql, notice: Notice, { member_email, member_language }: Row): Promise<void> {
  const owner = ownerFromRow({ email: member_email!, language: member_language! });
  await insertRow(sql, { ...notice, id: `${notice.id}/member`, owner }, 'owner');
}

type UsedLimit = {
  readonly id: string;
  readonly accountId: string;
  readonly month: string | null;
  readonly amount: bigint;
  readonly used: bigint;
  readonly data: Omit<NoticeData['limit.reached'], 'percent'>;
};

function limitsFrom(row: Row, monthNow: string): readonly UsedLimit[] {
  const id = text(row, 'id');
  const accountId = text(row, 'account_id');
  const key = row.hint === undefined ? null : { id, name: text(row, 'name'), hint: text(row, 'hint') };
  const member = row.user_id === undefined ? null : memberFrom(row);
  const limits: UsedLimit[] = [];
  if (row.limit_nanos !== null) {
    const amount = bigint(row, 'limit_nanos');
    const used = bigint(row, 'spent');
    const month = row.limit_window === 'month' ? monthNow : null;
    const about = { unit: 'CZK', limit: formatCzk(nanos(amount)), used: formatCzk(nanos(used)) } as const;
    limits.push({ id, accountId, month, amount, used, data: { accountId, key, member, month, ...about } });
  }
  if (row.token_limit !== null) {
    const amount = bigint(row, 'token_limit');
    const used = bigint(row, 'tokens');
    const month = row.token_window === 'month' ? monthNow : null;
    const about = { unit: 'tokens', limit: `${amount}`, used: `${used}` } as const;
    const data = { accountId, key, member, month, ...about };
    limits.push({ id: tokenLimitId(id), accountId, month, amount, used, data });
  }
  return limits;
}

const memberFrom = (row: Row) => ({
  id: text(row, 'user_id'),
  email: text(row, 'member_email'),
  organisation: text(row, 'organisation'),
});

/**
 * Which part of it was reached. What is left of a limit is seldom used to the last digit: it is used up also when a request
 * was refused because of it. A long request that is refused while there is plenty says nothing.
 */
function percentOf({ amount, used }: UsedLimit, isRefused: boolean): 80 | 100 | null {
  if (amount === 0n || used * 100n < amount * NEARLY_PERCENT) return null;
  return used >= amount || isRefused ? 100 : 80;
}

type Mark = { readonly percent: 80 | 100; readonly nowMs: number };

/** Of many who look at once, one moves the mark on. */
async function isMarked(sql: Sql, limit: UsedLimit, { percent, nowMs }: Mark): Promise<boolean> {
  const { id, accountId, amount } = limit;
  const month = limit.month ?? '';
  const last = await sql.one('SELECT month, amount, percent FROM limit_alerts WHERE limit_id = ?', id);
  const isSame = last?.month === month && bigint(last, 'amount') === amount;
  if (isSame && number(last, 'percent') >= percent) return false;
  const moved = await sql.run(
    `INSERT INTO limit_alerts (limit_id, account_id, month, amount, percent, told_at_ms) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (limit_id) DO UPDATE SET month = excluded.month, amount = excluded.amount, percent = excluded.percent,
       told_at_ms = excluded.told_at_ms
     WHERE limit_alerts.month <> excluded.month OR limit_alerts.amount <> excluded.amount
       OR limit_alerts.percent < excluded.percent`,
    id,
    accountId,
    month,
    amount,
    percent,
    nowMs,
  );
  return moved > 0;
}
