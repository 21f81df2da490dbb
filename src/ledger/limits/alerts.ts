/** E-mails about limits that are nearly used up, or are: which are due, and which were written. */
import { type LimitUse, windowSince } from '../../core/limit.ts';
import { amountIn } from '../../platform/api/limit-to-view.ts';
import { bigint, type Database, number, type Row, type Sql, text } from '../../platform/database/database.ts';
import { type RowSet, readForRows } from '../../platform/database/row-set.ts';
import { type Channel, type NoticeToWrite, type NoticeWays, toWrite } from '../../platform/notices/notice.ts';
import { insertNotice, insertRow, ownerFromRow } from '../../platform/notices/outbox-store.ts';
import { OWNER_EMAIL } from '../../platform/notices/owner-sql.ts';
import { LIMIT_REACHED, type Reached } from '../notices.ts';
import { IS_LEASED, LIMIT_COLUMNS, limitFromRow, WINDOWS, windowsAt } from './uses.ts';

const AT_ONCE = 500;
const NEARLY_PERCENT = 80n;

/** Notices about limits of which 80 % are used, or which are used up: each once for a limit and its window. */
export interface LimitAlerts {
  /** The owner gets e-mails about them. */
  of(accountId: string): Promise<boolean>;
  set(accountId: string, isOn: boolean): Promise<void>;
  /** Looks at some of the limits, by id after `afterId`, and adds what is due to the outbox. Returns where to look on. */
  addDue(due: {
    readonly afterId: string;
    readonly nowMs: number;
    /** Ids of limits that requests were refused for. */
    readonly refused: readonly string[];
    readonly channels: readonly Channel[];
  }): Promise<string | null>;
}

type Telling = {
  readonly notices: NoticeWays;
  readonly nowMs: number;
  /** The limits for which requests were refused since the last time. */
  readonly refused: readonly string[];
};

/** A step of the timer. A refusal that is lost when it fails comes again with the next request. */
export async function tellOfLimits(alerts: LimitAlerts, { notices, nowMs, refused }: Telling): Promise<void> {
  const channels = notices.channelsOf(LIMIT_REACHED);
  let afterId: string | null = '';
  while (afterId !== null) afterId = await alerts.addDue({ afterId, nowMs, refused, channels });
}

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
          const told = toWrite(LIMIT_REACHED, { id, atMs: nowMs, data, owner: ownerFromRow(row) }, open);
          await insertNotice(sql, told);
          if (data.member && open.includes('owner')) await tellMember(sql, told, row);
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
async function tellMember(
  sql: Sql,
  { notice, gather }: NoticeToWrite,
  { member_email, member_language }: Row,
): Promise<void> {
  const owner = ownerFromRow({ email: member_email!, language: member_language! });
  await insertRow(sql, { notice: { ...notice, id: `${notice.id}/member`, owner }, gather }, 'owner');
}

function dataOf(limit: LimitUse, row: Row, nowMs: number): Omit<Reached, 'percent'> {
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
